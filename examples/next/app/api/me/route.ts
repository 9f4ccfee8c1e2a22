import { auth } from "../../../auth";

export const GET = auth((request) => Response.json({ name: request.auth?.user?.name ?? null }));

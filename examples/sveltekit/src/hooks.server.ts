import { redirect } from "@sveltejs/kit";
import { sequence, type Handle } from "@sveltejs/kit/hooks";
import { handle as authenticate } from "./auth";

const protect: Handle = async ({ event, resolve }) => {
  if (event.url.pathname.startsWith("/dashboard")) {
    const session = await event.locals.auth();
    if (!session?.user) redirect(303, "/auth/signin");
  }
  return await resolve(event);
};

export const handle: Handle = sequence(authenticate, protect);

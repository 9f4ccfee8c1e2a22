import { handlers } from "../../../../teams";

export const { GET, POST } = handlers;

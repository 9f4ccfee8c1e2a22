import { auth, resource } from "./auth.ts";
import { mcp } from "./mcp.ts";

const guarded = auth.protect(mcp, {
  accept: ["token"],
  resource,
  scopes: ["project:read"],
  cors: "any-origin", // assistants in browsers are pages of other sites
});

export default {
  fetch: (request) =>
    new URL(request.url).pathname === "/mcp" ? guarded(request) : auth.handler(request),
} satisfies Deno.ServeDefaultExport;

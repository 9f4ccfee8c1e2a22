import { auth, resource } from "./auth.ts";
import { forBrowsers, mcp } from "./mcp.ts";

const guarded = auth.protect(mcp, { accept: ["token"], resource, scopes: ["project:read"] });

export default {
  async fetch(request) {
    if (new URL(request.url).pathname !== "/mcp") return await auth.handler(request);
    const isPreflight = request.method === "OPTIONS";
    return forBrowsers(isPreflight ? new Response(null, { status: 204 }) : await guarded(request));
  },
} satisfies Deno.ServeDefaultExport;

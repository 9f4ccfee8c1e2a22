// Database sessions on Deno Deploy: the platform opens its KV database, and
// AUTH_SECRET, AUTH_GITHUB_ID and AUTH_GITHUB_SECRET come from its settings.
//
// On your machine, with the database in a file:
//   AUTH_SECRET=… AUTH_GITHUB_ID=… AUTH_GITHUB_SECRET=… \
//     deno run --unstable-kv --allow-net --allow-env examples/deno_deploy_kv.ts
import { DenoAuth } from "@x/auth/deno";
import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
import GitHub from "@x/auth/providers/github";

const { handler, auth } = DenoAuth({
  providers: [GitHub],
  adapter: DenoKvAdapter(await Deno.openKv()),
  // Lets users list and end their sessions, with the functions of @x/auth/server.
  session: { revocation: {} },
});

Deno.serve(handler(async (request) => {
  const session = await auth(request);
  return new Response(session ? `Hello ${session.user?.name}` : "Go to /auth/signin");
}));

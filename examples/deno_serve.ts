// AUTH_SECRET=… AUTH_GITHUB_ID=… AUTH_GITHUB_SECRET=… \
//   deno run --allow-net --allow-env examples/deno_serve.ts
import { DenoAuth } from "@x/auth/deno";
import GitHub from "@x/auth/providers/github";

const { handler, auth } = DenoAuth({ providers: [GitHub] });

Deno.serve(handler(async (request) => {
  const session = await auth(request);
  return new Response(session ? `Hello ${session.user?.name}` : "Go to /auth/signin");
}));

import { Auth, type AuthConfig, setEnvDefaults } from "@auth/core";

const config: AuthConfig = { providers: [{ id: "op", name: "OP", type: "oidc" }] };
setEnvDefaults(Deno.env.toObject(), config);

Deno.serve(async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth/")) return await Auth(request, config);
  const url = new URL("/auth/session", request.url);
  const session = await (await Auth(new Request(url, request), config)).json();
  return new Response(session ? `Hello ${session.user.name}` : "Go to /auth/signin");
});

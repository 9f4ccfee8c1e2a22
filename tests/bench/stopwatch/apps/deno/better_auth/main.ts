import { betterAuth } from "better-auth";
import { genericOAuth } from "better-auth/plugins";

const { handler, api } = betterAuth({
  plugins: [genericOAuth({
    config: [{
      providerId: "op",
      clientId: Deno.env.get("AUTH_OP_ID")!,
      clientSecret: Deno.env.get("AUTH_OP_SECRET"),
      discoveryUrl: `${Deno.env.get("AUTH_OP_ISSUER")}/.well-known/openid-configuration`,
      scopes: ["openid", "profile", "email"],
    }],
  })],
});

Deno.serve(async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/api/auth/")) return await handler(request);
  if (pathname === "/signin") {
    const body = { provider: "op", callbackURL: "/" };
    const { headers } = await api.signInSocial({ body, returnHeaders: true });
    return new Response(null, { status: 302, headers });
  }
  const session = await api.getSession({ headers: request.headers });
  return new Response(session ? `Hello ${session.user.name}` : "Go to /signin");
});

import { assertEquals } from "@std/assert";
import Google from "../../../src/providers/google.ts";
import type { ResolvedOAuthProvider } from "../../../src/types/resolved_provider.ts";
import { createConfig } from "../_context.ts";

function resolve(options: Parameters<typeof Google>[0] = {}): ResolvedOAuthProvider {
  const { config } = createConfig({ providers: [Google({ clientId: "c", ...options })] });
  return config.providers.get("google") as ResolvedOAuthProvider;
}

Deno.test("Google() has only an issuer, for discovery", () => {
  const { type, issuer, authorization, token, userinfo, checks } = resolve();
  assertEquals([type, issuer], ["oidc", "https://accounts.google.com"]);
  assertEquals([authorization.url, token.url, userinfo], [undefined, undefined, undefined]);
  assertEquals(checks, ["pkce"]);
});

Deno.test("Google() maps the claims of its ID token", async () => {
  const claims = {
    sub: "10769150350006150715113082367",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    picture: "https://lh3.example/a",
  };
  assertEquals(await resolve().profile(claims, {}), {
    id: claims.sub,
    name: "Ada Lovelace",
    email: "ada@example.com",
    image: "https://lh3.example/a",
  });
});

Deno.test("Google() adds the app's parameters to the discovered endpoint", () => {
  const params = { access_type: "offline", prompt: "consent" };
  assertEquals(resolve({ authorization: { params } }).authorization, { params });
});

import { assertEquals } from "@std/assert";
import { type Account, Auth, type AuthConfig, customFetch, type TokenSet } from "../../mod.ts";
import { createBrowser, createIdp, type HostileModes } from "../../src/tools/testing/mod.ts";
import { APP, SECRET } from "./_rig.ts";

/** A plain OAuth provider on the same server. */
async function signIn(hostile: HostileModes, method?: string, clientSecret?: string) {
  const idp = await createIdp({ issuerParameter: false });
  Object.assign(idp.hostile, hostile);
  const seen: { account?: Account | null; tokens?: TokenSet } = {};
  const config: AuthConfig = {
    providers: [{
      id: "plain",
      name: "Plain",
      type: "oauth",
      authorization: `${idp.issuer}/authorize`,
      token: `${idp.issuer}/token`,
      userinfo: `${idp.issuer}/userinfo`,
      clientId: idp.clientId,
      clientSecret: clientSecret ?? idp.clientSecret,
      client: method ? { token_endpoint_auth_method: method } : undefined,
      [customFetch]: idp.fetch,
      profile(profile, tokens) {
        seen.tokens = tokens;
        return { id: profile.sub, name: profile.name, email: profile.email };
      },
    }],
    callbacks: {
      signIn({ account }) {
        seen.account = account;
        return true;
      },
    },
    secret: SECRET,
    trustHost: true,
    logger: { error: () => {} },
  };
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, config)
        : new Response("app"),
    [idp.issuer]: idp.handler,
  });
  await browser.signIn("plain", { callbackUrl: "/after" });
  return { idp, seen, session: await browser.session() };
}

Deno.test("oauth: reads the user from userinfo and the account from the token set", async () => {
  const { idp, seen, session } = await signIn({});
  assertEquals(session?.user?.email, "ada@example.com");
  assertEquals(seen.account?.providerAccountId, "user-1");
  assertEquals(seen.account?.type, "oauth");
  assertEquals(seen.account?.token_type, "bearer");
  assertEquals(typeof seen.account?.expires_at, "number");
  assertEquals(idp.count("discovery") + idp.count("jwks"), 0);
});

Deno.test("oauth: an ID token is stored, and does not identify the user", async () => {
  const { seen, session } = await signIn({
    signature: "foreign-key",
    idTokenClaims: (claims) => void (claims.name = "Eve"),
  });
  assertEquals(session?.user?.name, "Ada Lovelace");
  assertEquals(typeof seen.tokens?.id_token, "string");
});

Deno.test("oauth: failing userinfo creates no session", async () => {
  for (
    const userinfo of [
      () => new Response("oops", { status: 500 }),
      () => Response.json([]),
      () => Response.json("text"),
    ]
  ) {
    assertEquals((await signIn({ answer: { userinfo } })).session, null);
  }
});

for (const method of ["client_secret_basic", "client_secret_post"]) {
  Deno.test(`oauth: the client authenticates by ${method}`, async () => {
    assertEquals((await signIn({}, method)).session?.user?.name, "Ada Lovelace");
    assertEquals((await signIn({}, method, "wrong")).session, null);
  });
}

Deno.test("oauth: an unknown client authentication method is refused", async () => {
  assertEquals((await signIn({}, "tls_client_auth")).session, null);
});

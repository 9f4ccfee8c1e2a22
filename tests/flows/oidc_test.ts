import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Account, Profile, User } from "../../mod.ts";
import { startFlow } from "./_rig.ts";

Deno.test("OIDC: signs in at a real provider with pkce, state and nonce", async () => {
  await using flow = await startFlow();
  const landing = await flow.signIn();
  assertEquals(landing.url.href, `${flow.origin}/after`);
  const session = await flow.browser.session();
  assertEquals(session?.user, { name: "Ada Lovelace", email: "ada@example.com" });
});

Deno.test("OIDC: with `idToken: false`, reads userinfo of a real provider", async () => {
  await using flow = await startFlow({ idToken: false });
  await flow.signIn({ as: "grace" });
  assertEquals((await flow.browser.session())?.user?.name, "Grace Hopper");
});

for (const authMethod of ["client_secret_basic", "client_secret_post", "none"] as const) {
  Deno.test(`OIDC: signs in with client authentication ${authMethod}`, async () => {
    await using flow = await startFlow(
      { client: { token_endpoint_auth_method: authMethod } },
      {},
      { authMethod },
    );
    await flow.signIn();
    assertEquals((await flow.browser.session())?.user?.name, "Ada Lovelace");
  });
}

Deno.test("OIDC: signs in with explicit endpoints instead of discovered ones", async () => {
  await using flow = await startFlow((op) => ({
    authorization: `${op.issuer}/auth?scope=openid+profile+email`,
    token: `${op.issuer}/token`,
    userinfo: `${op.issuer}/me`,
    jwks_endpoint: `${op.issuer}/jwks`,
  }));
  await flow.signIn();
  assertEquals((await flow.browser.session())?.user?.name, "Ada Lovelace");
});

Deno.test("OIDC: signs in with `wellKnown` instead of an issuer", async () => {
  await using flow = await startFlow((op) => ({
    issuer: undefined,
    wellKnown: `${op.issuer}/.well-known/openid-configuration`,
  }));
  await flow.signIn();
  assertEquals((await flow.browser.session())?.user?.name, "Ada Lovelace");
});

Deno.test("OIDC: scope and parameters of the app reach the provider", async () => {
  await using flow = await startFlow({
    authorization: { params: { scope: "openid email", prompt: "login" } },
  });
  const url = new URL(await flow.browser.start("op", { query: { login_hint: "ada" } }));
  assertEquals(url.searchParams.get("scope"), "openid email");
  assertEquals(url.searchParams.get("prompt"), "login");
  assertEquals(url.searchParams.get("login_hint"), "ada");
  await flow.signIn();
  assertEquals(await flow.browser.session().then((session) => session?.user), {
    email: "ada@example.com",
  });
});

Deno.test("OIDC: accepts a `form_post` answer by POST", async () => {
  await using flow = await startFlow({ authorization: { params: { response_mode: "form_post" } } });
  const url = new URL(await flow.browser.start("op"));
  assertEquals(url.searchParams.get("response_mode"), "form_post");
  const page = await flow.browser.visit(url.href);
  const form = await flow.browser.fetch(page.url.href, {
    method: "POST",
    body: new URLSearchParams({ person: "ada" }),
  });
  let response = form;
  while (response.headers.get("location")) {
    response = await flow.browser.fetch(
      new URL(response.headers.get("location")!, flow.op.issuer).href,
    );
  }
  const html = await response.text();
  const action = /action="([^"]+)"/.exec(html)![1]!;
  const fields = [...html.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) =>
    [name!, value!] as [string, string]
  );
  const landing = await flow.browser.visit(action, {
    method: "POST",
    body: new URLSearchParams(fields),
    from: flow.op.issuer,
  });
  assertEquals(landing.url.origin, flow.origin);
  assertEquals((await flow.browser.session())?.user?.name, "Ada Lovelace");
});

Deno.test("OIDC: a refusal at the provider leads to the sign-in page", async () => {
  await using flow = await startFlow({}, { logger: { error: () => {} } });
  const landing = await flow.signIn({ as: "nobody" });
  assertEquals(landing.url.pathname, "/auth/signin");
  assertEquals(landing.url.searchParams.get("error"), "OAuthCallbackError");
  assertEquals(landing.url.searchParams.get("callbackUrl"), `${flow.origin}/after`);
  assertEquals(await flow.browser.session(), null);
});

Deno.test("OIDC: callbacks and events are called in order, with the documented arguments", async () => {
  const calls: string[] = [];
  const seen: { user?: User; account?: Account | null; profile?: Profile; trigger?: unknown } = {};
  await using flow = await startFlow({}, {
    callbacks: {
      redirect({ url, baseUrl }) {
        calls.push("redirect");
        return url.startsWith("/") ? baseUrl + url : url;
      },
      signIn({ user, account, profile }) {
        calls.push("signIn");
        Object.assign(seen, { user, account, profile });
        return true;
      },
      jwt({ token, trigger, account, profile }) {
        calls.push(`jwt ${trigger}`);
        if (trigger) {
          assertEquals(Object.keys(token).sort(), ["email", "name", "picture", "sub"]);
          assert(account && profile);
          return { ...token, accessToken: account.access_token };
        }
        return token;
      },
      session({ session, token }) {
        calls.push("session");
        assert(token.accessToken);
        return { ...session, provider: "op" };
      },
    },
    events: {
      signIn: ({ isNewUser }) => void calls.push(`event signIn ${isNewUser}`),
      session: ({ session, token }) => void calls.push(`event session ${!!session && !!token}`),
      signOut: (message) => void calls.push(`event signOut ${"token" in message}`),
    },
  });
  await flow.signIn();
  const finishing = calls.slice(calls.lastIndexOf("redirect"));
  assertEquals(finishing, ["redirect", "signIn", "jwt signIn", "event signIn undefined"]);
  assertEquals(seen.account?.provider, "op");
  assertEquals(seen.account?.providerAccountId, "ada");
  assertEquals(seen.account?.type, "oidc");
  assertEquals(seen.account?.token_type, "bearer");
  assert(seen.account?.access_token && seen.account.id_token && seen.account.expires_at);
  assertEquals(seen.profile?.sub, "ada");
  assertMatch(seen.user!.id!, /^[0-9a-f-]{36}$/, "the user's id is generated, not the provider's");

  calls.length = 0;
  const session = await flow.browser.session();
  assertEquals((session as { provider?: string }).provider, "op");
  assertEquals(calls, ["jwt undefined", "session", "event session true"]);
  calls.length = 0;
  await flow.browser.post("/signout");
  assertEquals(calls.at(-1), "event signOut true");
});

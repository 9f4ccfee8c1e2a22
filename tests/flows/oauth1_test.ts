import { assert, assertEquals, assertFalse, assertMatch, assertNotEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { type Account, Auth } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import {
  createBrowser,
  createOAuth1Server,
  serveOAuth1Server,
} from "../../src/tools/testing/mod.ts";
import {
  AGAIN,
  APP,
  assertRefusal,
  assertSignsIn,
  attemptCookies,
  callbackOf,
  createRig,
} from "./_oauth1_rig.ts";
import { overNetwork, SECRET } from "./_rig.ts";
import { OAuth1 } from "../../src/capabilities/oauth1/mod.ts";

Deno.test("oauth1: signs in over the network, with DenoAuth and a store", async () => {
  await using server = serveOAuth1Server();
  const adapter = MemoryAdapter();
  const seen: (Account | null | undefined)[] = [];
  const { handler } = DenoAuth({
    providers: [OAuth1({ id: "test", name: "Test", ...server.provider })],
    adapter,
    secret: SECRET,
    callbacks: {
      signIn({ account }) {
        seen.push(account);
        return true;
      },
    },
  });
  const app = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    handler(() => new Response("app")),
  );
  const origin = `http://localhost:${app.addr.port}`;
  const browser = createBrowser(origin, { [origin]: overNetwork, [server.origin]: overNetwork });
  const landing = await browser.signIn("test", { callbackUrl: "/after" });
  assertEquals(landing.url.href, `${origin}/after`);
  await landing.response.body?.cancel();
  assertEquals((await browser.session())?.user?.email, "ada@example.com");
  assertEquals(server.refusals, []);
  assertEquals(server.requests.map(({ endpoint }) => endpoint), [
    "request_token",
    "authorize",
    "access_token",
    "profile",
  ]);

  assertEquals(seen[0]?.screen_name, "ada");
  const user = (await adapter.getUserByEmail("ada@example.com"))!;
  const [account] = await adapter.listAccounts(user.id);
  const { oauth_token, oauth_token_secret, ...rest } = account!;
  assertEquals(rest, {
    provider: "test",
    type: "oauth",
    providerAccountId: "user-1",
    userId: user.id,
  });
  assertEquals([oauth_token, oauth_token_secret], [
    seen[0]!.oauth_token,
    seen[0]!.oauth_token_secret,
  ]);
  assertMatch(server.requests.at(-1)!.authorization, new RegExp(`oauth_token="${oauth_token}"`));
  await app.shutdown();
});

Deno.test("oauth1: the attempt is one sealed cookie, and its secret is sent nowhere else", async () => {
  const rig = createRig();
  const start = new URL(await rig.browser.start("test", { callbackUrl: "/after" }));
  assertEquals(start.origin + start.pathname, rig.server.provider.authorization);
  assertEquals([...start.searchParams.keys()], ["oauth_token"]);
  const [name] = attemptCookies(rig);
  const cookie = rig.browser.cookies.list("app.example").find((cookie) => cookie.name === name)!;
  assertEquals([cookie.httpOnly, cookie.secure, cookie.sameSite], [true, true, "lax"]);
  assertFalse(cookie.value.includes(start.searchParams.get("oauth_token")!));
  assertFalse(cookie.name.includes(start.searchParams.get("oauth_token")!));
  assertEquals((await rig.browser.visit(start.href)).url.pathname, "/after");
});

Deno.test("oauth1: every form of the version means OAuth 1.0a", async () => {
  for (const version of ["1.0", "1.0a", "1.0A"] as const) {
    await assertSignsIn(createRig({ provider: { version } }));
  }
});

const refusals: [string, Parameters<typeof createRig>[0], RegExp][] = [
  [
    "oauth_problem",
    { hostile: { authorization: (params) => params.set("oauth_problem", "user_refused") } },
    /OAuthCallbackError/,
  ],
  [
    "no verifier",
    { hostile: { authorization: (params) => params.delete("oauth_verifier") } },
    /OAuthCallbackError/,
  ],
  [
    "denied beside a token and a verifier",
    { hostile: { authorization: (params) => params.set("denied", "x") } },
    /OAuthCallbackError/,
  ],
];

Deno.test("oauth1: canceling at the provider leads back to the sign-in page", async () => {
  const rig = createRig();
  rig.server.denies = true;
  const landing = await rig.browser.signIn("test", { callbackUrl: "/after" });
  const page =
    "/auth/signin?error=OAuthCallbackError&callbackUrl=https%3A%2F%2Fapp.example%2Fafter";
  await assertRefusal(rig, landing, /OAuthCallbackError/, page);
  assertEquals(rig.server.count("access_token"), 0);
  rig.server.denies = false;
  await assertSignsIn(rig);
});

for (const [name, options, reason] of refusals) {
  Deno.test(`oauth1: a refusal as ${name} leads to the sign-in page`, async () => {
    const rig = createRig(options);
    const landing = await rig.browser.signIn("test");
    await assertRefusal(rig, landing, reason, "/auth/signin?error=OAuthCallbackError");
    assertEquals(rig.server.count("access_token"), 0);
  });
}

Deno.test("oauth1: a refusal of an unknown attempt changes nothing", async () => {
  const rig = createRig();
  await rig.browser.start("test");
  const landing = await rig.browser.visit("/auth/callback/test?denied=of-another-browser");
  assertEquals(landing.url.href, APP + AGAIN);
  assertEquals(attemptCookies(rig).length, 1);
});

Deno.test("oauth1: a wrong verifier creates no session", async () => {
  const rig = createRig({
    hostile: { authorization: (params) => params.set("oauth_verifier", "guess") },
  });
  await assertRefusal(rig, await rig.browser.signIn("test"), /access token.+answered 401/);
  assertEquals(rig.server.refusals, ["its verifier is wrong"]);
});

Deno.test("oauth1: a wrong client secret gets no request token", async () => {
  const rig = createRig({ provider: { clientSecret: "wrong" } });
  await assertRefusal(rig, await rig.browser.signIn("test"), /request token.+answered 401/);
  assertEquals(rig.server.refusals, ["its signature is wrong"]);
});

Deno.test("oauth1: signIn adds parameters, but cannot replace the token or the callback", async () => {
  const rig = createRig();
  const query = {
    oauth_token: "x",
    oauth_callback: "https://evil.example",
    oauth_verifier: "x",
    callbackUrl: "/after",
    force_login: "true",
  };
  const { searchParams } = new URL(await rig.browser.start("test", { query }));
  assertEquals([...searchParams.keys()].sort(), ["force_login", "oauth_token"]);
  assertNotEquals(searchParams.get("oauth_token"), "x");
  const { authorization } = rig.server.requests[0]!;
  const callback = encodeURIComponent(`${APP}/auth/callback/test`);
  assert(authorization.includes(`oauth_callback="${callback}"`), authorization);
});

Deno.test("oauth1: parameters of endpoints are sent and signed", async () => {
  const server = createOAuth1Server();
  const { requestTokenUrl, authorization, token, userinfo } = server.provider;
  const rig = createRig({
    server,
    provider: {
      requestTokenUrl: `${requestTokenUrl}?x_auth_access_type=read&a=%20b`,
      authorization: { url: authorization, params: { lang: "de" } },
      token: { url: token, params: { "c@": "" } },
      userinfo: { url: userinfo, params: { fields: "id,name", z: "*" } },
    },
  });
  await assertSignsIn(rig);
  assertEquals(server.requests.map(({ url }) => new URL(url).search.replace(/oauth_.*/, "")), [
    "?x_auth_access_type=read&a=%20b",
    "?lang=de&",
    "?c%40=",
    "?fields=id%2Cname&z=*",
  ]);
});

Deno.test("oauth1: the callback accepts only GET", async () => {
  const rig = createRig();
  const url = await callbackOf(rig);
  const response = await rig.browser.fetch(url, { method: "POST", body: new URLSearchParams() });
  assertEquals(response.status, 400);
  assertEquals((await rig.browser.visit(url)).url.href, `${APP}/after`);
});

Deno.test("oauth1: calls the app's `conform`, `userinfo.request`, `profile` and `account`", async () => {
  const adapter = MemoryAdapter();
  const server = createOAuth1Server();
  const rig = createRig({
    server,
    config: { adapter },
    hostile: {
      answer: {
        async access_token(response) {
          return Response.json(Object.fromEntries(new URLSearchParams(await response.text())));
        },
      },
    },
    provider: {
      token: {
        url: server.provider.token,
        conform: async (response) =>
          new Response(new URLSearchParams(await response.json()).toString()),
      },
      userinfo: {
        request: ({ tokens, provider }) => {
          assertEquals(provider.callbackUrl, `${APP}/auth/callback/test`);
          return { handle: tokens.screen_name };
        },
      },
      profile: (profile) => ({
        id: String(profile.handle),
        name: "Ada Lovelace",
        email: "ada@example.com",
      }),
      account: ({ oauth_token, screen_name }) => ({ oauth_token, screen_name }),
    },
  });
  await assertSignsIn(rig);
  const user = (await adapter.getUserByEmail("ada@example.com"))!;
  const [account] = await adapter.listAccounts(user.id);
  assertEquals(account!.providerAccountId, "ada");
  assertEquals(account!.screen_name, "ada");
  assertEquals(account!.oauth_token_secret, undefined);
});

Deno.test("oauth1: a `profile` that throws leads to the sign-in page", async () => {
  const rig = createRig({
    provider: {
      profile: () => {
        throw new Error("odd");
      },
    },
  });
  const landing = await rig.browser.signIn("test");
  await assertRefusal(rig, landing, /OAuthProfileParseError/, "/auth/signin?error=Configuration");
});

Deno.test("oauth1: a redirect proxy forwards answers and refusals to the deployment that asked", async () => {
  const PROXY = "https://proxy.example";
  for (const denies of [false, true]) {
    const rig = createRig({ config: { redirectProxyUrl: `${PROXY}/auth` } });
    rig.server.denies = denies;
    const proxy = createRig({
      server: rig.server,
      config: { redirectProxyUrl: `${PROXY}/auth` },
    });
    const url = new URL(await callbackOf(rig));
    assertEquals(url.origin + url.pathname, `${PROXY}/auth/callback/test`);
    // The proxy shares the secret, but has no data of the attempt.
    const forwarded = await Auth(new Request(url), proxy.config);
    const target = forwarded.headers.get("location")!;
    assertEquals(new URL(target).origin + new URL(target).pathname, `${APP}/auth/callback/test`);
    assertEquals(forwarded.headers.getSetCookie(), []);
    const landing = await rig.browser.visit(target);
    assertEquals(
      landing.url.href,
      denies
        ? `${APP}/auth/signin?error=OAuthCallbackError&callbackUrl=https%3A%2F%2Fapp.example%2Fafter`
        : `${APP}/after`,
    );
  }
});

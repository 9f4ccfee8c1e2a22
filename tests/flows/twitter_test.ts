import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, customFetch } from "../../mod.ts";
import Twitter, { type TwitterProfile } from "../../src/capabilities/oauth1/twitter_provider.ts";
import { createBrowser, createIdp, createOAuth1Server } from "../../src/tools/testing/mod.ts";
import { SECRET } from "./_rig.ts";

const APP = "https://app.example";

const me: TwitterProfile = {
  data: {
    id: "2244994945",
    name: "Ada",
    username: "ada",
    profile_image_url: "https://pbs.example/ada.jpg",
  },
};

function appOf(config: AuthConfig) {
  return (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response("");
}

Deno.test("twitter: signs in with OAuth 1.0a by default", async () => {
  const server = createOAuth1Server({
    origin: "https://api.x.com",
    clientId: "key",
    clientSecret: "key secret",
    user: { ...me },
    paths: {
      request_token: "/oauth/request_token",
      authorize: "/oauth/authenticate",
      access_token: "/oauth/access_token",
      profile: "/2/users/me",
    },
  });
  const adapter = MemoryAdapter();
  const config: AuthConfig = {
    providers: [
      Twitter({ clientId: "key", clientSecret: "key secret", [customFetch]: server.fetch }),
    ],
    adapter,
    session: { strategy: "jwt" },
    secret: SECRET,
    trustHost: true,
  };
  const browser = createBrowser(APP, { [APP]: appOf(config), [server.origin]: server.handler });
  const landing = await browser.signIn("twitter", { callbackUrl: "/after" });
  assertEquals(landing.url.href, `${APP}/after`);
  const user = (await browser.session())?.user;
  assertEquals([user?.name, user?.image], ["Ada", "https://pbs.example/ada.jpg"]);
  assertEquals(server.refusals, []);
  assertEquals(new URL(server.requests.at(-1)!.url).search, "?user.fields=profile_image_url");
  const account = (await adapter.getAccount!("2244994945", "twitter"))!;
  assertEquals(Object.keys(account).sort(), [
    "oauth_token",
    "oauth_token_secret",
    "provider",
    "providerAccountId",
    "type",
    "userId",
  ]);
});

Deno.test('twitter: signs in with OAuth 2.0 with `version: "2.0"`, as the same account', async () => {
  const idp = await createIdp({ issuerParameter: false, user: { sub: "x", ...me } });
  const adapter = MemoryAdapter();
  const asked: string[] = [];
  // The hosts and paths of X, served in process.
  const paths: Record<string, string> = {
    "https://api.x.com/2/oauth2/token": "/token",
    "https://api.x.com/2/users/me?user.fields=profile_image_url": "/userinfo",
  };
  const config: AuthConfig = {
    providers: [Twitter({
      clientId: idp.clientId,
      clientSecret: idp.clientSecret,
      version: "2.0",
      [customFetch]: (input, init) => {
        const request = new Request(input, init);
        asked.push(request.url);
        return idp.fetch(new Request(idp.issuer + paths[request.url], request));
      },
    })],
    adapter,
    session: { strategy: "jwt" },
    secret: SECRET,
    trustHost: true,
  };
  const browser = createBrowser(APP, {
    [APP]: appOf(config),
    "https://x.com": (request) =>
      idp.handler(new Request(idp.issuer + "/authorize" + new URL(request.url).search)),
  });
  const start = new URL(await browser.start("twitter", { callbackUrl: "/after" }));
  assertEquals(start.origin + start.pathname, "https://x.com/i/oauth2/authorize");
  assertEquals(start.searchParams.get("scope"), "users.read tweet.read offline.access");
  assertEquals(start.searchParams.get("code_challenge_method"), "S256");
  assertEquals((await browser.visit(start.href)).url.href, `${APP}/after`);
  assertEquals((await browser.session())?.user?.name, "Ada");
  assertEquals(asked, Object.keys(paths));
  const account = (await adapter.getAccount!("2244994945", "twitter"))!;
  assertEquals(typeof account.access_token, "string");
  assertEquals(typeof account.refresh_token, "string");
  assertEquals(account.oauth_token, undefined);
});

for (const status of [401, 403, 404]) {
  Deno.test(`twitter: where X refuses the request token (${status}), the log names \`version\``, async () => {
    for (const version of [undefined, "1.0a", "2.0"] as const) {
      const lines: string[] = [];
      const config: AuthConfig = {
        providers: [Twitter({
          clientId: "id of OAuth 2.0",
          clientSecret: "secret",
          version,
          [customFetch]: () => Promise.resolve(new Response("no", { status })),
        })],
        secret: SECRET,
        trustHost: true,
        logger: { error: (error) => void lines.push(Deno.inspect(error)) },
      };
      const browser = createBrowser(APP, {
        [APP]: appOf(config),
        "https://x.com": () => new Response(""),
      });
      await browser.start("twitter");
      const line = lines.join("\n");
      assertEquals(line.includes(`answered ${status}`), version !== "2.0");
      assertEquals(line.includes('set `version: "2.0"`'), version === undefined, line);
    }
  });
}

Deno.test("twitter: requests more of the profile with `user.fields` and `expansions`", async () => {
  const server = createOAuth1Server({
    origin: "https://api.x.com",
    user: {
      data: { ...me.data, email: "Ada@Example.com", pinned_tweet_id: "7" },
      includes: { tweets: [{ id: "7", text: "Hello" }] },
    },
    paths: {
      request_token: "/oauth/request_token",
      authorize: "/oauth/authenticate",
      access_token: "/oauth/access_token",
      profile: "/2/users/me",
    },
  });
  const pinned: (string | undefined)[] = [];
  const config: AuthConfig = {
    providers: [Twitter({
      clientId: server.clientId,
      clientSecret: server.clientSecret,
      userinfo: {
        params: {
          "user.fields": "profile_image_url,pinned_tweet_id",
          expansions: "pinned_tweet_id",
        },
      },
      profile({ data, includes }) {
        pinned.push(includes?.tweets?.[0]?.text);
        return { id: data.id, name: data.username, email: data.email };
      },
      [customFetch]: server.fetch,
    })],
    secret: SECRET,
    trustHost: true,
  };
  const browser = createBrowser(APP, { [APP]: appOf(config), [server.origin]: server.handler });
  await browser.signIn("twitter");
  assertEquals((await browser.session())?.user?.email, "ada@example.com");
  assertEquals(pinned, ["Hello"]);
  assertEquals(Object.fromEntries(new URL(server.requests.at(-1)!.url).searchParams), {
    "user.fields": "profile_image_url,pinned_tweet_id",
    expansions: "pinned_tweet_id",
  });
});

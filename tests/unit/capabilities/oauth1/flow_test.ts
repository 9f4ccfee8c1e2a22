import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { AuthError, customFetch, type OAuth2Config, type Profile } from "../../../../mod.ts";
import { InvalidCheck, OAuthCallbackError } from "../../../../src/errors.ts";
import { oauth1Flow } from "../../../../src/capabilities/oauth1/flow.ts";
import { createOAuth1Server } from "../../../../src/tools/testing/mod.ts";
import type { Identity } from "../../../../src/types/identity.ts";
import { APP, createTestContext, providerOf, toCookieHeader } from "../../_context.ts";
import { OAuth1 } from "../../../../src/capabilities/oauth1/mod.ts";

/** Starts, signs in at the server, and returns the parameters of the callback. */
async function signIn(
  overrides: Partial<OAuth2Config<Profile>> = {},
  change: (answer: URLSearchParams) => void = () => {},
) {
  const server = createOAuth1Server();
  const made = OAuth1<Profile>({ id: "test", name: "Test", ...server.provider });
  const providers = [{
    ...made,
    // In the form that apps pass to a provider function.
    options: { [customFetch]: server.fetch },
    ...overrides,
  }] as OAuth2Config<Profile>[];
  const { ctx } = await createTestContext({
    path: "signin/test?lang=de&oauth_token=evil",
    form: { callbackUrl: "/after" },
    config: { providers },
  });
  const { redirect } = await oauth1Flow.start!(ctx, providerOf(ctx));
  const start = new URL(redirect!);
  const answer = new URL((await server.handler(new Request(start))).headers.get("location")!);
  change(answer.searchParams);
  const back = await createTestContext({
    path: `callback/test${answer.search}`,
    cookie: toCookieHeader(ctx),
    config: { providers },
  });
  return {
    start,
    ctx: back.ctx,
    finish: async () => await oauth1Flow.finish(back.ctx, providerOf(back.ctx)) as Identity,
  };
}

Deno.test("oauth1Flow redirects to the provider with its request token, and returns the user", async () => {
  const { start, finish, ctx } = await signIn();
  assertEquals(start.searchParams.get("lang"), "de");
  assertEquals(start.searchParams.getAll("oauth_token").includes("evil"), false);
  const { user, account } = await finish();
  assertEquals(user.name, "Ada Lovelace");
  assertEquals(account.type, "oauth");
  assertMatch(String(account.oauth_token), /.+/);
  assertEquals(ctx.callbackUrl, `${APP}/after`);
});

Deno.test("oauth1Flow refuses tokens that this browser did not request, and denials", async () => {
  const other = await signIn({}, (answer) => answer.set("oauth_token", "other"));
  await assertRejects(other.finish, InvalidCheck);
  const none = await signIn({}, (answer) => answer.delete("oauth_token"));
  await assertRejects(none.finish, InvalidCheck, "no token");
  const unverified = await signIn({}, (answer) => answer.delete("oauth_verifier"));
  await assertRejects(unverified.finish, OAuthCallbackError);
});

Deno.test("oauth1Flow passes the app's fetch to the app's `userinfo.request` under `customFetch`", async () => {
  const profile = { id: "9", name: "Read by the app" };
  const asked: string[] = [];
  const { finish } = await signIn({
    userinfo: {
      url: "https://api.example/me",
      request: async ({ provider }) => {
        const own: typeof fetch = provider[customFetch];
        await (await own(`${new URL(provider.token.url).origin}/nowhere`)).body?.cancel();
        asked.push(provider.signinUrl, provider.callbackUrl);
        return profile;
      },
    },
  });
  assertEquals((await finish()).user.name, "Read by the app");
  assertEquals(asked, [`${APP}/auth/signin/test`, `${APP}/auth/callback/test`]);
});

Deno.test("oauth1Flow.start() wraps errors with the provider's id", async () => {
  const refused: typeof fetch = () => Promise.resolve(new Response("no", { status: 401 }));
  const error = await assertRejects(
    () => signIn({ options: { [customFetch]: refused } }),
    AuthError,
    "Cannot start",
  );
  assertEquals(error.cause?.provider, "test");
});

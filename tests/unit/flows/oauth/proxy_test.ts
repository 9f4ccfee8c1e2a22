import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { decode, encode } from "../../../../mod.ts";
import { InvalidCheck } from "../../../../src/errors.ts";
import { createState, forward, isOnProxy } from "../../../../src/flows/oauth/proxy.ts";
import { APP, createTestContext, providerOf, SECRET } from "../../_context.ts";

const PROXY = "https://stable.example";
const redirectProxyUrl = `${PROXY}/auth`;

async function at(origin: string, config: { redirectProxyOrigins?: string[] } = {}) {
  const { ctx } = await createTestContext({
    path: "callback/acme",
    origin,
    config: { redirectProxyUrl, ...config },
  });
  return { ctx, provider: providerOf(ctx) };
}

const seal = (origin: unknown, secret = SECRET, salt = "encodedState") =>
  encode({ token: { origin, random: "r" }, secret, salt, maxAge: 900 });

Deno.test("isOnProxy() compares origins", async () => {
  const on = async (origin: string) => {
    const { ctx, provider } = await at(origin);
    return isOnProxy(ctx, provider);
  };
  assertEquals(await on(PROXY), true);
  assertEquals(await on(APP), false);
  const { ctx } = await createTestContext({ path: "callback/acme" });
  assertEquals(isOnProxy(ctx, providerOf(ctx)), false);
});

Deno.test("createState() seals the callback on other deployments, and is random on the proxy", async () => {
  const away = await at(APP);
  const state = await createState(away.ctx, away.provider);
  const payload = await decode<{ origin: string; random: string }>({
    token: state,
    secret: SECRET,
    salt: "encodedState",
  });
  assertEquals(payload?.origin, `${APP}/auth/callback/acme`);
  assertMatch(payload!.random, /^[\w-]{43}$/);
  const here = await at(PROXY);
  assertMatch(await createState(here.ctx, here.provider), /^[\w-]{43}$/);
});

Deno.test("forward() redirects an answer with all its parameters to the deployment of the attempt", async () => {
  const { ctx, provider } = await at(PROXY);
  const state = await seal(`${APP}/auth/callback/acme`);
  const params = { code: "a b", state, error: "" };
  const { redirect } = (await forward(ctx, provider, params))!;
  const url = new URL(redirect);
  assertEquals(url.origin + url.pathname, `${APP}/auth/callback/acme`);
  assertEquals(Object.fromEntries(url.searchParams), params);
});

Deno.test("forward() does not forward answers of this deployment", async () => {
  const { ctx, provider } = await at(PROXY);
  const here = await seal(`${PROXY}/auth/callback/acme`);
  const withoutOrigin = await seal(undefined);
  for (const state of [undefined, "plain-random", here, withoutOrigin]) {
    const params: Record<string, string> = state === undefined ? {} : { state };
    assertEquals(await forward(ctx, provider, params), undefined);
  }
  const away = await at(APP);
  assertEquals(
    await forward(away.ctx, away.provider, { state: await seal("https://x.example") }),
    undefined,
  );
});

const refused: [string, () => string | Promise<string>, RegExp][] = [
  [
    "that another secret sealed",
    () => seal(`${APP}/auth/callback/acme`, "another-secret-of-32-characters-or-more"),
    /secret/,
  ],
  [
    "that was sealed for another purpose",
    () => seal(`${APP}/auth/callback/acme`, SECRET, "authjs.attempt"),
    /secret/,
  ],
  ["that is an invalid token of five parts", () => "a.b.c.d.e", /secret/],
  ["with a javascript: URL", () => seal("javascript:alert(1)//callback/acme"), /web URL/],
  ["that is not a URL", () => seal("nowhere"), /web URL/],
  ["with another path", () => seal(`${APP}/elsewhere`), /callback of this provider/],
  ["with another provider", () => seal(`${APP}/auth/callback/other`), /callback of this/],
];
for (const [name, state, reason] of refused) {
  Deno.test(`forward() refuses a state ${name}`, async () => {
    const { ctx, provider } = await at(PROXY);
    const params = { state: await state() };
    const error = await assertRejects(() => forward(ctx, provider, params), InvalidCheck);
    assertMatch(error.message, reason);
  });
}

Deno.test("forward() refuses a state after fifteen minutes", async () => {
  using time = new FakeTime();
  const { ctx, provider } = await at(PROXY);
  const params = { state: await seal(`${APP}/auth/callback/acme`) };
  time.tick((15 * 60 + 16) * 1000);
  await assertRejects(() => forward(ctx, provider, params), InvalidCheck);
});

const patterns: [string, string, boolean][] = [
  ["https://app.example", "https://app.example", true],
  ["https://app-*.example", "https://app-12-b.example", true],
  ["https://APP-*.example", "https://app-1.example", true],
  ["https://app-*.example", "https://app-.example", false],
  ["https://app-*.example", "https://app-1.evil.example", false],
  ["https://app-*.example", "https://app-1.example.evil.example", false],
  ["https://app-*.example", "https://app-1.example:444", false],
  ["https://app-*.example", "http://app-1.example", false],
  ["https://app.example", "https://appxexample", false],
  ["https://*", "https://app.example", false],
];
for (const [pattern, origin, allowed] of patterns) {
  Deno.test(`forward() with the pattern ${pattern} ${allowed ? "accepts" : "refuses"} ${origin}`, async () => {
    const { ctx, provider } = await at(PROXY, { redirectProxyOrigins: ["https://x", pattern] });
    const params = { state: await seal(`${origin}/auth/callback/acme`) };
    if (allowed) {
      assertEquals(new URL((await forward(ctx, provider, params))!.redirect).origin, origin);
    } else {await assertRejects(
        () => forward(ctx, provider, params),
        InvalidCheck,
        "redirectProxyOrigins",
      );}
  });
}

Deno.test("forward() refuses every state when the list of origins is empty", async () => {
  const { ctx, provider } = await at(PROXY, { redirectProxyOrigins: [] });
  const params = { state: await seal(`${APP}/auth/callback/acme`) };
  await assertRejects(() => forward(ctx, provider, params), InvalidCheck);
});

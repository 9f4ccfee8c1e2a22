import { assertEquals, assertRejects } from "@std/assert";
import { InvalidCallbackUrl } from "../../../src/errors.ts";
import { carryTarget, rememberedTarget, targetToKeep } from "../../../src/request/callback_url.ts";
import { APP, createTestContext, outgoing } from "../_context.ts";

const COOKIE = "__Secure-authjs.callback-url";
const remembered = (url: string) => `${COOKIE}=${encodeURIComponent(url)}`;

Deno.test("settleCallbackUrl() prefers the body, then the query, then the cookie, then the origin", async () => {
  const cookie = remembered("/cookie");
  const settle = async (request: Parameters<typeof createTestContext>[0]) =>
    (await createTestContext(request)).ctx.callbackUrl;
  const path = "signin?callbackUrl=/query";
  assertEquals(await settle({ path, form: { callbackUrl: "/body" }, cookie }), `${APP}/body`);
  assertEquals(await settle({ path, form: { other: "1" }, cookie }), `${APP}/query`);
  assertEquals(await settle({ path: "signin", cookie }), `${APP}/cookie`);
  assertEquals(await settle({ path: "signin" }), APP);
});

Deno.test("settleCallbackUrl() stores the request's callback URL, only when it changed", async () => {
  const named = await createTestContext({ path: "signin?callbackUrl=/a" });
  assertEquals(outgoing(named.ctx), [`${COOKIE}=${APP}/a`]);
  const same = { path: "signin?callbackUrl=/a", cookie: remembered(`${APP}/a`) };
  assertEquals(outgoing((await createTestContext(same)).ctx), []);
  assertEquals(outgoing((await createTestContext({ path: "signin" })).ctx), []);
});

Deno.test("settleCallbackUrl() does not call the app for actions without a redirect", async () => {
  const asked: string[] = [];
  const callbacks = {
    redirect: ({ url }: { url: string }) => {
      asked.push(url);
      return url;
    },
  };
  for (const path of ["session", "csrf", "providers", "error"]) {
    const { ctx } = await createTestContext({
      path,
      cookie: remembered("/cookie"),
      config: { callbacks },
    });
    assertEquals(ctx.callbackUrl, APP);
  }
  assertEquals(asked, []);
  await createTestContext({ path: "signout", cookie: remembered("/x"), config: { callbacks } });
  assertEquals(asked, ["/x"]);
});

Deno.test("settleCallbackUrl() asks the `redirect` callback with the origin for an act that names no target", async () => {
  const asked: string[] = [];
  const callbacks = {
    redirect: ({ url, baseUrl }: { url: string; baseUrl: string }) => {
      asked.push(url);
      return url === baseUrl ? `${baseUrl}/dashboard` : url;
    },
  };
  const config = { callbacks };
  const acts: Parameters<typeof createTestContext>[0][] = [
    { path: "signin", form: {} },
    { path: "signin", form: { callbackUrl: "" } },
    { path: "signout", form: {} },
    { path: "callback/acme" },
    // A stale or planted cookie names none.
    { path: "signout", form: {}, cookie: remembered("javascript:alert(1)") },
  ];
  for (const act of acts) {
    const { ctx } = await createTestContext({ ...act, config });
    assertEquals(ctx.callbackUrl, `${APP}/dashboard`, act?.path);
    assertEquals(outgoing(ctx), []);
  }
  assertEquals(asked, acts.map(() => APP));
  // A page goes nowhere by itself.
  const page = await createTestContext({ path: "signin", config });
  assertEquals([page.ctx.callbackUrl, asked.length], [APP, acts.length]);
});

Deno.test("settleCallbackUrl() makes a path of the `redirect` callback absolute", async () => {
  const { ctx } = await createTestContext({
    path: "signin?callbackUrl=https://elsewhere.example",
    config: { callbacks: { redirect: () => "/always" } },
  });
  assertEquals(ctx.callbackUrl, `${APP}/always`);
});

Deno.test("settleCallbackUrl() returns the result of the `redirect` callback", async () => {
  const { ctx } = await createTestContext({
    path: "signin?callbackUrl=/a",
    config: {
      callbacks: { redirect: ({ url, baseUrl }) => `https://other.example${url}#${baseUrl}` },
    },
  });
  assertEquals(ctx.callbackUrl, `https://other.example/a#${APP}`);
});

Deno.test("settleCallbackUrl() refuses a callback URL of the request that is not a web URL", async () => {
  for (const url of ["javascript:alert(1)", "nonsense", "data:text/html,x", "mailto:a@b.example"]) {
    const path = `signin?callbackUrl=${encodeURIComponent(url)}`;
    await assertRejects(() => createTestContext({ path }), InvalidCallbackUrl);
    // In a cookie, it is stale or planted, and is ignored.
    const { ctx } = await createTestContext({ path: "signin", cookie: remembered(url) });
    assertEquals(ctx.callbackUrl, APP);
  }
});

Deno.test("settleCallbackUrl() refuses a callback URL of JSON that is not a string", async () => {
  for (const callbackUrl of [1, true, {}, ["/a"], { toString: "x" }]) {
    await assertRejects(
      () => createTestContext({ path: "signin", json: { callbackUrl } }),
      InvalidCallbackUrl,
    );
  }
});

Deno.test("settleCallbackUrl() treats an empty callback URL as the origin, and null as absent", async () => {
  const cookie = remembered("/x");
  const empty = await createTestContext({ path: "signin?callbackUrl=", cookie });
  assertEquals(empty.ctx.callbackUrl, APP);
  const none = await createTestContext({ path: "signin", json: { callbackUrl: null }, cookie });
  assertEquals(none.ctx.callbackUrl, `${APP}/x`);
});

Deno.test("settleCallbackUrl() refuses a lone surrogate, which no cookie can contain", async () => {
  for (const callbackUrl of ["/\ud800", `${APP}/\udfff`]) {
    await assertRejects(
      () => createTestContext({ path: "signin", json: { callbackUrl } }),
      InvalidCallbackUrl,
    );
  }
});

Deno.test("settleCallbackUrl() does not store a URL that is too long for a cookie", async () => {
  const settle = async (length: number, letter = "a") => {
    const callbackUrl = `${APP}/`.padEnd(length, letter);
    const { ctx } = await createTestContext({ path: "signin", json: { callbackUrl } });
    return [ctx.callbackUrl.length, outgoing(ctx).length];
  };
  assertEquals(await settle(1700), [1700, 1]);
  assertEquals(await settle(1801), [APP.length, 0]);
  // Each of these needs six characters in a cookie.
  assertEquals(await settle(310, "\u0430"), [310, 1]);
  assertEquals(await settle(330, "\u0430"), [APP.length, 0]);
});

Deno.test("settleCallbackUrl() stores a URL only of requests that load a page", async () => {
  const stored = async (dest?: string) => {
    const headers: Record<string, string> = dest === undefined ? {} : { "sec-fetch-dest": dest };
    const { ctx } = await createTestContext({ path: "signin?callbackUrl=/a", headers });
    assertEquals(ctx.callbackUrl, `${APP}/a`);
    return outgoing(ctx).length;
  };
  assertEquals([await stored(), await stored("document")], [1, 1]);
  for (const dest of ["image", "empty", "script", "style", "iframe", "manifest", ""]) {
    assertEquals(await stored(dest), 0, dest);
  }
});

Deno.test("carryTarget() keeps the target in the cookie, or names it where it must not be written", async () => {
  const cookie = remembered("/other");
  const carry = async (headers: Record<string, string>, callbackUrl?: string) => {
    const path = callbackUrl === undefined ? "callback/acme" : `signin?callbackUrl=${callbackUrl}`;
    const { ctx } = await createTestContext({ path, headers, cookie });
    return [carryTarget(ctx), outgoing(ctx)];
  };
  assertEquals(await carry({}, "/a"), [undefined, [`${COOKIE}=${APP}/a`]]);
  assertEquals(await carry({ "sec-fetch-dest": "empty" }, "/a"), [`${APP}/a`, []]);
  assertEquals(await carry({ "sec-fetch-dest": "empty" }, "/"), [`${APP}/`, []]);
});

Deno.test("targetToKeep() leaves out the origin, unless the cookie leads elsewhere", async () => {
  const keep = async (path: string, cookie?: string) =>
    targetToKeep((await createTestContext({ path, ...cookie ? { cookie } : {} })).ctx);
  assertEquals(await keep("signin"), undefined);
  assertEquals(await keep(`signin?callbackUrl=${APP}`), undefined);
  assertEquals(await keep(`signin?callbackUrl=${APP}`, remembered(`${APP}/x`)), APP);
  assertEquals(await keep("signin?callbackUrl=/a"), `${APP}/a`);
});

Deno.test("rememberedTarget() ignores a planted cookie", async () => {
  const remember = async (path: string, url: string) =>
    rememberedTarget((await createTestContext({ path, cookie: remembered(url) })).ctx);
  assertEquals(await remember("error", "/x"), "/x");
  assertEquals(await remember("error?callbackUrl=/y", "/x"), "/y");
  assertEquals(await remember("error", "javascript:alert(1)"), undefined);
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import { PayloadTooLarge, UnknownAction, UnsupportedMediaType } from "../../../src/errors.ts";
import { MAX_BODY_BYTES, resolveSizes } from "../../../src/config/defaults.ts";
import { NO_PATHS } from "../../../src/http/paths.ts";
import { parseRequest } from "../../../src/request/parse.ts";

const APP = "https://app.example";
const parse = (path: string, init?: RequestInit, basePath = "/auth") =>
  parseRequest(new Request(APP + path, init), {
    basePath,
    enabledPaths: NO_PATHS,
    endpoints: new Map(),
    sizes: resolveSizes({ providers: [] }),
  });
const post = (body: BodyInit, type?: string): RequestInit => ({
  method: "POST",
  body,
  ...type ? { headers: { "content-type": type } } : {},
});

Deno.test("parseRequest() reads origin, action, provider, query and cookies", async () => {
  const headers = { cookie: "a=1", "x-auth-return-redirect": "1" };
  const parsed = await parse("/auth/callback/acme?code=1&state=2#part", { headers });
  assertEquals(parsed.origin, APP);
  assertEquals(parsed.action, "callback");
  assertEquals(parsed.providerId, "acme");
  assertEquals(parsed.method, "GET");
  assertEquals({ ...parsed.query }, { code: "1", state: "2" });
  assertEquals(parsed.body, undefined);
  assertEquals(parsed.cookieHeader, "a=1");
  assertEquals(parsed.returnRedirect, true);
  assertEquals((await parse("/auth/session")).returnRedirect, false);
});

Deno.test("parseRequest() accepts any base path, the root included", async () => {
  assertEquals((await parse("/session", {}, "")).action, "session");
  assertEquals((await parse("/a/b/signin/acme", {}, "/a/b")).providerId, "acme");
  await assertRejects(() => parse("/auth/session", {}, "/api/auth"), UnknownAction);
});

Deno.test("parseRequest() ignores empty segments, and a provider called undefined", async () => {
  assertEquals((await parse("/auth//signin///acme//")).providerId, "acme");
  assertEquals((await parse("/auth/signin/undefined")).providerId, undefined);
});

Deno.test("parseRequest() rejects a third path segment, and a provider after an action without one", async () => {
  for (const path of ["signin/acme/x", "session/acme", "csrf/acme", "error/acme", "nope", ""]) {
    await assertRejects(() => parse(`/auth/${path}`), UnknownAction);
  }
});

Deno.test("parseRequest() accepts only GET, HEAD and POST", async () => {
  for (const method of ["GET", "HEAD", "POST"]) {
    assertEquals((await parse("/auth/session", { method })).method, method as "GET");
  }
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "X-Y"]) {
    await assertRejects(() => parse("/auth/session", { method }), UnknownAction, "GET and POST");
  }
});

Deno.test("parseRequest() keeps the last value of a name, without a prototype", async () => {
  const { query, body } = await parse("/auth/signin?a=1&a=2&__proto__=x", {
    method: "POST",
    body: new URLSearchParams([["b", "1"], ["b", "2"], ["constructor", "x"]]),
  });
  assertEquals(query.a, "2");
  assertEquals(Object.getPrototypeOf(query), null);
  assertEquals(Object.keys(query), ["a"]);
  assertEquals(Object.keys(body!), ["b", "constructor"]);
  assertEquals(body?.b, "2");
  assertEquals(Object.getPrototypeOf(body), null);
  assertEquals(body?.toString, undefined);
});

Deno.test("parseRequest() reads JSON objects with nested values", async () => {
  const { body } = await parse(
    "/auth/signin",
    post('{"n":{"deep":[1]},"text":"x"}', "APPLICATION/JSON; charset=utf-8"),
  );
  assertEquals({ ...body }, { n: { deep: [1] }, text: "x" });
  assertEquals(Object.getPrototypeOf(body), null);
});

const POISON = '{"admin":true}';
const poisoned: [string, string, Record<string, unknown>][] = [
  ["`__proto__`", `{"a":1,"__proto__":${POISON}}`, { a: 1 }],
  ["`__proto__` in escapes", `{"a":1,"\\u005f_proto\\u005F_":${POISON}}`, { a: 1 }],
  ["a nested `__proto__`", `{"a":{"b":[{"__proto__":${POISON},"c":1}]}}`, { a: { b: [{ c: 1 }] } }],
  ["a path to a prototype", `{"a":{"constructor":{"prototype":${POISON}}}}`, { a: {} }],
  [
    "no ordinary field",
    '{"constructor":"Lotus","prototype":"Lotus 49","a":{"constructor":{"name":"Lotus"}}}',
    { constructor: "Lotus", prototype: "Lotus 49", a: { constructor: { name: "Lotus" } } },
  ],
];
for (const [what, text, expected] of poisoned) {
  Deno.test(`parseRequest() removes ${what} from a JSON body`, async () => {
    const { body } = await parse("/auth/signin", post(text, "application/json"));
    assertEquals(JSON.stringify(body), JSON.stringify(expected));
  });
}

Deno.test("parseRequest() rejects JSON that is malformed or not an object", async () => {
  for (const text of ["{", "[1]", "null", '"text"', "1"]) {
    await assertRejects(() => parse("/auth/signin", post(text, "application/json")), UnknownAction);
  }
});

Deno.test("parseRequest() rejects other types of bodies, and accepts empty ones", async () => {
  await assertRejects(() => parse("/auth/signin", post("a=1")), UnsupportedMediaType);
  await assertRejects(() => parse("/auth/signin", post(new FormData())), UnsupportedMediaType);
  assertEquals((await parse("/auth/signin", { method: "POST" })).body, undefined);
  assertEquals((await parse("/auth/signin", post("", "text/plain"))).body, undefined);
});

Deno.test("parseRequest() takes no body that only an endpoint for programs reads", async () => {
  const init = post("a.b.c", "application/secevent+jwt");
  for (const path of ["signin/acme", "callback/acme", "signout", "session"]) {
    await assertRejects(() => parse(`/auth/${path}`, init), UnsupportedMediaType);
  }
  await assertRejects(() => parse("/auth/signout/acme", init), UnknownAction, "more parts");
});

Deno.test("parseRequest() reads a body up to the limit", async () => {
  const type = "application/x-www-form-urlencoded";
  const parsed = await parse("/auth/signin", post("a=".padEnd(MAX_BODY_BYTES, "b"), type));
  assertEquals((parsed.body?.a as string).length, MAX_BODY_BYTES - 2);
  const refuse = (init: RequestInit) =>
    assertRejects(() => parse("/auth/signin", init), PayloadTooLarge);
  await refuse(post("a=".padEnd(MAX_BODY_BYTES + 1, "b"), type));
  await refuse({
    method: "POST",
    body: "a=1",
    headers: { "content-type": type, "content-length": String(MAX_BODY_BYTES + 1) },
  });
  // A character counts by its bytes.
  await refuse(post("\u{1F511}".repeat(MAX_BODY_BYTES / 4 + 1), type));
});

Deno.test("parseRequest() joins characters that are split between chunks", async () => {
  const bytes = new TextEncoder().encode('{"key":"\u{1F511}"}');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const parsed = await parse("/auth/signin", post(body, "application/json"));
  assert(parsed.body?.key === "\u{1F511}");
});

Deno.test("parseRequest() uses only the media type, not its parameters", async () => {
  for (
    const type of [
      "text/plain; a=application/json",
      "text/plain;application/x-www-form-urlencoded",
      "multipart/form-data; boundary=application/json",
      "application/jsonx",
    ]
  ) {
    await assertRejects(() => parse("/auth/signin", post('{"a":1}', type)), UnsupportedMediaType);
  }
  const type = "Application/JSON ; charset=utf-8";
  assertEquals((await parse("/auth/signin", post('{"a":1}', type))).body?.a, 1);
});

Deno.test("parseRequest() refuses a body that breaks off, and one that was read before", async () => {
  const broken = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("a=")),
      pull: (controller) => controller.error(new TypeError("the connection was reset")),
    });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const init = (more: Record<string, string> = {}) => ({
    method: "POST",
    body: broken(),
    headers: { ...headers, ...more },
  });
  for (const request of [init(), init({ "content-length": "100" })]) {
    await assertRejects(
      () => parse("/auth/signin", request),
      UnknownAction,
      "the client broke off",
    );
  }
  const read = new Request(`${APP}/auth/signin`, { method: "POST", body: "a=1", headers });
  await read.text();
  const config = {
    basePath: "/auth",
    enabledPaths: NO_PATHS,
    endpoints: new Map(),
    sizes: resolveSizes({ providers: [] }),
  };
  await assertRejects(() => parseRequest(read, config), UnknownAction, "pass on a clone");
});

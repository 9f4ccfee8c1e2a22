import {
  assertEquals,
  assertMatch,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { type AuthConfig, encode, skipCSRFCheck } from "../../../mod.ts";
import type { Environment } from "../../../src/config/env.ts";
import { MissingCSRF } from "../../../src/errors.ts";
import {
  assertSameOrigin,
  createPreparer,
  type LazyConfig,
  processEnvironment,
  readPrepared,
  toInternalPost,
  toPublicRequest,
} from "../../../src/frameworks/wrapper.ts";
import { APP, SECRET } from "../_context.ts";
import { raw } from "../../../src/symbols.ts";

const silent = { error: () => {}, warn: () => {}, debug: () => {} };

async function prepare(
  url: string,
  { config = { providers: [] }, env = {}, headers = {} }: {
    config?: LazyConfig<string>;
    env?: Environment;
    headers?: Record<string, string>;
  } = {},
) {
  return await createPreparer(config, env)(new Request(url, { headers }), "subject");
}

const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "public.example" };

const origins: [string, string, Parameters<typeof prepare>[1], string, boolean][] = [
  ["a request from anywhere", "http://inside:8000/x", {}, "http://inside:8000", false],
  ["a loopback request", "http://localhost:8000/x", {}, "http://localhost:8000", true],
  [
    "a loopback request that says it was forwarded",
    "http://localhost:8000/x",
    { headers: forwarded },
    "http://localhost:8000",
    true,
  ],
  [
    "AUTH_URL",
    "http://inside:8000/x",
    { env: { AUTH_URL: "https://public.example/auth" }, headers: { "x-forwarded-host": "evil" } },
    "https://public.example",
    true,
  ],
  [
    "a trusted proxy",
    "http://inside:8000/x",
    { env: { AUTH_TRUST_HOST: "true" }, headers: forwarded },
    "https://public.example",
    true,
  ],
  [
    "a chain of trusted proxies",
    "http://inside:8000/x",
    {
      config: { providers: [], trustHost: true },
      headers: { "x-forwarded-proto": "https, http", "x-forwarded-host": "a.example, b.example" },
    },
    "https://a.example",
    true,
  ],
  [
    "a forwarded scheme that is not of the web",
    "http://inside:8000/x",
    { config: { providers: [], trustHost: true }, headers: { "x-forwarded-proto": "javascript" } },
    "http://inside:8000",
    true,
  ],
  [
    "a forwarded host that is none",
    "http://inside:8000/x",
    { config: { providers: [], trustHost: true }, headers: { "x-forwarded-host": "a b" } },
    "http://inside:8000",
    true,
  ],
  [
    "a platform that forwards nothing itself",
    "https://public.example/x",
    { env: { DENO_DEPLOYMENT_ID: "x" }, headers: { "x-forwarded-host": "evil.example" } },
    "https://public.example",
    true,
  ],
  [
    "such a platform, and an app that trusts it",
    "https://public.example/x",
    {
      config: { providers: [], trustHost: true },
      env: { DENO_DEPLOYMENT_ID: "x" },
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    },
    "https://public.example",
    true,
  ],
  [
    "a platform that is trusted, by an app that is not",
    "http://inside:8000/x",
    { config: { providers: [], trustHost: false }, env: { DENO_DEPLOYMENT_ID: "x" } },
    "http://inside:8000",
    false,
  ],
];
for (const [name, url, options, origin, trusts] of origins) {
  Deno.test(`createPreparer() with ${name}: ${origin}, ${trusts ? "trusted" : "not trusted"}`, async () => {
    const prepared = await prepare(url, options);
    assertEquals(prepared.origin, origin);
    assertEquals(prepared.config.trustHost, trusts);
    assertEquals(prepared.internalConfig.trustHost, trusts);
  });
}

Deno.test("createPreparer() completes a copy, once per config object", async () => {
  const config: AuthConfig = Object.freeze({ providers: [] });
  const ready = createPreparer(config, { AUTH_SECRET: SECRET });
  const request = new Request("http://localhost/x");
  const [a, b] = [await ready(request, 0), await ready(request, 0)];
  assertStrictEquals(a.config, b.config);
  assertStrictEquals(a.internalConfig, b.internalConfig);
  assertNotStrictEquals(a.config, config);
  assertEquals(a.config.secret, [SECRET]);
  assertEquals(config.secret, undefined);
  assertEquals(a.config.skipCSRFCheck, undefined);
  assertEquals(a.internalConfig.skipCSRFCheck, skipCSRFCheck);
});

Deno.test("createPreparer() asks a function for the config of each request", async () => {
  const subjects: string[] = [];
  const { config } = await prepare("http://localhost/x", {
    config: async (subject) => {
      subjects.push(subject);
      return await Promise.resolve({ providers: [], basePath: "/own" });
    },
  });
  assertEquals(subjects, ["subject"]);
  assertEquals(config.basePath, "/own");
});

Deno.test("processEnvironment() reads variables one by one, as they are now", () => {
  Deno.env.set("AUTH_TEST_VARIABLE", "1");
  try {
    const env = processEnvironment();
    assertEquals(env.AUTH_TEST_VARIABLE, "1");
    Deno.env.delete("AUTH_TEST_VARIABLE");
    assertEquals(env.AUTH_TEST_VARIABLE, undefined);
  } finally {
    Deno.env.delete("AUTH_TEST_VARIABLE");
  }
});

Deno.test("readPrepared() finds nobody when the config cannot be made, and logs it", async () => {
  const lines: string[] = [];
  const original = console.error;
  console.error = (...words) => void lines.push(words.join(" "));
  try {
    const fail = () => Promise.reject(new Error("no config today"));
    const result = await readPrepared(fail, new Request(APP));
    assertEquals(result, { session: null, cookies: [], setCookies: [] });
  } finally {
    console.error = original;
  }
  assertMatch(lines.join("\n"), /no config today/);
});

Deno.test("readPrepared() reads the session under the prepared origin", async () => {
  const salt = "__Secure-authjs.session-token";
  const token = await encode({ token: { name: "Ada" }, secret: SECRET, salt });
  const config = { providers: [], secret: SECRET, trustHost: true, logger: silent };
  const rawConfig = { ...config, raw } as const;
  const ready = () => Promise.resolve({ config, internalConfig: config, rawConfig, origin: APP });
  const request = new Request("http://inside/x", { headers: { cookie: `${salt}=${token}` } });
  assertEquals((await readPrepared(ready, request)).session?.user?.name, "Ada");
});

Deno.test("toPublicRequest() moves a request to its public origin with all it carries", async () => {
  const inside = new Request("http://inside:8000/auth/x?a=1", {
    method: "POST",
    body: "the body",
    headers: { cookie: "a=1" },
  });
  assertStrictEquals(toPublicRequest(inside, "http://inside:8000"), inside);
  const outside = toPublicRequest(inside, APP);
  assertEquals(outside.url, `${APP}/auth/x?a=1`);
  assertEquals([outside.method, await outside.text()], ["POST", "the body"]);
  assertEquals(outside.headers.get("cookie"), "a=1");
});

Deno.test("toInternalPost() posts fields with the browser's cookies, and none of its claims", async () => {
  const request = new Request(`${APP}/page`, {
    headers: {
      cookie: "a=1",
      "user-agent": "browser",
      "accept-language": "de",
      "x-auth-return-redirect": "1",
      authorization: "Bearer x",
      origin: "https://evil.example",
    },
  });
  const fields = { a: 1, b: true, none: undefined, text: "\u0430&=" };
  const post = toInternalPost(request, `${APP}/auth/signout`, fields);
  assertEquals(post.method, "POST");
  assertEquals([...post.headers.keys()].sort(), [
    "accept-language",
    "content-type",
    "cookie",
    "user-agent",
  ]);
  assertEquals(Object.fromEntries(new URLSearchParams(await post.text())), {
    a: "1",
    b: "true",
    text: "\u0430&=",
  });
});

const senders: [string, Record<string, string>, boolean][] = [
  ["no word about it", {}, true],
  ["our origin", { origin: APP }, true],
  ["another origin", { origin: "https://evil.example" }, false],
  ["an origin that is hidden", { origin: "null" }, false],
  ["another origin, calling itself ours", {
    origin: "https://evil.example",
    "sec-fetch-site": "same-origin",
  }, false],
  ["another port of our host", { origin: `${APP}:444` }, false],
  ["a cross-site post without an origin", { "sec-fetch-site": "cross-site" }, false],
  ["a same-site post without an origin", { "sec-fetch-site": "same-origin" }, true],
];
for (const [name, headers, accepted] of senders) {
  Deno.test(`assertSameOrigin() ${accepted ? "lets" : "refuses"} a form with ${name}`, () => {
    const request = new Request(`${APP}/page`, { method: "POST", headers });
    const check = () => assertSameOrigin(request, APP);
    if (accepted) check();
    else assertThrows(check, MissingCSRF);
  });
}

Deno.test("assertSameOrigin() lets reads be, wherever they come from", () => {
  for (const method of ["GET", "HEAD"]) {
    const headers = { origin: "https://evil.example" };
    assertSameOrigin(new Request(`${APP}/page`, { method, headers }), APP);
  }
});

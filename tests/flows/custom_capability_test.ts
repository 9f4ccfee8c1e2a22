/**
 * A capability that is made outside of the library, through its public doors: a page, records, a
 * row of the account page, endpoints for programs and a function.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Guestbook } from "../../examples/guestbook/guestbook.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import {
  type CustomMoment,
  type CustomTopics,
  defineCapability,
} from "../../src/capabilities/custom/mod.ts";
import { AuthError } from "../../src/errors.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { APP, createAccountApp, enter, open } from "./_accounts.ts";
import { STRATEGIES } from "./_strategies.ts";

const KEY = "a-key-of-more-than-sixteen-characters";
const capabilities = { guestbook: Guestbook({ key: KEY }) };

async function read(response: Response): Promise<string> {
  assertEquals(response.status, 200);
  return await response.text();
}

for (const strategy of STRATEGIES) {
  Deno.test(`capability: page, records, row, function, export and deletion (${strategy})`, async () => {
    using time = new FakeTime();
    const app = createAccountApp(strategy, { capabilities });
    const { browser, config } = app;
    const away = await browser.fetch("/auth/guestbook");
    assertStringIncludes(away.headers.get("location")!, "/auth/signin?error=SessionRequired");
    await away.body?.cancel();
    const id = await enter(app);
    const page = await read(await browser.fetch("/auth/guestbook"));
    assertStringIncludes(page, "You have written nothing yet.");
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(page)![1]!;
    const sign = async (text: string, fields = { csrfToken }) => {
      const body = new URLSearchParams({ ...fields, text });
      const answer = await browser.fetch("/auth/guestbook", { method: "POST", body });
      await answer.body?.cancel();
      return answer.headers.get("location") ?? String(answer.status);
    };
    assertEquals(await sign("Hello <b>"), `${APP}/auth/guestbook`);
    assertStringIncludes(await read(await browser.fetch("/auth/guestbook")), "Hello &lt;b>");

    const row = await open(browser);
    assertStringIncludes(row, '<h3 id="own-0">Guestbook</h3>');
    assertStringIncludes(row, `href="${APP}/auth/guestbook"`);

    const auth = defineAuth({ ...config, capabilities });
    assertEquals((await auth.users.export(id))?.records, {
      "guestbook.entry": [{ text: "Hello <b>" }],
    });

    assertEquals(await auth.capabilities.guestbook.erase(id), true);
    assertEquals(await auth.capabilities.guestbook.erase(id), false);
    assertEquals(await sign("Hello <b>"), `${APP}/auth/guestbook`);

    // A change needs a fresh proof, and what was typed comes back with the user.
    time.tick(11 * 60_000);
    const led = await sign("Later");
    assertStringIncludes(led, "/auth/signin?stepUp=");
    assertStringIncludes(decodeURIComponent(decodeURIComponent(led)), "guestbook?text=Later");
    assertStringIncludes(await sign("Forged", { csrfToken: "0".repeat(64) }), "MissingCSRF");
    assertStringIncludes(await read(await browser.fetch("/auth/guestbook")), "Hello &lt;b>");

    await auth.users.delete(id);
    assertEquals(await auth.capabilities.guestbook.erase(id), false);
  });
}

/** An app without a page for accounts. */
function createCaller(config: Partial<AuthConfig> = {}) {
  const written: AuthConfig = {
    providers: [],
    adapter: MemoryAdapter(),
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    capabilities,
    logger: { error() {}, warn() {}, debug() {} },
    ...config,
  };
  return async (path: string, init?: RequestInit) => {
    const response = await Auth(new Request(APP + path, init), written);
    const text = await response.text();
    return { response, body: text && JSON.parse(text), headers: response.headers };
  };
}

Deno.test("capability: an endpoint for programs sees its key and no cookie, and tells no cache", async () => {
  const call = createCaller();
  const authorization = `Bearer ${KEY}`;
  const { response, body, headers } = await call("/auth/guestbook/ada/entry", {
    headers: { authorization, cookie: "a=1" },
  });
  assertEquals([response.status, body], [200, { text: null }]);
  assertStringIncludes(headers.get("cache-control")!, "no-store");
  assertEquals(headers.get("access-control-allow-origin"), "*");
  assertEquals(headers.has("access-control-allow-credentials"), false);
  assertEquals(headers.getSetCookie(), []);
  const refused = await call("/auth/guestbook/ada/entry", { headers: { cookie: `key=${KEY}` } });
  assertEquals([refused.response.status, refused.body], [401, { error: "invalid_token" }]);
  const root = await call("/.well-known/guestbook");
  assertEquals([root.body, root.headers.has("access-control-allow-origin")], [
    { guestbook: APP },
    false,
  ]);
});

Deno.test("capability: OPTIONS is answered, other methods and repeated parameters are refused", async () => {
  const call = createCaller();
  const path = "/auth/guestbook/ada/entry";
  const preflight = await call(path, {
    method: "OPTIONS",
    headers: { origin: "https://b.example" },
  });
  assertEquals(preflight.response.status, 204);
  assertEquals(preflight.headers.get("access-control-allow-methods"), "GET, OPTIONS");
  assertEquals(
    preflight.headers.get("access-control-allow-headers"),
    "Authorization, Content-Type, DPoP, *",
  );
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    const { response, body, headers } = await call(path, { method });
    assertEquals([response.status, headers.get("allow")], [405, "GET, OPTIONS"], method);
    assertEquals(body.error, "invalid_request");
  }
  const { response, body } = await call(`${path}?a=1&a=2`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  assertEquals([response.status, body], [400, {
    error: "invalid_request",
    error_description: "A parameter of the request is repeated.",
  }]);
  // Pages take no further methods.
  assertEquals((await call("/auth/guestbook", { method: "PUT" })).response.status, 400);
});

const echo = defineCapability({
  id: "echo",
  calls: {
    "echo": {
      methods: ["POST"],
      repeated: ["resource"],
      reads: ["text/csv"],
      load: () => ({
        POST: ({ app: _, ...call }) => {
          if (call.body.fail) throw new Error("a secret of the server");
          return { body: call };
        },
      }),
    },
  },
});

Deno.test("capability: forms, JSON and further content types reach a program's endpoint", async () => {
  const call = createCaller({ capabilities: { echo } });
  const post = async (body: string, type: string) =>
    await call("/auth/echo?q=1", { method: "POST", body, headers: { "content-type": type } });
  const form = await post(
    "a=1&resource=x&resource=y&__proto__=z",
    "application/x-www-form-urlencoded",
  );
  assertEquals([form.body.body, form.body.repeated, form.body.query], [
    { a: "1" },
    { resource: ["x", "y"] },
    { q: "1" },
  ]);
  const json = await post('{"a":{"b":[1]},"__proto__":{"c":1}}', "application/json");
  assertEquals(json.body.body, { a: { b: [1] } });
  assertEquals((await post("a,b", "text/csv")).body.text, "a,b");
  assertEquals((await post("a", "text/html")).response.status, 415);
  assertEquals((await post("a=1&a=2", "application/x-www-form-urlencoded")).response.status, 400);
  const large = await post("x".repeat(2_000_000), "text/csv");
  assertEquals([large.response.status, large.body.error], [413, "invalid_request"]);
});

Deno.test("capability: what fails inside an endpoint stays inside", async () => {
  const errors: Error[] = [];
  const call = createCaller({
    capabilities: { echo },
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
  });
  const { response, body } = await call("/auth/echo", {
    method: "POST",
    body: "fail=1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  assertEquals([response.status, body], [500, {
    error: "server_error",
    error_description: "The request could not be processed.",
  }]);
  assertEquals(errors.length, 1);
});

/** An app with a capability that notes the moments of users, and one user. */
async function createWatched(on: CustomTopics = {}) {
  const moments: unknown[] = [];
  const adapter = MemoryAdapter();
  const note = (topic: string) => ({ app, ...rest }: CustomMoment) => {
    assertEquals(app.adapter, adapter);
    moments.push([topic, rest]);
  };
  const watch = defineCapability({
    id: "watch",
    on: {
      "user.deleting": note("user.deleting"),
      "user.deleted": note("user.deleted"),
      "sessions.ended": note("sessions.ended"),
      "access.ended": note("access.ended"),
      ...on,
    },
  });
  const auth = defineAuth({
    providers: [],
    adapter,
    session: { revocation: {} },
    account: AccountPage({ deletion: { graceDays: 7 } }),
    capabilities: { watch },
    sendMail: () => {},
    theme: { name: "App" },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error() {}, warn() {}, debug() {} },
  });
  await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
  return { auth, adapter, moments };
}

Deno.test("capability: moments of a user come by topic, and the change waits for it", async () => {
  const { auth, moments } = await createWatched();
  const userId = "ada";
  await auth.users.suspend(userId);
  assertEquals(moments.splice(0), [["sessions.ended", { userId }], ["access.ended", { userId }]]);
  await auth.users.resume(userId);
  await auth.users.requestDeletion(userId);
  assertEquals(moments.splice(0), [
    ["user.deleting", { userId, isRequest: true }],
    ["sessions.ended", { userId }],
    ["access.ended", { userId }],
  ]);
  await auth.users.delete(userId);
  assertEquals(moments.splice(0), [
    ["user.deleting", { userId, isRequest: false }],
    ["user.deleting", { userId, isRequest: false }],
    ["user.deleted", { userId }],
  ]);
});

Deno.test("capability: a topic that throws refuses a deletion, and lets no ending pass as done", async () => {
  const fail = () => Promise.reject(new AuthError("the last keeper"));
  const refusing = await createWatched({ "user.deleting": fail });
  await assertRejects(() => refusing.auth.users.delete("ada"), AuthError, "the last keeper");
  await assertRejects(() => refusing.auth.users.requestDeletion("ada"), AuthError);
  assertEquals(refusing.moments, []);
  assertEquals((await refusing.adapter.getUser("ada"))?.id, "ada");
  assertEquals(await refusing.auth.users.pendingDeletion("ada"), null);

  const failing = await createWatched({ "access.ended": fail });
  await assertRejects(() => failing.auth.users.suspend("ada"), AuthError, "the last keeper");
  assertEquals(await failing.auth.users.isSuspended("ada"), true);
});

Deno.test("capability: absent means absent", async () => {
  const call = createCaller({ capabilities: undefined });
  for (const path of ["/auth/guestbook", "/auth/guestbook/ada/entry", "/.well-known/guestbook"]) {
    assertEquals((await call(path)).response.status, 400, path);
  }
});

Deno.test("capability: what cannot work is refused by name at start", async () => {
  const page = { methods: ["GET"], load: () => ({}) } as const;
  const rows: [string, AuthConfig["capabilities"]][] = [
    ["make its value with defineCapability()", { guestbook: { id: "guestbook" } }],
    ["it must be the member `guestbook`", { other: Guestbook({ key: KEY }) }],
    ["its key must have 16 characters", { guestbook: Guestbook({ key: "short" }) }],
    ["1 to 32 lower-case letters", { "X": defineCapability({ id: "X" }) }],
    ['the path "/x" must be', { x: defineCapability({ id: "x", pages: { "/x": page } }) }],
    ['the path "x/" must be', { x: defineCapability({ id: "x", pages: { "x/": page } }) }],
    ["it is taken", { x: defineCapability({ id: "x", pages: { "signin/x": page } }) }],
    ["it is taken", {
      x: defineCapability({ id: "x", pages: { "x/{a}": page } }),
      y: defineCapability({ id: "y", pages: { "x/{b}": page } }),
    }],
    ['there is no topic "user.delete"; did you mean "user.deleted"?', {
      x: defineCapability({ id: "x", on: { "user.delete": () => {} } as never }),
    }],
    ['`on["user.deleted"]` is not a function', {
      x: defineCapability({ id: "x", on: { "user.deleted": true } as never }),
    }],
    ['must begin with "x."', {
      x: defineCapability({ id: "x", records: [{ name: "y", list: () => Promise.resolve([]) }] }),
    }],
  ];
  for (const [message, capabilities] of rows) {
    const auth = defineAuth({
      providers: [],
      adapter: MemoryAdapter(),
      secret: "a-secret-of-at-least-32-characters",
      capabilities,
      logger: { error() {}, warn() {}, debug() {} },
    });
    await assertRejects(() => auth.users.export("1"), AuthError, message);
  }
  const bare = defineAuth({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    capabilities,
    logger: { error() {}, warn() {}, debug() {} },
  });
  const error = await assertRejects(() => bare.capabilities.guestbook.erase("1"), AuthError);
  assert(error.message.includes("it needs a store of records"), error.message);
});

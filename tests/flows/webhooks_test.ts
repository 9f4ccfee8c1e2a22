/**
 * Webhooks: what arrives, in which order, and what is left when a receiver is down or slow, and when a
 * process is killed.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Webhook } from "standardwebhooks";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { WebhookType } from "../../src/capabilities/webhooks/event_types.ts";
import { Webhooks } from "../../src/capabilities/webhooks/mod.ts";
import type { WebhookEndpoint, WebhooksOptions } from "../../src/capabilities/webhooks/options.ts";
import { verifyWebhook } from "../../src/capabilities/webhooks/verify.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import Credentials from "../../src/providers/credentials.ts";
import { skipCSRFCheck } from "../../src/symbols.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { appEnvironment } from "../_environment.ts";
import { removeFolder, waitForText, waitUntil, watchChild } from "../_wait.ts";
import { counted } from "./_counted_store.ts";
import { onEveryStore } from "./_every_store.ts";

const APP = "https://app.example";
const HOOK = "https://billing.example/hooks";
const SECRET = `whsec_${btoa("a-secret-of-32-random-characters")}`;
const OTHER = `whsec_${btoa("another-secret-of-32-characters!")}`;
const DAY = 24 * 60 * 60_000;
const FIFTY = Array.from({ length: 50 }, (_, number) => number);

const user = (id: string) => ({ id, email: `${id}@example.com`, emailVerified: null });

/** A receiver that writes down what arrives, and answers as the test says. */
function createReceiver(secret: string | string[] = SECRET) {
  const received: { id: string; type: string; user: string | undefined; text: string }[] = [];
  const refused: string[] = [];
  const receiver = {
    received,
    refused,
    answer: (): Response | Promise<Response> => new Response(),
    fetch: async (...request: Parameters<typeof fetch>) => {
      const sent = new Request(...request);
      const copy = sent.clone();
      const webhook = await verifyWebhook(sent, secret);
      if (!webhook.ok) {
        refused.push(webhook.reason);
        return new Response(webhook.reason, { status: 400 });
      }
      const answer = await receiver.answer();
      if (answer.ok) {
        const { id, event } = webhook;
        received.push({
          id,
          type: event.type,
          user: event.data.userId,
          text: await copy.text(),
        });
      }
      return answer;
    },
  };
  return receiver;
}

interface Options {
  readonly config?: Partial<AuthConfig>;
  readonly endpoints?: readonly WebhookEndpoint[];
  readonly fetch?: typeof fetch;
}

function createApp(
  { config = {}, endpoints = [{ url: HOOK, secret: SECRET }], fetch }: Options = {},
) {
  const errors: Error[] = [];
  const adapter = config.adapter ?? MemoryAdapter();
  const auth = defineAuth({
    providers: [Credentials({
      credentials: { user: {} },
      authorize: ({ user }) => user === "mallory" ? null : { id: String(user) },
    })],
    adapter,
    session: { strategy: "jwt", revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    skipCSRFCheck,
    notifyNewDevice: false,
    logger: { error: (error: Error) => void errors.push(error), warn() {}, debug() {} },
    webhooks: Webhooks({ endpoints, fetch }),
    ...config,
  } as AuthConfig);
  return { auth, adapter, records: (config.records ?? adapter.records)!, errors };
}

type App = ReturnType<typeof createApp>;

const enter = async ({ auth }: App, id: string) =>
  await auth.handler(
    new Request(`${APP}/auth/callback/credentials`, {
      method: "POST",
      headers: { origin: APP },
      body: new URLSearchParams({ user: id }),
    }),
  );

const waiting = async ({ records }: App) => await records.list("outbox:webhooks", "outbox");

Deno.test("webhooks: a sign-in and a change arrive once, signed, with named fields alone", async () => {
  const receiver = createReceiver();
  const app = createApp({ fetch: receiver.fetch });
  await app.adapter.createUser!(user("ada"));
  await enter(app, "mallory");
  await enter(app, "ada");
  await app.auth.users.suspend("ada");
  await waitUntil("all arrive", async () => (await waiting(app)).length === 0);
  assertEquals(receiver.received.map(({ type, user }) => [type, user]), [
    ["session.started", "ada"],
    ["session.revoked", "ada"],
    ["user.suspended", "ada"],
  ]);
  assertEquals(new Set(receiver.received.map(({ id }) => id)).size, 3);
  const { data, ...event } = JSON.parse(receiver.received[0]!.text);
  assertEquals([event.type, event.version], ["session.started", 1]);
  assertMatch(event.timestamp, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assertEquals(Object.keys(data).sort(), ["provider", "sessionId", "userId"]);
  assertEquals(app.errors, []);
});

Deno.test("webhooks: an endpoint gets the types that it wants, and refusals are none", async () => {
  const receiver = createReceiver();
  const app = createApp({
    fetch: receiver.fetch,
    endpoints: [{ url: HOOK, secret: SECRET, events: ["user.resumed"] }],
  });
  await app.adapter.createUser!(user("ada"));
  await app.auth.users.suspend("ada");
  await enter(app, "ada");
  assertEquals(await waiting(app), []);
  await app.auth.users.resume("ada");
  await waitUntil("it arrives", async () => (await waiting(app)).length === 0);
  assertEquals(receiver.received.map(({ type }) => type), ["user.resumed"]);
});

Deno.test("webhooks: what the store of an endpoint shows has no secret and no URL", async () => {
  // As that of Deno does.
  const fetch = () =>
    Promise.reject(new TypeError(`error sending request for url (${HOOK}): down`));
  const app = createApp({ fetch });
  await app.adapter.createUser!(user("ada"));
  await app.auth.users.suspend("ada");
  await waitUntil("it is tried", () => app.errors.length > 0);
  const text = JSON.stringify(await waiting(app)) + app.errors.map(String).join();
  for (const secret of [SECRET, SECRET.slice(6), "/hooks"]) assert(!text.includes(secret));
  assertMatch(app.errors[0]!.message, /Cannot send a webhook to billing\.example: .*down/);
});

/** What goes wrong at a receiver. */
const FAILURES: Readonly<Record<string, () => Response | Promise<Response>>> = {
  "is down": () => Promise.reject(new TypeError("connection refused")),
  "answers 500": () => new Response("error", { status: 500 }),
  "answers 400": () => new Response("error", { status: 400 }),
  "redirects": () =>
    new Response(null, { status: 307, headers: { location: "https://x.example" } }),
  "answers with too much": () => new Response("a".repeat(100_000)),
  "closes early": () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(1));
          controller.error(new Error("closed"));
        },
      }),
    ),
};

for (const [what, fail] of Object.entries(FAILURES)) {
  Deno.test(`webhooks: a receiver that ${what} holds nothing up, and gets all of it later, in order`, async () => {
    using time = new FakeTime();
    let isUp = false;
    // Each once, as receivers do: the test sets the clock forward while one is on its way.
    const arrived = new Map<string, string>();
    const app = createApp({
      endpoints: [{ url: HOOK, secret: SECRET, events: ["user.suspended", "user.resumed"] }],
      fetch: async (...request) => {
        const webhook = await verifyWebhook(new Request(...request), SECRET);
        assert(webhook.ok);
        if (!isUp) return await fail();
        if (!arrived.has(webhook.id)) {
          arrived.set(webhook.id, `${webhook.event.data.userId} ${webhook.event.type}`);
        }
        return new Response();
      },
    });
    for (const id of ["ada", "bob"]) await app.adapter.createUser!(user(id));
    for (const id of ["ada", "bob"]) {
      await app.auth.users.suspend(id);
      await app.auth.users.resume(id);
    }
    assertEquals(await app.auth.webhooks.deliver(), 0);
    assertEquals((await waiting(app)).length, 4);
    isUp = true;
    for (let turn = 0; turn < 8 && (await waiting(app)).length > 0; turn++) {
      time.now += 60_000;
      await app.auth.webhooks.deliver();
    }
    assertEquals(arrived.size, 4);
    for (const id of ["ada", "bob"]) {
      assertEquals([...arrived.values()].filter((one) => one.startsWith(id)), [
        `${id} user.suspended`,
        `${id} user.resumed`,
      ]);
    }
  });
}

Deno.test("webhooks: no request waits for a receiver that does not answer", async () => {
  const { promise: never, resolve } = Promise.withResolvers<void>();
  const receiver = createReceiver();
  receiver.answer = async () => (await never, new Response());
  const app = createApp({ fetch: receiver.fetch });
  await app.adapter.createUser!(user("ada"));
  // Both would hang, if they waited.
  assertEquals((await enter(app, "ada")).status, 302);
  await app.auth.users.suspend("ada");
  assertEquals(receiver.received, []);
  resolve();
  await waitUntil("all arrive", async () => (await waiting(app)).length === 0);
});

Deno.test("webhooks: what does not arrive within a day is listed, and sent again when the app wants it", async () => {
  using time = new FakeTime();
  const receiver = createReceiver();
  receiver.answer = () => new Response("error", { status: 500 });
  const app = createApp({ fetch: receiver.fetch });
  for (const id of ["ada", "bob", "eve"]) {
    await app.adapter.createUser!(user(id));
    await app.auth.users.suspend(id);
  }
  const tries: number[] = [];
  for (let minute = 0; minute <= 25 * 60 && (await waiting(app)).length > 0; minute += 5) {
    await app.auth.webhooks.deliver();
    const [first] = await waiting(app);
    if (first) tries.push((first.data as { attempts: number }).attempts);
    time.now += 5 * 60_000;
  }
  // Growing pauses: far fewer tries than looks.
  assert(tries.at(-1)! > 10 && tries.at(-1)! < 40, `${tries.at(-1)}`);
  const { webhooks, next } = await app.auth.webhooks.undelivered({ limit: 2 });
  const rest = await app.auth.webhooks.undelivered({ after: next });
  assertEquals([webhooks.length, rest.webhooks.length, rest.next], [2, 1, undefined]);
  const [first] = webhooks;
  assertEquals([first!.event.type, first!.event.data.userId, first!.url], [
    ...["user.suspended", "ada", HOOK],
  ]);
  assertEquals(first!.expires!.getTime() - Date.now() > 28 * DAY, true);
  assertMatch(app.errors.at(-1)!.message, /`auth\.webhooks\.retry` does/);
  receiver.answer = () => new Response();
  assertEquals(await app.auth.webhooks.retry("none"), false);
  assertEquals(await app.auth.webhooks.retry("x".repeat(5000)), false);
  assertEquals(await app.auth.webhooks.retry(first!.id), true);
  assertEquals(receiver.received.map(({ id, user }) => [id, user]), [[first!.webhookId, "ada"]]);
  assertEquals(await app.auth.webhooks.retry(first!.id), false);
  assertEquals(await app.auth.webhooks.deliver({ retryUndelivered: true }), 2);
  assertEquals((await app.auth.webhooks.undelivered()).webhooks, []);
  for (const page of [{ limit: 0 }, { limit: 201 }, { after: "" }, { after: 7 as never }]) {
    await assertRejects(
      () => app.auth.webhooks.undelivered(page),
      TypeError,
      "Cannot list webhooks",
    );
  }
});

Deno.test("webhooks: an endpoint that the config does not have any more gets nothing, and leaves nothing", async () => {
  const app = createApp({ fetch: () => Promise.reject(new TypeError("down")) });
  await app.adapter.createUser!(user("ada"));
  await app.auth.users.suspend("ada");
  await waitUntil("it is tried", () => app.errors.length > 0);
  const receiver = createReceiver();
  const later = createApp({
    config: { adapter: app.adapter },
    fetch: receiver.fetch,
    endpoints: [{ url: "https://other.example/hooks", secret: SECRET }],
  });
  using time = new FakeTime();
  for (let turn = 0; turn < 8; turn++) {
    time.now += 60_000;
    await later.auth.webhooks.deliver();
  }
  assertEquals([await waiting(later), receiver.received], [[], []]);
});

onEveryStore("webhooks", (test) => {
  test("fifty changes and two workers send each webhook once, in the order of its user", async (store) => {
    const receiver = createReceiver();
    const first = createApp({ config: store.config, fetch: receiver.fetch });
    const second = createApp({ config: store.reopened, fetch: receiver.fetch });
    const ids = await Promise.all(
      FIFTY.slice(0, 5).map(async (n) =>
        (await store.reopened.adapter.createUser!(user(`u${n}`))).id
      ),
    );
    await Promise.all(ids.map(async (id, n) => {
      const { users } = (n % 2 ? first : second).auth;
      for (let turn = 0; turn < 5; turn++) {
        await users.suspend(id);
        await users.resume(id);
      }
    }));
    await waitUntil("nothing waits", async () => {
      await Promise.all([first, second].map(({ auth }) => auth.webhooks.deliver()));
      return (await waiting(second)).length === 0;
    });
    // The passes after the answers end too.
    const changes = receiver.received.filter(({ type }) => type.startsWith("user."));
    assertEquals(changes.length, 50);
    assertEquals(new Set(changes.map(({ id }) => id)).size, 50);
    for (const id of ids) {
      const own = changes.filter((one) => one.user === String(id)).map(({ type }) => type);
      assertEquals(own, FIFTY.slice(0, 10).map((n) => n % 2 ? "user.resumed" : "user.suspended"));
    }
    assertEquals(receiver.refused, []);
  });
}, true);

Deno.test("webhooks: a process that is killed between change and delivery loses nothing, and no order", async () => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/app.db`;
  const adapter = SqliteAdapter(file);
  for (const id of ["ada", "bob"]) await adapter.createUser(user(id));
  const arrived: { id: string; text: string }[] = [];
  let isUp = false;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  // A real server, which has a request of the killed process and never answers it.
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const webhook = await verifyWebhook(request, SECRET);
    assert(webhook.ok);
    begin();
    if (!isUp) return (await over, new Response());
    arrived.push({ id: webhook.id, text: `${webhook.event.data.userId} ${webhook.event.type}` });
    return new Response();
  });
  const url = `http://127.0.0.1:${server.addr.port}/hooks`;
  const program = new URL("_webhook_process.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", program, file, url, SECRET, "6"],
    stdout: "piped",
    stderr: "piped",
    clearEnv: true,
    env: appEnvironment(),
  }).spawn();
  const watched = watchChild(child, child.stdout, child.stderr);
  await waitForText(/changed 5/, watched);
  await begun;
  child.kill("SIGKILL");
  await watched.ended;
  isUp = true;
  const app = createApp({
    config: { adapter },
    endpoints: [{ url, secret: SECRET, events: ["user.suspended", "user.resumed"] }],
  });
  assertEquals((await waiting(app)).length, 12);
  // What the killed process had is free after a minute.
  const now = Date.now;
  try {
    let ahead = 0;
    Date.now = () => now() + ahead;
    for (let turn = 0; turn < 12 && (await waiting(app)).length > 0; turn++) {
      ahead += 61_000;
      // Of a receiver, whose clock is another one, the test moves the same one.
      await app.auth.webhooks.deliver();
    }
  } finally {
    Date.now = now;
  }
  assertEquals(new Set(arrived.map(({ id }) => id)).size, 12);
  for (const id of ["ada", "bob"]) {
    assertEquals(arrived.map(({ text }) => text).filter((text) => text.startsWith(id)), [
      ...FIFTY.slice(0, 6).map((n) => `${id} user.${n % 2 ? "resumed" : "suspended"}`),
    ]);
  }
  end();
  await server.shutdown();
  (adapter as { close?(): void }).close?.();
  await removeFolder(folder);
});

Deno.test("webhooks: a sign-in without an endpoint that wants it has the same calls of the store", async () => {
  const run = async (webhooks: unknown) => {
    const calls: string[] = [];
    const own = MemoryAdapter();
    await own.createUser(user("ada"));
    const { store } = counted(own, (name, [first]) => {
      calls.push(`${name} ${(first as { kind?: string } | undefined)?.kind ?? ""}`);
    });
    const app = createApp({ config: { adapter: store, webhooks } as Partial<AuthConfig> });
    await enter(app, "ada");
    return calls.toSorted();
  };
  const without = await run(undefined);
  const events: WebhookType[] = ["user.deleted"];
  assertEquals(await run(Webhooks({ endpoints: [] })), without);
  const unwanted = await run(Webhooks({ endpoints: [{ url: HOOK, secret: SECRET, events }] }));
  // A process that starts looks once whether another one has left something, after the answer.
  assertEquals(
    unwanted.filter((call) => !call.startsWith("records.list")),
    without.filter((call) => !call.startsWith("records.list")),
  );
  const fetch = () => Promise.resolve(new Response());
  const wanted = await run(Webhooks({ endpoints: [{ url: HOOK, secret: SECRET }], fetch }));
  assertEquals(wanted.filter((call) => call === "records.put outbox").length, 1);
});

Deno.test("webhooks: standardwebhooks of npm verifies each delivery, and both secrets while one changes", async () => {
  const requests: Request[] = [];
  const app = createApp({
    endpoints: [{ url: HOOK, secret: [OTHER, SECRET] }],
    fetch: (...request) => {
      requests.push(new Request(...request));
      return Promise.resolve(new Response());
    },
  });
  await app.adapter.createUser!(user("ada"));
  await app.auth.users.suspend("ada");
  await app.auth.users.resume("ada");
  await waitUntil("all are sent", async () => (await waiting(app)).length === 0);
  assert(requests.length >= 2);
  for (const request of requests) {
    const text = await request.clone().text();
    const headers = Object.fromEntries(request.headers);
    for (const secret of [SECRET, OTHER]) {
      const event = new Webhook(secret).verify(text, headers) as { type: string };
      assertMatch(event.type, /^(user|session)\./);
      assertEquals((await verifyWebhook(request.clone(), secret)).ok, true);
    }
    assertEquals(request.headers.get("content-type"), "application/json");
  }
});

Deno.test("webhooks: options that cannot be meant are refused at start", () => {
  const cases: [options: unknown, message: RegExp][] = [
    [{ endpoints: 7 }, /endpoints`: it must be a list/],
    [{ endpoints: [null] }, /url`: it is not a URL/],
    [{ endpoints: [{ url: "http://billing.example/", secret: SECRET }] }, /not begin with https/],
    [{ endpoints: [{ url: "https://10.0.0.1/", secret: SECRET }] }, /not a public name/],
    [{ endpoints: [{ url: "https://billing.example:8443/", secret: SECRET }] }, /has a port/],
    [{ endpoints: [{ url: "https://a:b@billing.example/", secret: SECRET }] }, /has a user name/],
    [{ endpoints: [{ url: HOOK, secret: "plain" }] }, /secret`: it must be `whsec_`/],
    [{ endpoints: [{ url: HOOK, secret: `whsec_${btoa("short")}` }] }, /secret`: it must be/],
    [{ endpoints: [{ url: HOOK, secret: [] }] }, /secret`: it must be/],
    [{ endpoints: [{ url: HOOK, secret: SECRET, events: "user.created" }] }, /must be a list/],
    [
      { endpoints: [{ url: HOOK, secret: SECRET, events: ["user.create"] }] },
      /there is no type "user\.create"; did you mean "user\.created"\?/,
    ],
    [
      { endpoints: [{ url: HOOK, secret: SECRET, events: ["signin.refused"] }] },
      /there is no type "signin\.refused"/,
    ],
    [
      { endpoints: [{ url: HOOK, secret: SECRET }, { url: HOOK, secret: SECRET }] },
      /another endpoint has it/,
    ],
    [{ endpoints: [], fetch: 7 }, /fetch`: it must be a function/],
  ];
  const errorOf = (options: unknown) =>
    resolveConfig(
      createApp({
        config: { webhooks: Webhooks(options as WebhooksOptions) } as Partial<AuthConfig>,
      })
        .auth.config as AuthConfig,
    ).error;
  for (const [options, message] of cases) {
    const error = errorOf(options);
    assertMatch(error?.message ?? "", message);
    assert(!String(error).includes(SECRET));
  }
  const local = { url: "http://127.0.0.1:3000/hooks", secret: [SECRET, OTHER] };
  assertEquals(errorOf({ endpoints: [local, { url: HOOK, secret: SECRET }] }), undefined);
});

/**
 * Documents of strangers in great numbers: they make the server ask few URLs, and keep no client out
 * that a user has given access to.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { oauthCall } from "../../../src/capabilities/oauth_server/settings.ts";
import { TooManyRequests } from "../../../src/errors.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { waitUntil } from "../../_wait.ts";
import { asserted, authenticate, DOCUMENT_URL, signer } from "./_clients.ts";
import { CALLBACK, CHALLENGE, createServer, ISSUER } from "./_rig.ts";
import { createUser } from "./_tokens.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type Answer = (url: string) => Response | Promise<Response>;

const document = (url: string, more: object = {}) =>
  Response.json({ client_id: url, redirect_uris: [CALLBACK], ...more });

/** A server, and the internet around it. */
function scene(answer: Answer = document, adapter: FullAdapter = MemoryAdapter()) {
  const asked: string[] = [];
  const net = { answer };
  const rig = createServer({
    registration: { metadataDocuments: "ask" },
    fetch: ((url: string) => {
      asked.push(url);
      return Promise.resolve(net.answer(url));
    }) as typeof fetch,
  }, {
    adapter,
    logger: { error() {}, warn() {} },
    limits: { perAddress: 100_000, clientAddress: ({ headers }) => headers.get("x-address") },
  });
  const config = requireConfig(rig.auth.config);
  const find = async (url: string, address = "203.0.113.1") => {
    const request = new Request(ISSUER, { headers: { "x-address": address } });
    return await findClient(oauthCall({ request, origin: ISSUER }, config), url)
      .catch((error) => {
        if (error instanceof TooManyRequests) return "too many" as const;
        throw error;
      });
  };
  return {
    asked,
    net,
    rig,
    find,
    /** A user gives the client of a document access. */
    async give(url = DOCUMENT_URL) {
      assert(await find(url));
      await rig.code(await createUser(rig), { client: url });
    },
  };
}

const other = (i: number) => `https://host-${i}.example/client.json`;
const address = (i: number) => `2001:db8:${i.toString(16)}:2::1`;

Deno.test("a thousand documents of one address: the server asks thirty URLs a minute, and answers 429", async () => {
  using _time = new FakeTime();
  const { rig, asked } = scene();
  const statuses = await Promise.all(Array.from({ length: 1000 }, async (_, i) => {
    const query = new URLSearchParams({ client_id: other(i), redirect_uri: CALLBACK });
    const headers = { "x-address": address(1) };
    const response = await rig.send(`oauth/authorize?${query}`, { headers });
    await response.body?.cancel();
    return response.status;
  }));
  // Five at once, so that some are refused before the server has asked as often as it may.
  assert(asked.length <= 30, String(asked.length));
  assert(statuses.filter((status) => status === 429).length >= 970);
});

Deno.test("a thousand documents of one address, one after the other: thirty are asked in a minute", async () => {
  using time = new FakeTime();
  const { find, asked } = scene();
  let refused = 0;
  for (let i = 0; i < 1000; i++) if (await find(other(i)) === "too many") refused++;
  assertEquals([asked.length, refused], [30, 970]);
  assert(typeof await find(other(1000), address(2)) === "object", "another address goes on");
  await time.tickAsync(60_000);
  assert(typeof await find(other(1001)) === "object", "the minute is over");
});

Deno.test("documents of many addresses: six hundred are asked in a minute, and a known client is found", async () => {
  using _time = new FakeTime();
  const { find, asked, give } = scene();
  await give();
  const before = asked.length;
  for (let i = 0; i < 700; i++) await find(other(i), address(i + 10));
  // The first one of the known client was that of a stranger.
  assertEquals(asked.length - before, 599);
  assert(typeof await find(DOCUMENT_URL, address(9)) === "object");
});

Deno.test("a hundred slow documents of one address keep no other client out", async () => {
  const waiting: ((response: Response) => void)[] = [];
  const { find, asked, net } = scene((url) =>
    url === DOCUMENT_URL
      ? document(url)
      : new Promise<Response>((resolve) => void waiting.push(resolve))
  );
  let refused = 0;
  const all = Array.from(
    { length: 100 },
    (_, i) => find(other(i)).then((client) => refused += client === undefined ? 1 : 0),
  );
  await waitUntil("five are asked", () => waiting.length === 5);
  assert(typeof await find(DOCUMENT_URL, address(2)) === "object");
  assertEquals(asked.filter((url) => url !== DOCUMENT_URL).length, 5);
  net.answer = () => new Response("", { status: 404 });
  for (const answer of waiting) answer(new Response("", { status: 404 }));
  await Promise.all(all);
});

Deno.test("a hundred slow documents of many addresses keep no client out that a user has given access to", async () => {
  const waiting: ((response: Response) => void)[] = [];
  const { find, net, give, rig } = scene();
  await give();
  net.answer = (url) =>
    url === DOCUMENT_URL
      ? document(url, { client_name: "New name" })
      : new Promise<Response>((resolve) => void waiting.push(resolve));
  const all = Array.from({ length: 150 }, (_, i) => find(other(i), address(i + 10)));
  await waitUntil("a hundred are asked", () => waiting.length === 100);
  // Another process, where nothing of it was read: its requests are all taken too.
  const { find: findElsewhere } = scene(net.answer, rig.adapter as FullAdapter);
  const more = Array.from({ length: 150 }, (_, i) => findElsewhere(other(i), address(i + 10)));
  await waitUntil("two hundred are asked", () => waiting.length === 200);
  const client = await findElsewhere(DOCUMENT_URL, address(2));
  assert(typeof client === "object" && client.name === "New name" && client.isKnown);
  for (const answer of waiting) answer(new Response("", { status: 404 }));
  await Promise.all([...all, ...more]);
});

Deno.test("1,001 other documents do not push out that of a client which a user has given access to", async () => {
  using time = new FakeTime();
  const { find, asked, give, net } = scene((url) => {
    const response = document(url);
    response.headers.set("cache-control", "max-age=86400");
    return response;
  });
  await give();
  for (let i = 0; i <= 1001; i++) {
    if (i % 500 === 0) await time.tickAsync(60_000);
    assert(typeof await find(other(i), address(i + 10)) === "object", String(i));
  }
  net.answer = () => new Response("", { status: 500 });
  const before = asked.length;
  assert(typeof await find(DOCUMENT_URL) === "object");
  assertEquals(asked.length, before);
});

Deno.test("fifty requests at once for a known client whose server fails: it is asked once, and each finds the client", async () => {
  const { find, asked, give, net, rig } = scene();
  await give();
  net.answer = () => new Response("", { status: 503 });
  const elsewhere = scene(net.answer, rig.adapter as FullAdapter);
  const found = await Promise.all(
    Array.from({ length: 50 }, (_, i) => elsewhere.find(DOCUMENT_URL, address(i + 10))),
  );
  assert(found.every((client) => typeof client === "object" && client.isKnown));
  assertEquals(elsewhere.asked.length, 1);
  assertEquals(asked.length, 1);
  assert(await find(DOCUMENT_URL));
});

/** The last copy of a document, in other processes, while its server fails. */
async function outlivesFailure(open: OpenDumpStore): Promise<void> {
  const store = await open();
  try {
    await scene(document, store.adapter).give();
    const FAILURES: readonly Answer[] = [
      () => new Response("", { status: 503 }),
      () => Response.redirect("https://elsewhere.example/", 302),
      () => new Response("<p>We are back soon</p>", { headers: { "content-type": "text/html" } }),
      () => Promise.reject(new TypeError("no route to host")),
    ];
    for (const failure of FAILURES) {
      const { find } = scene(failure, store.adapter);
      const client = await find(DOCUMENT_URL);
      assert(typeof client === "object");
      assertEquals([client.redirectUris, client.isUntrusted], [[CALLBACK], true]);
      // A document that no user has given access to has no copy.
      assertEquals(await find(other(1)), undefined);
    }
    // A changed one counts at once.
    const changed = scene((url) => document(url, { client_name: "New name" }), store.adapter);
    const client = await changed.find(DOCUMENT_URL);
    assert(typeof client === "object" && client.name === "New name");
    const after = await scene(FAILURES[0]!, store.adapter).find(DOCUMENT_URL);
    assert(typeof after === "object" && after.name === "New name");
    // One that its server has taken away does not count, neither now nor while the server fails.
    for (const gone of [404, 410]) {
      const { find } = scene(() => new Response("", { status: gone }), store.adapter);
      assertEquals(await find(DOCUMENT_URL), undefined);
      assertEquals(await scene(FAILURES[0]!, store.adapter).find(DOCUMENT_URL), undefined);
      assert(await scene(document, store.adapter).find(DOCUMENT_URL), "it is back");
      assert(await scene(FAILURES[0]!, store.adapter).find(DOCUMENT_URL));
    }
  } finally {
    await store.close();
  }
}

for (const [name, open] of Object.entries(LOCAL_STORES)) {
  Deno.test(`${name}: the last copy of a known client's document counts while its server fails`, async () => {
    await outlivesFailure(open);
  });
}

withPostgres("documents on PostgreSQL", (server) => {
  Deno.test("PostgreSQL: the last copy of a known client's document counts while its server fails", async () => {
    await outlivesFailure(postgresStore(server));
  });
});

Deno.test("the last copy of a document counts for a week", async () => {
  const { give, rig } = scene();
  await give();
  const fails: Answer = () => new Response("", { status: 503 });
  using time = new FakeTime();
  const adapter = rig.adapter as FullAdapter;
  await time.tickAsync(6.9 * DAY_MS);
  assert(await scene(fails, adapter).find(DOCUMENT_URL));
  await time.tickAsync(0.2 * DAY_MS);
  assertEquals(await scene(fails, adapter).find(DOCUMENT_URL), undefined);
});

Deno.test("the last keys of a known client count while their server fails", async () => {
  const key = await signer();
  const KEYS_URL = "https://keys.example/jwks.json";
  let fails = false;
  const rig = createServer({
    clients: { partner: { redirectUris: [CALLBACK], jwksUri: KEYS_URL } },
    fetch: (() =>
      Promise.resolve(
        fails ? new Response("", { status: 503 }) : Response.json({ keys: [key.jwk] }),
      )) as typeof fetch,
  });
  const status = async () => {
    const response = await authenticate(rig, asserted(await key.assertion("partner")));
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await status(), 200);
  using time = new FakeTime(Date.now());
  fails = true;
  await time.tickAsync(DAY_MS);
  assertEquals(await status(), 200);
  await time.tickAsync(7 * DAY_MS);
  assertEquals(await status(), 401);
});

Deno.test("oauth/authorize: a document that is read counts for the address, and one that is kept does not", async () => {
  const { rig } = scene();
  const limited = createServer({
    registration: { metadataDocuments: "ask" },
    fetch: ((url: string) => Promise.resolve(document(url))) as typeof fetch,
  }, {
    adapter: rig.adapter,
    logger: { error() {}, warn() {} },
    limits: { perAddress: 3, clientAddress: () => "203.0.113.77" },
  });
  const ask = async (client_id: string) => {
    const query = new URLSearchParams({
      ...{ client_id, redirect_uri: CALLBACK, response_type: "code", scope: "project:read" },
      ...{ code_challenge: CHALLENGE, code_challenge_method: "S256" },
    });
    const response = await limited.send(`oauth/authorize?${query}`);
    await response.body?.cancel();
    return response.status;
  };
  for (let i = 0; i < 10; i++) assert(await ask(other(0)) !== 429);
  assert(await ask(other(1)) !== 429);
  assert(await ask(other(2)) !== 429);
  assertEquals(await ask(other(3)), 429);
  assert(await ask(other(0)) !== 429);
});

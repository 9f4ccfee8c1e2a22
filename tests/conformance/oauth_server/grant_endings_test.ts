/**
 * What each grant still gives after each ending, to a client whose access ends with the session and to
 * one whose access lasts. The table is printed.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { families } from "../../../src/capabilities/oauth_server/kinds.ts";
import { GRANT_TYPES } from "../../../src/capabilities/oauth_server/token.ts";
import * as sessions from "../../../src/server/sessions.ts";
import { sessions as sessionRecords } from "../../../src/session/record.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import type { TestBrowser } from "../../../src/tools/testing/mod.ts";
import { ownerOf } from "../../../src/records/owner.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { STRATEGIES, type Strategy } from "../../flows/_strategies.ts";
import { assertionOf, IDP, jwks, JWT_BEARER } from "./_assertions.ts";
import { ask, type Asked, GOOD, post, press, toldIn } from "./_authorize.ts";
import { browserOf, openNew } from "./_back_channel_logout.ts";
import { begin, DEVICE } from "./_devices.ts";
import { CALLBACK, createServer, MCP, SECRET, type ServerRig } from "./_rig.ts";
import { codeFields, redeem, refreshFields, type Tokens } from "./_tokens.ts";

const APP = "https://other.example";
const TYPES = "urn:ietf:params:oauth:token-type:";
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

const CLIENT = {
  redirectUris: [CALLBACK],
  secret: SECRET,
  idTokenAlgorithm: "ES256",
  grants: ["code", "refresh", "device", "client-credentials", "token-exchange", "jwt-bearer"],
  assertsTo: { [APP]: {} },
} as const;

const CLIENTS = { bound: { ...CLIENT, offlineAccess: "scope" }, lasting: CLIENT } as const;

type Name = keyof typeof CLIENTS;

function createRig(strategy: Strategy, adapter: FullAdapter): ServerRig {
  return createServer(
    {
      clients: CLIENTS,
      assertions: { [IDP]: { jwks, userOf: ({ sub }: { sub: string }) => sub } },
    } as never,
    {
      adapter,
      session: { strategy, revocation: {} },
      notifyNewDevice: false,
      logger: { error() {} },
    } as never,
  );
}

/** Everything that a client has of a user before the end. */
interface Held {
  readonly client: Name;
  readonly userId: string;
  readonly browser: TestBrowser;
  readonly tokens: Tokens;
  /** One that was not used. */
  readonly code: string;
  /** One that the user has allowed. */
  readonly device: string;
}

const SCOPE = "openid project:read";
const as = (client: Name) => ({ client_id: client, client_secret: SECRET });

async function codeFor(browser: TestBrowser, client: Name): Promise<string> {
  const asked: Asked = { ...GOOD, client_id: client, scope: SCOPE };
  const page = await ask(browser, asked);
  const { code } = toldIn(page.status === 302 ? page : await press(browser, page, "allow"));
  assert(code);
  return code;
}

async function hold(rig: ServerRig, client: Name): Promise<Held> {
  const { userId, browser } = await openNew(rig as never);
  const tokens = await redeem(rig, await codeFor(browser, client), as(client));
  const { device_code, user_code } = await begin(rig, { ...as(client), scope: "project:read" });
  for (const step of ["open", "allow"]) await post(browser, "device", { step, user_code });
  const code = await codeFor(browser, client);
  return { client, userId, browser, tokens, code, device: device_code };
}

type Fields = Readonly<Record<string, string>>;

const exchange = (type: string, subject_token: string, more: Fields): Fields => ({
  grant_type: EXCHANGE,
  subject_token,
  subject_token_type: TYPES + type,
  ...more,
});

const JAG = { requested_token_type: `${TYPES}id-jag`, audience: APP };

/** The requests to the token endpoint, each of a value of `grant_type`. */
const USES: Readonly<Record<string, (held: Held) => Fields | Promise<Fields>>> = {
  "code": ({ code }) => codeFields(code) as Fields,
  "refresh": ({ tokens }) => refreshFields(tokens.refresh_token) as Fields,
  "exchange": (held) => exchange("access_token", held.tokens.access_token, {}),
  "ID-JAG by access token": (held) => exchange("access_token", held.tokens.access_token, JAG),
  "ID-JAG by ID token": (held) => exchange("id_token", held.tokens.id_token, JAG),
  "device": ({ device }) => ({ grant_type: DEVICE, device_code: device }),
  "assertion of another provider": async ({ client, userId }) => ({
    grant_type: JWT_BEARER,
    assertion: await assertionOf(userId, {
      claims: { client_id: client, scope: "project:read", resource: MCP },
    }),
  }),
  "client credentials": () => ({ grant_type: "client_credentials", scope: "project:read" }),
};

/** What needs nobody's session. */
const APART = ["device", "assertion of another provider", "client credentials"];

const ALL = Object.keys(USES);

/** An ending, and what each client still gets after it. */
interface Ending {
  run(rig: ServerRig, held: Held): Promise<unknown>;
  readonly bound: readonly string[];
  readonly lasting: readonly string[];
}

async function sessionOf({ auth }: ServerRig, userId: string): Promise<string> {
  const [session] = await sessions.list(auth.config, userId);
  return session!.id;
}

const OF_SESSION = { bound: APART, lasting: ALL } as const;
const OF_USER = { bound: ["client credentials"], lasting: ["client credentials"] } as const;
const OF_GRANT = { bound: APART.slice(1), lasting: APART.slice(1) } as const;
const OF_FAMILY = { bound: ["code", ...APART], lasting: ["code", ...APART] } as const;

const ENDINGS: Readonly<Record<string, Ending>> = {
  "sign-out": { run: (_rig, { browser }) => post(browser, "signout", {}), ...OF_SESSION },
  "end from another device": {
    run: async (rig, { userId }) =>
      await sessions.revoke(rig.auth.config, userId, await sessionOf(rig, userId)),
    ...OF_SESSION,
  },
  // As the store forgets what has expired: nobody is told.
  "expiry of the session": {
    run: async (rig, { userId }) =>
      await sessionRecords.take(rig.adapter.records!, await sessionOf(rig, userId)),
    ...OF_SESSION,
  },
  "sign-out everywhere": {
    run: ({ auth }, { userId }) => sessions.revokeAll(auth.config, userId),
    ...OF_GRANT,
  },
  "consent removed": {
    async run({ auth: { oauthServer } }, { userId }) {
      for (const { id } of await oauthServer.listGrants(userId)) {
        await oauthServer.revokeGrant(userId, id);
      }
    },
    ...OF_GRANT,
  },
  "revocation by the client": {
    run: (rig, { client, tokens }) =>
      rig.post("oauth/revoke", { ...as(client), token: tokens.refresh_token }),
    ...OF_FAMILY,
  },
  "suspension": { run: ({ auth }, { userId }) => auth.users.suspend(userId), ...OF_USER },
  "deletion": { run: ({ auth }, { userId }) => auth.users.delete(userId), ...OF_USER },
};

/** What a client still gets. Each use is tried on a user of its own: one of them may end others. */
async function measure(
  strategy: Strategy,
  adapter: FullAdapter,
  client: Name,
  end: Ending["run"],
): Promise<string[]> {
  const given: string[] = [];
  for (const [use, fieldsOf] of Object.entries(USES)) {
    const rig = createRig(strategy, adapter);
    const held = await hold(rig, client);
    await end(rig, held);
    const answer = await rig.post("oauth/token", { ...await fieldsOf(held), ...as(client) });
    const { access_token } = await answer.json();
    assert(answer.status === 200 || answer.status === 400, `${use}: ${answer.status}`);
    assertEquals(access_token !== undefined, answer.status === 200);
    if (answer.status === 200) given.push(use);
  }
  return given;
}

for (const strategy of STRATEGIES) {
  // One store, since its keys take long to make.
  const adapter = MemoryAdapter() as FullAdapter;
  for (const [name, { run, ...expected }] of Object.entries(ENDINGS)) {
    Deno.test(`grants, ${strategy}: ${name}: what each gives afterwards`, async () => {
      for (const client of ["bound", "lasting"] as const) {
        const given = await measure(strategy, adapter, client, run);
        console.log(`${strategy}, ${name}, ${client}: ${given.join(", ")}`);
        assertEquals(given, ALL.filter((use) => expected[client].includes(use)), client);
      }
    });
  }

  Deno.test(`grants, ${strategy}: before an ending, each gives something`, async () => {
    for (const client of ["bound", "lasting"] as const) {
      assertEquals(await measure(strategy, adapter, client, () => Promise.resolve()), ALL);
    }
  });
}

Deno.test("grants: each of the server is in the table", async () => {
  const rig = createRig("jwt", MemoryAdapter() as FullAdapter);
  const held = await hold(rig, "lasting");
  const seen = new Set<string>();
  for (const fieldsOf of Object.values(USES)) seen.add((await fieldsOf(held)).grant_type!);
  assertEquals([...seen].sort(), Object.keys(GRANT_TYPES).sort());
});

Deno.test("grants: what is exchanged after the expiry of a session ends what came from it, and another session goes on", async () => {
  const rig = createRig("jwt", MemoryAdapter() as FullAdapter);
  for (const use of ["exchange", "ID-JAG by access token", "ID-JAG by ID token", "refresh"]) {
    const held = await hold(rig, "bound");
    const { userId, tokens } = held;
    const id = await sessionOf(rig, userId);
    const phone = await browserOf(rig as never, userId);
    const other = await redeem(rig, await codeFor(phone, "bound"), as("bound"));
    await age(rig, userId);
    await sessionRecords.take(rig.adapter.records!, id);
    const fields = await USES[use]!(held);
    const answer = await rig.post("oauth/token", { ...fields, ...as("bound") });
    await answer.body?.cancel();
    assertEquals([answer.status, (await rig.ask(tokens.access_token)).status], [400, 401], use);
    assertEquals((await rig.ask(other.access_token)).status, 200, use);
  }
});

Deno.test("grants: a refresh token of a session that has ended is inactive", async () => {
  const rig = createRig("jwt", MemoryAdapter() as FullAdapter);
  for (const client of ["bound", "lasting"] as const) {
    const { userId, tokens } = await hold(rig, client);
    const introspect = async () => {
      const fields = { ...as(client), token: tokens.refresh_token };
      return (await (await rig.post("oauth/introspect", fields)).json()).active;
    };
    assertEquals(await introspect(), true);
    await sessionRecords.take(rig.adapter.records!, await sessionOf(rig, userId));
    assertEquals(await introspect(), client === "lasting");
  }
});

/** Makes families as old as those whose session every store has. */
async function age({ adapter }: ServerRig, userId: string): Promise<void> {
  for await (const { id } of families.listAll(adapter.records!, userId)) {
    await families.update(adapter.records!, id, (known) => {
      const { owner, expires, data } = known!;
      return { userId: owner, expires, data: { ...data, createdAt: data.createdAt - 60_000 } };
    });
  }
}

/** A store whose reads of some kind are changed. */
function reading(kind: string, change: (read: () => Promise<unknown>) => Promise<unknown>) {
  const adapter = MemoryAdapter() as FullAdapter;
  const { records } = adapter;
  const get = (asked: string, id: string) =>
    asked === kind ? change(async () => await records.get(asked, id)) : records.get(asked, id);
  return { ...adapter, records: { ...records, get } } as FullAdapter;
}

const OF_SUBJECT = ["exchange", "ID-JAG by access token", "ID-JAG by ID token"];

Deno.test("grants: a store that lags behind is asked again about the session, and one that fails says nothing", async () => {
  let state: "fails" | "lags" | "works" = "works";
  const adapter = reading("session", async (read) => {
    if (state === "fails") throw new Error("the store is away");
    if (state === "works") return await read();
    state = "works";
    return null;
  });
  const rig = createRig("jwt", adapter);
  const held = await hold(rig, "bound");
  for (const use of OF_SUBJECT) {
    const fields = { ...await USES[use]!(held), ...as("bound") };
    for (const [next, status] of [["lags", 200], ["fails", 503], ["works", 200]] as const) {
      state = next;
      const answer = await rig.post("oauth/token", fields);
      await answer.body?.cancel();
      assertEquals([answer.status, answer.headers.has("retry-after")], [status, status === 503]);
    }
  }
});

Deno.test("grants: a store that does not have a new session yet refuses what came from it, and ends nothing", async () => {
  let lags = false;
  const rig = createRig(
    "jwt",
    reading("session", async (read) => {
      const found = await read();
      return lags ? null : found;
    }),
  );
  for (const use of [...OF_SUBJECT, "refresh"]) {
    const held = await hold(rig, "bound");
    const { userId, tokens } = held;
    const ask = async () => {
      const answer = await rig.post("oauth/token", { ...await USES[use]!(held), ...as("bound") });
      await answer.body?.cancel();
      return answer.status;
    };
    lags = true;
    const statuses = [await ask(), await ask()];
    lags = false;
    statuses.push((await rig.ask(tokens.access_token)).status, await ask());
    assertEquals(statuses, [400, 400, 200, 200], use);
    // One that has ended is known by its mark, whatever the age.
    const id = await sessionOf(rig, userId);
    const until = new Date(Date.now() + 60_000);
    const mark = { kind: "session.adopted", id, version: 1, expires: until, data: null };
    await rig.adapter.records!.put(mark, null);
    await sessionRecords.take(rig.adapter.records!, id);
    assertEquals([await ask(), (await rig.ask(tokens.access_token)).status], [400, 401], use);
  }
});

Deno.test("grants: a token without a record of its family gives no assertion to a client whose access ends with the session", async () => {
  const rig = createRig("jwt", MemoryAdapter() as FullAdapter);
  for (const client of ["bound", "lasting"] as const) {
    const held = await hold(rig, client);
    await families.removeAll(rig.adapter.records!, held.userId);
    for (const use of OF_SUBJECT.slice(1)) {
      const fields = { ...await USES[use]!(held), ...as(client) };
      const answer = await rig.post("oauth/token", fields);
      await answer.body?.cancel();
      assertEquals(answer.status, client === "bound" ? 400 : 200, `${client}: ${use}`);
    }
  }
});

/** Fifty requests at once after the expiry of a session: none of them gives anything. */
async function race(adapter: FullAdapter): Promise<void> {
  const rig = createRig("jwt", slowed(adapter, () => true));
  const held = await hold(rig, "bound");
  const { userId, tokens } = held;
  await age(rig, userId);
  await sessionRecords.take(adapter.records, await sessionOf(rig, userId));
  const uses = [...OF_SUBJECT, "refresh"];
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const fields = await USES[uses[index % uses.length]!]!(held);
      return await rig.post("oauth/token", { ...fields, ...as("bound") });
    }),
  );
  await Promise.all(answers.map((answer) => answer.body?.cancel()));
  assertEquals(new Set(answers.map(({ status }) => status)), new Set([400]));
  assertEquals((await rig.ask(tokens.access_token)).status, 401);
  assertEquals(await adapter.records.list(ownerOf(userId), "oauth.refresh"), []);
}

function register(name: string, open: OpenDumpStore): void {
  Deno.test(`grants, ${name}: of fifty requests at once after the expiry of a session, none gives anything`, async () => {
    const store = await open();
    try {
      await race(store.adapter);
    } finally {
      await store.close();
    }
  });
}

for (const [name, open] of Object.entries(LOCAL_STORES)) register(name, open);
withPostgres("grants on PostgreSQL", (server) => register("PostgreSQL", postgresStore(server)));

/**
 * Who gave access to a client.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { listForClient } from "../../../src/capabilities/oauth_server/client_grants.ts";
import { clientGrants, grants } from "../../../src/capabilities/oauth_server/kinds.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { DOCUMENT_URL, strangers } from "./_clients.ts";
import { CALLBACK, createServer, type ServerRig } from "./_rig.ts";
import { createUser, grantTokens, grantTokensFor, refresh, refreshFields, WEB } from "./_tokens.ts";

const DAY = 86_400_000;

async function usersOf({ auth }: ServerRig, client = "own"): Promise<string[]> {
  const { grants } = await auth.oauthServer.listClientGrants(client);
  return grants.map(({ userId }) => userId).sort();
}

Deno.test("listClientGrants(): everybody who gave access to that client, a page at a time", async () => {
  const rig = createServer();
  const users: string[] = [];
  for (let user = 0; user < 7; user++) users.push((await grantTokens(rig)).userId);
  const other = await grantTokens(rig, { client: "web" }, WEB);
  const found: string[] = [];
  let after: string | undefined;
  let pages = 0;
  do {
    const page = await rig.auth.oauthServer.listClientGrants("own", { after, limit: 3 });
    assert(page.grants.length <= 3);
    found.push(...page.grants.map(({ userId }) => userId));
    after = page.next;
    pages++;
  } while (after !== undefined);
  assertEquals([found.sort(), pages], [users.sort(), 3]);
  assertEquals(await usersOf(rig, "web"), [other.userId]);
  const { grants: [grant] } = await rig.auth.oauthServer.listClientGrants("web");
  const [same] = await rig.auth.oauthServer.listGrants(other.userId);
  assertEquals(grant, { ...same!, userId: other.userId });
  assertEquals(await usersOf(rig, "nobody"), []);
});

Deno.test("listClientGrants(): what has ended is not in it", async () => {
  const rig = createServer();
  const { auth } = rig;
  const [ended, suspended, deleted, stays] = [
    await grantTokens(rig),
    await grantTokens(rig),
    await grantTokens(rig),
    await grantTokens(rig),
  ];
  const [grant] = await auth.oauthServer.listGrants(ended.userId);
  await auth.oauthServer.revokeGrant(ended.userId, grant!.id);
  await auth.users.suspend(suspended.userId);
  await auth.users.delete(deleted.userId);
  assertEquals(await usersOf(rig), [stays.userId]);
  // Access that is given anew is there again.
  await grantTokensFor(rig, ended.userId);
  assertEquals(await usersOf(rig), [ended.userId, stays.userId].sort());
});

Deno.test("listClientGrants(): a suspension removes entries a few at a time, and a failure is tried again", async () => {
  const adapter = MemoryAdapter() as FullAdapter;
  let [now, most, fails] = [0, 0, 1];
  const take: FullAdapter["records"]["take"] = async (kind, id) => {
    if (kind !== "oauth.client-grant") return await adapter.records.take(kind, id);
    most = Math.max(most, ++now);
    try {
      if (fails-- > 0) throw new Error("the store is away");
      return await adapter.records.take(kind, id);
    } finally {
      now--;
    }
  };
  const rig = createServer({}, { adapter: { ...adapter, records: { ...adapter.records, take } } });
  const { userId } = await grantTokens(rig);
  const { id, data } = (await grants.list(adapter.records, userId))[0]!;
  const ids = [id, ...Array.from({ length: 49 }, (_, index) => `grant-${index}`)];
  for (const other of ids.slice(1)) {
    await grants.add(adapter.records, other, { userId, expires: null, data });
    await listForClient(adapter.records, { id: other, data });
  }
  await rig.auth.users.suspend(userId);
  for (const one of ids) assertEquals(await clientGrants.get(adapter.records, one), null);
  assert(most > 1 && most <= 20, `${most} at once`);
});

Deno.test("listClientGrants(): a grant of a version before is found from its next token on", async () => {
  const rig = createServer();
  const { userId, refresh_token } = await grantTokens(rig);
  const records = rig.adapter.records!;
  const { id } = (await rig.auth.oauthServer.listGrants(userId))[0]!;
  await clientGrants.take(records, id);
  await grants.update(records, id, (known) => {
    const { listedUntil: _, ...data } = known!.data;
    return { userId, expires: known!.expires, data };
  });
  assertEquals(await usersOf(rig), []);
  // A moment after its last use.
  await refresh(rig, refresh_token);
  assertEquals(await usersOf(rig), [userId]);
});

Deno.test("listClientGrants(): an entry expires when no token was made for long, and use renews it", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const idle = await grantTokens(rig);
  const { userId } = await grantTokens(rig);
  for (let day = 0; day < 200; day += 50) {
    time.tick(50 * DAY);
    await grantTokensFor(rig, userId);
  }
  assertEquals(await usersOf(rig), [userId]);
  // What the user gave is remembered, although its client has nothing of it.
  assertEquals((await rig.auth.oauthServer.listGrants(idle.userId)).length, 1);
});

Deno.test("listClientGrants(): a client with a document, by its URL", async () => {
  const network = strangers({
    [DOCUMENT_URL]: { client_id: DOCUMENT_URL, redirect_uris: [CALLBACK] },
  });
  const rig = createServer({
    registration: { metadataDocuments: "ask" },
    fetch: network.fetch,
  });
  const { userId } = await grantTokens(rig, { client: DOCUMENT_URL }, { client_id: DOCUMENT_URL });
  assertEquals(await usersOf(rig, DOCUMENT_URL), [userId]);
});

Deno.test("listClientGrants(): an entry says nothing of the user, and none of the export shows it", async () => {
  const rig = createServer();
  const { userId } = await grantTokens(rig);
  const { id } = (await rig.auth.oauthServer.listGrants(userId))[0]!;
  const entry = await clientGrants.get(rig.adapter.records!, id);
  assert(!JSON.stringify(entry).includes(userId));
  assert(!JSON.stringify(await rig.auth.users.export(userId)).includes("listedUntil"));
});

Deno.test("listClientGrants(): a store that fails to write the entry costs no token", async () => {
  const adapter = MemoryAdapter() as FullAdapter;
  const { records } = adapter;
  let fails = true;
  const failing: FullAdapter = {
    ...adapter,
    records: {
      ...records,
      put: async (entry, expected) => {
        if (fails && entry.kind === "oauth.client-grant") throw new Error("the store is away");
        return await records.put(entry, expected);
      },
    },
  };
  const logged: unknown[] = [];
  const rig = createServer({}, {
    adapter: failing,
    logger: { error: (error: Error) => void logged.push(error) },
  });
  const { userId, refresh_token } = await grantTokens(rig);
  assert(logged.length > 0);
  assertEquals(await usersOf(rig), []);
  fails = false;
  await refresh(rig, refresh_token);
  assertEquals(await usersOf(rig), [userId]);
});

Deno.test("listClientGrants(): arguments that cannot be used are refused with what they should be", async () => {
  const { oauthServer } = createServer().auth;
  for (const limit of [0, 101, 1.5, "5", null, NaN]) {
    await assertRejects(
      () => oauthServer.listClientGrants("own", { limit } as never),
      RangeError,
      "limit",
    );
  }
  for (const after of ["", "x", 5, null, "A".repeat(10_000)]) {
    await assertRejects(
      () => oauthServer.listClientGrants("own", { after } as never),
      RangeError,
      "after",
    );
  }
  for (const id of ["", null, undefined, 5]) {
    await assertRejects(() => oauthServer.listClientGrants(id as never), TypeError, "clientId");
  }
  await assertRejects(
    () => oauthServer.listClientGrants("own", { page: 1 } as never),
    TypeError,
    "page",
  );
});

/** Fifty tokens of a grant that is not listed yet, at once: it is there once. */
async function race(adapter: FullAdapter): Promise<void> {
  const rig = createServer({}, { adapter: slowed(adapter, () => true) });
  const userId = await createUser(rig);
  const { refresh_token } = await grantTokensFor(rig, userId);
  const { id } = (await rig.auth.oauthServer.listGrants(userId))[0]!;
  await clientGrants.take(adapter.records, id);
  await grants.update(adapter.records, id, (known) => {
    const { listedUntil: _, ...data } = known!.data;
    return { userId, expires: known!.expires, data };
  });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => rig.post("oauth/token", refreshFields(refresh_token))),
  );
  await Promise.all(answers.map((answer) => answer.body?.cancel()));
  assertEquals(new Set(answers.map(({ status }) => status)), new Set([200]));
  const listed = (await rig.auth.oauthServer.listClientGrants("own")).grants;
  assertEquals(listed.map((grant) => [grant.id, grant.userId]), [[id, userId]]);
}

function register(name: string, open: OpenDumpStore): void {
  Deno.test(`listClientGrants(), ${name}: fifty tokens at once of a grant that is not listed list it once`, async () => {
    const store = await open();
    try {
      await race(store.adapter);
    } finally {
      await store.close();
    }
  });
}

for (const [name, open] of Object.entries(LOCAL_STORES)) register(name, open);
withPostgres(
  "listClientGrants() on PostgreSQL",
  (server) => register("PostgreSQL", postgresStore(server)),
);

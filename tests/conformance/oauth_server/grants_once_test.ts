/**
 * A user has one grant for a client and an organization, however many requests give it at once; and an
 * end ends all of it for good.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { standingGrants } from "../../../src/capabilities/oauth_server/grants.ts";
import { type GrantData, grants } from "../../../src/capabilities/oauth_server/kinds.ts";
import type { Targets } from "../../../src/capabilities/oauth_server/targets.ts";
import { ownerOf } from "../../../src/records/owner.ts";
import { anchors } from "../../../src/session/anchor.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { callOf } from "./_clients.ts";
import { assertRefused, createServer, FILES, MCP, type ServerRig } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
  createUser,
  grantTokens,
  grantTokensFor,
  refreshFields,
  tokensOf,
} from "./_tokens.ts";

const AT_ONCE = 50;

/** What one of many requests gives. */
type Given = (index: number) => Parameters<ServerRig["code"]>[1];

const HALVES: readonly Targets[] = [{ [MCP]: ["project:read"] }, { [FILES]: ["file:read"] }];

const GIFTS: Readonly<Record<string, Given>> = {
  "the same": () => ({}),
  "different scopes": (index) => ({
    targets: HALVES[index % 2]!,
  }),
};

async function give(open: OpenDumpStore, given: Given): Promise<void> {
  const store = await open();
  try {
    const adapter = slowed(store.adapter, () => true);
    const rigs = Array.from({ length: 4 }, () => createServer({}, { adapter }));
    const [rig] = rigs as [ServerRig];
    const userId = await createUser(rig);
    const codes = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => rigs[i % 4]!.code(userId, given(i))),
    );
    const { oauthServer } = rig.auth;
    const [grant, another] = await oauthServer.listGrants(userId);
    assertEquals([another, new Set(codes).size], [undefined, AT_ONCE]);
    const wanted = [0, 1].map((i) => given(i)!.targets ?? { [MCP]: ["project:read"] });
    for (const [url, scopes] of wanted.flatMap((targets) => Object.entries(targets))) {
      assertEquals(grant!.scopes[url], scopes);
    }
    const tokens = await tokensOf(await rig.post("oauth/token", codeFields(codes[0]!)));
    await assertAsked(rig, tokens.access_token, 200);
    // One end ends what all of them gave.
    assert(await oauthServer.revokeGrant(userId, grant!.id));
    await assertAsked(rig, tokens.access_token, 401);
    for (const code of codes.slice(1, 5)) {
      await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
    }
    assertEquals(await store.adapter.records.list(ownerOf(userId), "oauth.grant"), []);
  } finally {
    await store.close();
  }
}

for (const [what, given] of Object.entries(GIFTS)) {
  for (const [name, open] of Object.entries(LOCAL_STORES)) {
    Deno.test(`grant, ${name}: fifty requests that give ${what} at once make one`, async () => {
      await give(open, given);
    });
  }
}

withPostgres("grants on PostgreSQL", (server) => {
  for (const [what, given] of Object.entries(GIFTS)) {
    Deno.test(`grant, PostgreSQL: fifty requests that give ${what} at once make one`, async () => {
      await give(postgresStore(server), given);
    });
  }
});

Deno.test("grant: each organization and each client has its own", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  for (const organization of [null, "org_a", "org_b"]) {
    for (const client of ["own", "web"]) await rig.code(userId, { organization, client });
  }
  const all = await standingGrants(callOf(rig), userId);
  const keys = all.map(({ data: { client, organization } }) => `${client} ${organization}`);
  assertEquals([all.length, new Set(keys).size], [6, 6]);
});

Deno.test("grant: the same again writes nothing", async () => {
  using _time = new FakeTime();
  const rig = createServer();
  const userId = await createUser(rig);
  await rig.code(userId);
  const versions = async () =>
    (await standingGrants(callOf(rig), userId)).map(({ version }) => version);
  const before = await versions();
  await rig.code(userId);
  assertEquals(await versions(), before);
});

Deno.test("grant: what was made for one that has ended does not come back when the user gives it again", async () => {
  const rig = createServer();
  const { userId, access_token, refresh_token } = await grantTokens(rig);
  const code = await rig.code(userId);
  const { id } = (await rig.auth.oauthServer.listGrants(userId))[0]!;
  assert(await rig.auth.oauthServer.revokeGrant(userId, id));
  const again = await grantTokensFor(rig, userId);
  await assertAsked(rig, again.access_token, 200);
  await assertAsked(rig, access_token, 401);
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
  await assertRefused(
    await rig.post("oauth/token", refreshFields(refresh_token)),
    "invalid_grant",
  );
  // Neither does the earlier one end the later one.
  assert(!await rig.auth.oauthServer.revokeGrant(userId, id));
  const revoked = await rig.post("oauth/revoke", { token: access_token, client_id: "own" });
  assertEquals(revoked.status, 200);
  await revoked.body?.cancel();
  await assertAsked(rig, again.access_token, 200);
});

Deno.test("grant: a code that is used again later ends its own grant, and not the next one", async () => {
  using time = new FakeTime();
  const rig = createServer();
  const userId = await createUser(rig);
  const code = await rig.code(userId);
  await tokensOf(await rig.post("oauth/token", codeFields(code)));
  const { id } = (await rig.auth.oauthServer.listGrants(userId))[0]!;
  await rig.auth.oauthServer.revokeGrant(userId, id);
  const again = await grantTokensFor(rig, userId);
  time.tick(20_000);
  await assertRefused(await rig.post("oauth/token", codeFields(code)), "invalid_grant");
  await assertAsked(rig, again.access_token, 200);
});

Deno.test("grant: several of an older version still count, and end together", async () => {
  const rig = createServer();
  const { userId, access_token } = await grantTokens(rig);
  const { records } = rig.adapter;
  const owner = ownerOf(userId);
  // As the form before has it: two for the same client.
  const [found] = await records!.list(owner, "oauth.grant");
  await records!.take("oauth.grant", found!.id);
  const data = found!.data as GrantData;
  const anchor = (await anchors.get(records!, userId))!.data.id;
  const ids = ["AAAAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBBBB"];
  for (const id of ids) {
    await grants.add(records!, id, { userId, expires: null, data: { ...data, anchor } });
  }
  const listed = await rig.auth.oauthServer.listGrants(userId);
  assertEquals(listed.map(({ id }) => id).sort(), ids);
  await assertAsked(rig, access_token, 401);
  // What is given now is added to the one that is there.
  const tokens = await grantTokensFor(rig, userId);
  await assertAsked(rig, tokens.access_token, 200);
  assertEquals((await rig.auth.oauthServer.listGrants(userId)).length, 2);
  assert(await rig.auth.oauthServer.revokeGrant(userId, ids[1]!));
  await assertAsked(rig, tokens.access_token, 401);
  assertEquals(await rig.auth.oauthServer.listGrants(userId), []);
});

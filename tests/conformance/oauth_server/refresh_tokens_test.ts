/**
 * Refresh tokens: each counts once, for its client (RFC 9700 §4.14).
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { ownerOf } from "../../../src/records/owner.ts";
import type { RecordStore } from "../../../src/types/records.ts";
import { counted } from "../../flows/_counted_store.ts";
import { assertRefused, createServer, ISSUER, MCP } from "./_rig.ts";
import {
  assertAsked,
  createProver,
  createUser,
  grantTokens,
  open,
  proven,
  refresh,
  refreshFields,
  tokensOf,
  WEB,
} from "./_tokens.ts";

const DAY = 86_400_000;

Deno.test("refresh: it gives new tokens of the same grant, and another refresh token", async () => {
  const rig = createServer();
  const first = await grantTokens(rig);
  const second = await refresh(rig, first.refresh_token);
  assertNotEquals(second.refresh_token, first.refresh_token);
  assertEquals(second.scope, first.scope);
  const { claims } = open(second.access_token);
  assertEquals(claims.grant, open(first.access_token).claims.grant);
  assertEquals(claims.auth_time, open(first.access_token).claims.auth_time);
  await assertAsked(rig, second.access_token, 200);
  // The access token from before stays valid until its time is over.
  await assertAsked(rig, first.access_token, 200);
});

Deno.test("refresh: the one before gets the same successor within ten seconds", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const first = await grantTokens(rig);
  const second = await refresh(rig, first.refresh_token);
  time.tick(9_000);
  for (let window = 0; window < 3; window++) {
    const again = await refresh(rig, first.refresh_token);
    await assertAsked(rig, again.access_token, 200);
  }
  const third = await refresh(rig, second.refresh_token);
  await assertAsked(rig, third.access_token, 200);
});

Deno.test("refresh: the one before ends its family later: its successor and access tokens stop", async () => {
  const entries: string[] = [];
  const rig = createServer({}, { events: { audit: ({ name }) => void entries.push(name) } });
  using time = new FakeTime();
  const first = await grantTokens(rig);
  const second = await refresh(rig, first.refresh_token);
  time.tick(10_001);
  for (const { refresh_token } of [first, second, first]) {
    const fields = refreshFields(refresh_token);
    await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
  }
  await assertAsked(rig, first.access_token, 401);
  await assertAsked(rig, second.access_token, 401);
  assertEquals(entries.filter((name) => name === "oauth.reused").length, 1);
  // What the user has given stays.
  assertEquals((await rig.auth.oauthServer.listGrants(first.userId)).length, 1);
});

Deno.test("refresh: one that is older than the one before ends its family at once", async () => {
  const rig = createServer();
  const first = await grantTokens(rig);
  const second = await refresh(rig, first.refresh_token);
  const third = await refresh(rig, second.refresh_token);
  await assertRefused(
    await rig.post("oauth/token", refreshFields(first.refresh_token)),
    "invalid_grant",
  );
  await assertAsked(rig, third.access_token, 401);
});

Deno.test("refresh: another client gets nothing, and ends nothing by a token that counts", async () => {
  const rig = createServer();
  const { refresh_token } = await grantTokens(rig);
  for (const more of [WEB, { client_id: "cli" }]) {
    const fields = refreshFields(refresh_token, more);
    await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
  }
  const second = await refresh(rig, refresh_token);
  await assertAsked(rig, second.access_token, 200);
  // One that was used has been copied: it is sealed, so nobody guesses it.
  const again = refreshFields(refresh_token, { client_id: "cli" });
  const told = await assertRefused(await rig.post("oauth/token", again), "invalid_grant");
  await assertAsked(rig, second.access_token, 401);
  // The other client does not learn what it has ended.
  assertEquals(told, await assertRefused(await rig.post("oauth/token", again), "invalid_grant"));
});

Deno.test("refresh: a client with a secret must authenticate", async () => {
  const rig = createServer();
  const { refresh_token } = await grantTokens(rig, { client: "web" }, WEB);
  for (const client_secret of [undefined, "wrong"]) {
    const fields = refreshFields(refresh_token, { client_id: "web", client_secret });
    await assertRefused(await rig.post("oauth/token", fields), "invalid_client");
  }
  await refresh(rig, refresh_token, WEB);
});

Deno.test("refresh: text that was changed or guessed ends nothing, and costs no store", async () => {
  const rig = createServer();
  const { refresh_token, access_token } = await grantTokens(rig);
  const changed = [
    "guess",
    "xo1_guess",
    access_token,
    `${refresh_token}A`,
    refresh_token.slice(0, -4),
    refresh_token.replace("xo1_", "xr1_"),
  ];
  for (const text of changed) {
    await assertRefused(await rig.post("oauth/token", refreshFields(text)), "invalid_grant");
  }
  await assertRefused(await rig.post("oauth/token", refreshFields("")), "invalid_request");
  await refresh(rig, refresh_token);
});

Deno.test("refresh: a family that is not used ends after 30 days, and every one after 90", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const idle = await grantTokens(rig);
  const expires = async ({ userId }: { userId: string }) => {
    const [family] = await rig.adapter.records!.list(ownerOf(userId), "oauth.refresh");
    return family!.expires!.valueOf() - Date.now();
  };
  // The store removes what nothing can open any more.
  assertEquals(await expires(idle), 30 * DAY);
  let used = await grantTokens(rig);
  for (let day = 25; day <= 75; day += 25) {
    time.tick(25 * DAY);
    used = { ...used, ...await refresh(rig, used.refresh_token) };
  }
  await assertRefused(
    await rig.post("oauth/token", refreshFields(idle.refresh_token)),
    "invalid_grant",
  );
  time.tick(16 * DAY);
  await assertRefused(
    await rig.post("oauth/token", refreshFields(used.refresh_token)),
    "invalid_grant",
  );
});

Deno.test("refresh: scopes only narrow, and the next one has all again", async () => {
  const rig = createServer();
  const targets = { [MCP]: ["project:read", "project:write"] };
  const first = await grantTokens(rig, { targets });
  const narrow = await refresh(rig, first.refresh_token, { scope: "project:read" });
  assertEquals(narrow.scope, "project:read");
  const whole = await refresh(rig, narrow.refresh_token);
  assertEquals(whole.scope, "project:read project:write");
});

Deno.test("refresh: more than was granted is refused, and uses up nothing", async () => {
  const rig = createServer();
  const { refresh_token } = await grantTokens(rig);
  for (const scope of ["project:write", "project:read project:write", "file:read", "openid", "x"]) {
    const fields = refreshFields(refresh_token, { scope });
    await assertRefused(await rig.post("oauth/token", fields), "invalid_scope");
  }
  const elsewhere = refreshFields(refresh_token, { resource: ISSUER });
  await assertRefused(await rig.post("oauth/token", elsewhere), "invalid_target");
  await refresh(rig, refresh_token);
});

Deno.test("refresh: of a public client, it is bound to the key of its first proof", async () => {
  const rig = createServer();
  const [own, thief] = [await createProver(), await createProver()];
  const code = await rig.code(await createUser(rig));
  const fields = {
    ...{ grant_type: "authorization_code", code, client_id: "own" },
    ...{ redirect_uri: "https://client.example/callback" },
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  };
  const first = await tokensOf(await rig.post("oauth/token", fields, await proven(own)));
  const again = refreshFields(first.refresh_token);
  await assertRefused(await rig.post("oauth/token", again), "invalid_dpop_proof");
  await assertRefused(await rig.post("oauth/token", again, await proven(thief)), "invalid_grant");
  const second = await tokensOf(await rig.post("oauth/token", again, await proven(own)));
  assertEquals(second.token_type, "DPoP");
  assert(open(second.access_token).claims.cnf.jkt === open(first.access_token).claims.cnf.jkt);
});

Deno.test("refresh: an ID token comes only where the request asks for `openid`", async () => {
  const rig = createServer();
  const targets = { [ISSUER]: ["openid"], [MCP]: ["project:read"] };
  const first = await grantTokens(rig, { targets });
  assert(first.id_token);
  const second = await refresh(rig, first.refresh_token);
  assertEquals([second.id_token, second.scope], [undefined, "openid project:read"]);
  const third = await refresh(rig, second.refresh_token, { scope: "project:read" });
  assertEquals(third.id_token, undefined);
  const fourth = await refresh(rig, third.refresh_token, { scope: "openid project:read" });
  assert(fourth.id_token);
});

Deno.test("refresh: it costs a read of the family, and of grant and anchor before and after the write", async () => {
  const calls: string[] = [];
  const { store } = counted(MemoryAdapter(), (name) => calls.push(name));
  const rig = createServer({}, { adapter: store });
  const { refresh_token } = await grantTokens(rig);
  calls.length = 0;
  await refresh(rig, refresh_token);
  const read = "records.get";
  assertEquals(calls, [read, read, read, "records.put", read, read]);
});

Deno.test("refresh: an ID token comes again, without the nonce and with the time of the sign-in", async () => {
  const rig = createServer();
  const targets = { [ISSUER]: ["openid"] };
  const first = await grantTokens(rig, { targets, nonce: "n-1" });
  assertEquals(open(first.id_token).claims.nonce, "n-1");
  const second = await refresh(rig, first.refresh_token, { scope: "openid" });
  const { claims } = open(second.id_token);
  assertEquals(claims.nonce, undefined);
  assertEquals(claims.auth_time, open(first.id_token).claims.auth_time);
  assertEquals(claims.sub, first.userId);
});

Deno.test("refresh: a client that lost the grant for it gets nothing", async () => {
  const rig = createServer();
  const { refresh_token } = await grantTokens(rig);
  const redirectUris = ["https://client.example/callback"];
  const clients = { own: { redirectUris, grants: ["code"] as const } };
  const later = createServer({ clients }, { adapter: rig.adapter });
  const answer = await later.post("oauth/token", refreshFields(refresh_token));
  await assertRefused(answer, "unauthorized_client");
});

Deno.test("refresh: a grant that ends during a refresh leaves nothing", async () => {
  const adapter = MemoryAdapter();
  const { records } = adapter;
  const ends: string[] = [];
  const ending: RecordStore = {
    ...records,
    async put(entry, expected) {
      // The family is removed after the grant.
      for (const id of entry.kind === "oauth.refresh" ? ends.splice(0) : []) {
        await records.take("oauth.grant", id);
      }
      return await records.put(entry, expected);
    },
  };
  const rig = createServer({}, { adapter: { ...adapter, records: ending } });
  const { userId, refresh_token, access_token } = await grantTokens(rig);
  ends.push(open(access_token).claims.grant);
  await assertRefused(await rig.post("oauth/token", refreshFields(refresh_token)), "invalid_grant");
  assertEquals(await records.list(ownerOf(userId), "oauth.refresh"), []);
});

Deno.test("refresh: a failure of the app costs the client nothing", async () => {
  let fails = false;
  const rig = createServer({
    claims() {
      if (fails) throw new Error("the app fails");
      return {};
    },
  }, { logger: { error() {} } });
  using time = new FakeTime();
  const first = await grantTokens(rig, { targets: { [ISSUER]: ["openid"] } });
  fails = true;
  const answer = await rig.post(
    "oauth/token",
    refreshFields(first.refresh_token, { scope: "openid" }),
  );
  await assertRefused(answer, "server_error", 500);
  fails = false;
  time.tick(60_000);
  await refresh(rig, first.refresh_token);
});

Deno.test("refresh: the store has neither the token nor a part that would open anything", async () => {
  const adapter = MemoryAdapter();
  const written: string[] = [];
  const { records } = adapter;
  const put: RecordStore["put"] = (entry, expected) => {
    written.push(JSON.stringify(entry));
    return records.put(entry, expected);
  };
  const rig = createServer({}, { adapter: { ...adapter, records: { ...records, put } } });
  const first = await grantTokens(rig);
  const second = await refresh(rig, first.refresh_token);
  assert(written.length > 0);
  for (const token of [first.refresh_token, second.refresh_token, first.access_token]) {
    for (const part of token.split(".").filter((part) => part.length > 20)) {
      assert(written.every((text) => !text.includes(part)));
    }
  }
});

/**
 * Keys that sign: the first one, the next one, a retired one and a stolen one.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import * as jose from "jose";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { oauthCall } from "../../../src/capabilities/oauth_server/settings.ts";
import { accessKey } from "../../../src/capabilities/oauth_server/signing_keys.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { createServer, ISSUER, MCP, type ServerRig } from "./_rig.ts";
import { assertAsked, grantTokens, grantTokensFor, open, redeem } from "./_tokens.ts";

const DAY = 86_400_000;

/** Ids of the published keys of elliptic curves, which are made in no time. */
async function published(rig: ServerRig): Promise<string[]> {
  const answer = await rig.send("oauth/jwks");
  const { keys } = await answer.json();
  return keys.filter((key: { alg: string }) => key.alg !== "RS256")
    .map(({ kid }: { kid: string }) => kid);
}

const signerOf = (token: string): string => open(token).header.kid;

async function currentKey({ auth }: ServerRig): Promise<string> {
  const config = requireConfig(auth.config);
  const call = oauthCall({ request: new Request(ISSUER), origin: ISSUER }, config);
  return (await accessKey(call, { tokenAlgorithm: "EdDSA", namesAlgorithm: true })).kid;
}

Deno.test("keys: of 50 processes that sign first at once, all have the same key", async () => {
  const slow = slowed(MemoryAdapter(), () => true);
  const rigs = Array.from({ length: 50 }, () => createServer({}, { adapter: slow }));
  const kids = await Promise.all(rigs.map(currentKey));
  assertEquals(new Set(kids).size, 1);
});

Deno.test("keys: those that are published have no private member, and a use each", async () => {
  const rig = createServer();
  const answer = await rig.send("oauth/jwks");
  assertEquals(answer.headers.get("cache-control"), "public, max-age=300");
  const { keys } = await answer.json();
  assertEquals(keys.map(({ alg }: { alg: string }) => alg).sort(), ["ES256", "EdDSA", "RS256"]);
  for (const key of keys) {
    assertEquals(key.use, "sig");
    for (const name of ["d", "p", "q", "dp", "dq", "qi", "k"]) assert(!(name in key), name);
  }
  assertEquals(new Set(keys.map(({ kid }: { kid: string }) => kid)).size, 3);
});

Deno.test("keys: the store has no private key that is readable", async () => {
  const adapter = MemoryAdapter();
  const rig = createServer({}, { adapter });
  await grantTokens(rig);
  const data = JSON.stringify((await adapter.records.get("oauth.key", "access-EdDSA"))!.data);
  assert(!/"d":|PRIVATE/.test(data), data);
});

Deno.test("keys: a rotation publishes the next one a day before it signs", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const first = signerOf((await grantTokens(rig)).access_token);
  await rig.auth.oauthServer.rotateSigningKey();
  await rig.auth.oauthServer.rotateSigningKey();
  const both = await published(rig);
  assertEquals(both.length, 4, "a key and its successor, for each of two uses");
  assert(both.includes(first));
  time.tick(DAY - 2_000);
  const before = await grantTokens(rig);
  assertEquals(signerOf(before.access_token), first);
  time.tick(3_000);
  const after = await grantTokens(rig);
  assertNotEquals(signerOf(after.access_token), first);
  assert(both.includes(signerOf(after.access_token)));
  // That of the retired key still counts, until its time is over.
  await assertAsked(rig, before.access_token, 200);
  time.tick(65 * 60_000);
  assert(!(await published(rig)).includes(first));
});

Deno.test("keys: each is replaced after 90 days, a day after the next one was published", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const first = await currentKey(rig);
  await published(rig);
  time.tick(88 * DAY);
  assertEquals(await published(rig).then(({ length }) => length), 2);
  time.tick(DAY);
  const all = await published(rig);
  assertEquals([all.length, await currentKey(rig)], [4, first]);
  time.tick(DAY + 1);
  const second = await currentKey(rig);
  assertNotEquals(second, first);
  assert(all.includes(second));
});

Deno.test("keys: after months without use, the successor is still published for a day first", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const first = await currentKey(rig);
  time.tick(400 * DAY);
  assertEquals(await currentKey(rig), first);
  const all = await published(rig);
  time.tick(DAY + 1);
  const second = await currentKey(rig);
  assert(second !== first && all.includes(second));
});

Deno.test("keys: a retired key keeps no private part", async () => {
  const adapter = MemoryAdapter();
  const rig = createServer({}, { adapter });
  using time = new FakeTime();
  await currentKey(rig);
  await rig.auth.oauthServer.rotateSigningKey();
  time.tick(DAY + 61_000);
  await currentKey(rig);
  const { data } = (await adapter.records.get("oauth.key", "access-EdDSA"))!;
  const { keys } = data as { keys: { sealed: string | null }[] };
  assertEquals(keys.map(({ sealed }) => sealed !== null), [false, true]);
});

for (const maxLag of [0, 60]) {
  Deno.test(`keys: an emergency counts at the next request, with a lag of ${maxLag} seconds here`, async () => {
    const rig = createServer({ maxLag });
    const before = await grantTokens(rig);
    await assertAsked(rig, before.access_token, 200);
    const keys = await published(rig);
    await rig.auth.oauthServer.rotateSigningKey({ isEmergency: true });
    await assertAsked(rig, before.access_token, 401);
    const after = await grantTokens(rig);
    await assertAsked(rig, after.access_token, 200);
    const now = await published(rig);
    assert(now.includes(signerOf(after.access_token)));
    assertEquals(now.filter((kid) => keys.includes(kid)), []);
    // The client goes on with its refresh token.
    const fields = { grant_type: "refresh_token", client_id: "own" };
    const { refresh_token } = before;
    assertEquals((await rig.post("oauth/token", { ...fields, refresh_token })).status, 200);
  });
}

Deno.test("keys: an emergency in another process counts here within ten seconds, and its keys at once", async () => {
  const adapter = MemoryAdapter();
  // Each process knows a store of its own.
  const process = () =>
    createServer({}, { adapter: { ...adapter, records: { ...adapter.records } } });
  const [here, there] = [process(), process()];
  using time = new FakeTime();
  const { access_token, userId } = await grantTokens(here);
  await assertAsked(here, access_token, 200);
  await there.auth.oauthServer.rotateSigningKey({ isEmergency: true });
  await assertAsked(there, access_token, 401);
  const after = await grantTokensFor(there, userId);
  await assertAsked(here, after.access_token, 200);
  time.tick(10_000);
  await assertAsked(here, access_token, 401);
  await assertAsked(here, after.access_token, 200);
});

Deno.test("keys: where tokens were signed with ES256, the first key of EdDSA is published for a day before it signs", async () => {
  const adapter = MemoryAdapter();
  const resources = { [MCP]: { scopes: ["project:read"], tokenAlgorithm: "ES256" } } as const;
  const before = createServer({ resources }, { adapter });
  using time = new FakeTime();
  const old = await grantTokens(before);
  const algOf = ({ access_token }: { access_token: string }) => open(access_token).header.alg;
  assertEquals(algOf(old), "ES256");
  const later = createServer({}, { adapter });
  assertEquals(algOf(await grantTokens(later)), "ES256");
  const { keys } = await (await later.send("oauth/jwks")).json();
  const [next] = keys.filter(({ alg }: { alg: string }) => alg === "EdDSA");
  time.tick(DAY + 1_000);
  const tokens = await grantTokens(later);
  assertEquals([algOf(tokens), signerOf(tokens.access_token)], ["EdDSA", next.kid]);
  // Both verify, here and where the option has the other value.
  const more = await grantTokens(before);
  assertEquals(algOf(more), "ES256");
  for (const rig of [before, later]) {
    await assertAsked(rig, more.access_token, 200);
    await assertAsked(rig, tokens.access_token, 200);
  }
});

Deno.test("keys: where the options name no algorithm, a new app signs with ES256 for a day, as the version before reads it", async () => {
  const rig = createServer({ resources: { [MCP]: { scopes: ["project:read"] } } });
  using time = new FakeTime();
  const algs = [];
  for (const age of [0, DAY / 2, DAY]) {
    time.tick(age);
    algs.push(open((await grantTokens(rig)).access_token).header.alg);
  }
  assertEquals(algs, ["ES256", "ES256", "EdDSA"]);
});

Deno.test("keys: a token counts with a key of its own algorithm alone", async () => {
  const adapter = MemoryAdapter();
  const resources = { [MCP]: { scopes: ["project:read"], tokenAlgorithm: "ES256" } } as const;
  const [rig, other] = [createServer({}, { adapter }), createServer({ resources }, { adapter })];
  const { access_token } = await grantTokens(rig);
  const { header, claims } = open((await grantTokens(other)).access_token);
  const encode = (part: object) => jose.base64url.encode(JSON.stringify(part));
  const [, , signature] = access_token.split(".");
  for (const [alg, kid] of [["ES256", open(access_token).header.kid], ["EdDSA", header.kid]]) {
    await assertAsked(
      rig,
      `${encode({ ...header, alg, kid })}.${encode(claims)}.${signature}`,
      401,
    );
  }
});

Deno.test("keys: a new secret opens those of the previous one while that is in the list", async () => {
  const adapter = MemoryAdapter();
  const [old, next] = [1, 2].map((number) => `a-secret-of-32-characters-or-more-${number}`);
  const before = createServer({}, { adapter, secret: old! });
  const kid = await currentKey(before);
  assertEquals(await currentKey(createServer({}, { adapter, secret: [next!, old!] })), kid);
});

Deno.test("keys: one that no secret opens is replaced at once, and still verifies", async () => {
  const adapter = MemoryAdapter();
  const errors: Error[] = [];
  const before = createServer({}, { adapter });
  const { access_token, userId } = await grantTokens(before);
  const logger = { error: (error: Error) => void errors.push(error), warn() {}, debug() {} };
  const secret = "another-secret-of-32-characters-or-more";
  const later = createServer({}, { adapter, secret, logger });
  const tokens = await redeem(later, await later.code(userId));
  assertNotEquals(signerOf(tokens.access_token), signerOf(access_token));
  assertEquals(errors.length, 1);
  await assertAsked(later, access_token, 200);
  await assertAsked(later, tokens.access_token, 200);
});

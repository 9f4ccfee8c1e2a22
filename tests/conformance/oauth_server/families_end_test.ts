/**
 * Two devices of one user with one client: what ends one, and what ends both. The table is printed.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { grants } from "../../../src/capabilities/oauth_server/kinds.ts";
import { endFamily } from "../../../src/capabilities/oauth_server/family_end.ts";
import { makeAccessToken } from "../../../src/capabilities/oauth_server/access_token.ts";
import { approve, ask, GOOD, open as openBrowser, questionIn } from "./_authorize.ts";
import { callOf } from "./_clients.ts";
import { createServer, MCP, type ServerRig } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
  createUser,
  grantTokensFor,
  open,
  redeem,
  refresh,
  refreshFields,
  type Tokens,
  WEB,
} from "./_tokens.ts";

interface Device extends Tokens {
  readonly code: string;
}

async function enter(rig: ServerRig, userId: string): Promise<Device> {
  const code = await rig.code(userId);
  return { code, ...await redeem(rig, code) };
}

/** What is left: of the first device and of the second, its access and its refresh token; the consent. */
async function left(rig: ServerRig, userId: string, devices: readonly Tokens[]) {
  const works = [];
  for (const { access_token, refresh_token } of devices) {
    works.push((await rig.ask(access_token)).status === 200);
    works.push((await rig.post("oauth/token", refreshFields(refresh_token))).status === 200);
  }
  return [...works, (await rig.auth.oauthServer.listGrants(userId)).length > 0]
    .map((one) => one ? "stays" : "ends");
}

type Row = readonly [
  what: string,
  run: (rig: ServerRig, first: Device, userId: string) => Promise<unknown>,
  left: readonly string[],
];

const ONE = ["ends", "ends", "stays", "stays", "stays"];
const BOTH = ["ends", "ends", "ends", "ends", "ends"];

const ROWS: readonly Row[] = [
  [
    "the client revokes a refresh token",
    (rig, { refresh_token: token }) => rig.post("oauth/revoke", { token, client_id: "own" }),
    ONE,
  ],
  [
    "the client revokes an access token",
    (rig, { access_token: token }) => rig.post("oauth/revoke", { token, client_id: "own" }),
    ONE,
  ],
  ["a code comes again later", (rig, { code }) => rig.post("oauth/token", codeFields(code)), ONE],
  [
    "a code comes again with another verifier",
    (rig, { code }) => rig.post("oauth/token", codeFields(code, { code_verifier: "b".repeat(43) })),
    ONE,
  ],
  [
    "a refresh token comes again later",
    (rig, { refresh_token }) => rig.post("oauth/token", refreshFields(refresh_token)),
    ONE,
  ],
  [
    "the user ends the access",
    async ({ auth }, _device, userId) => {
      const [grant] = await auth.oauthServer.listGrants(userId);
      await auth.oauthServer.revokeGrant(userId, grant!.id);
    },
    BOTH,
  ],
  ["a suspension", ({ auth }, _device, userId) => auth.users.suspend(userId), BOTH],
  ["a sign-out everywhere", ({ auth }, _device, userId) => auth.sessions.revokeAll(userId), BOTH],
];

for (const [what, run, expected] of ROWS) {
  Deno.test(`two devices: ${what}`, async () => {
    using time = new FakeTime();
    const rig = createServer();
    const userId = await createUser(rig);
    const [first, second] = [await enter(rig, userId), await enter(rig, userId)];
    time.tick(10_001);
    if (what === "a refresh token comes again later") {
      await refresh(rig, first.refresh_token);
      time.tick(10_001);
    }
    await run(rig, first, userId);
    const seen = await left(rig, userId, [first, second]);
    console.log(
      `${what}: first device ${seen.slice(0, 2)}, second ${seen.slice(2, 4)}, consent ${seen[4]}`,
    );
    assertEquals(seen, [...expected]);
  });
}

Deno.test("two devices: after its own revocation, a client is not asked about again", async () => {
  const rig = createServer();
  const browser = await openBrowser(rig);
  let answer = await approve(browser);
  for (const token of ["refresh_token", "access_token"] as const) {
    const code = new URL(answer.location).searchParams.get("code")!;
    const tokens = await redeem(rig, code, WEB);
    await rig.post("oauth/revoke", { ...WEB, token: tokens[token] });
    await assertAsked(rig, tokens.access_token, 401);
    answer = await ask(browser, GOOD);
    assertEquals([answer.status, answer.location.includes("code=")], [302, true]);
  }
  // The end by the user is one of the consent too.
  const [grant] = await rig.auth.oauthServer.listGrants("ada");
  await rig.auth.oauthServer.revokeGrant("ada", grant!.id);
  questionIn(await ask(browser, GOOD));
});

Deno.test("family: of fifty ends at once, one is the first, and none of fifty refreshes outlives them", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const { access_token, refresh_token } = await grantTokensFor(rig, userId);
  const { grant, family } = open(access_token).claims;
  const { config } = callOf(rig);
  const ends = Array.from({ length: 50 }, () => endFamily(config, { grant, family, userId }));
  const refreshes = Array.from(
    { length: 50 },
    () => rig.post("oauth/token", refreshFields(refresh_token)),
  );
  const isFirst = await Promise.all(ends);
  assertEquals(isFirst.filter(Boolean).length, 1);
  for (const answer of await Promise.all(refreshes)) {
    const { access_token: access, refresh_token: next } = await answer.json();
    if (access !== undefined) assertEquals((await rig.ask(access)).status, 401);
    if (next === undefined) continue;
    assertEquals((await rig.post("oauth/token", refreshFields(next))).status, 400);
  }
});

Deno.test("family: a grant remembers fifty ends, and what was made before a forgotten one has ended", async () => {
  using time = new FakeTime(1_700_000_000_000);
  const rig = createServer();
  const userId = await createUser(rig);
  const { access_token: first, refresh_token } = await grantTokensFor(rig, userId);
  const stays = await grantTokensFor(rig, userId);
  for (let i = 0; i < 60; i++) {
    const { refresh_token: token } = i === 0
      ? { refresh_token }
      : await grantTokensFor(rig, userId);
    await rig.post("oauth/revoke", { token, client_id: "own" });
    time.tick(1000);
  }
  const [grant] = await rig.auth.oauthServer.listGrants(userId);
  const { data } = (await grants.get(callOf(rig).config.records, grant!.id))!;
  assertEquals(Object.keys(data.ended!).length, 50);
  assert(data.endedBefore! > 0);
  assertEquals((await rig.ask(first)).status, 401);
  const ended = await rig.post("oauth/token", refreshFields(refresh_token));
  assertEquals(ended.status, 400);
  // The access token of another one is older than that, and its refresh token goes on.
  assertEquals((await rig.ask(stays.access_token)).status, 401);
  const next = await refresh(rig, stays.refresh_token);
  assertEquals((await rig.ask(next.access_token)).status, 200);
});

Deno.test("family: an access token of a version before, which names none, ends with any", async () => {
  using time = new FakeTime(1_700_000_000_000);
  const rig = createServer();
  const userId = await createUser(rig);
  const { access_token, refresh_token } = await grantTokensFor(rig, userId);
  const { sub, client_id, scope, grant, auth_time } = open(access_token).claims;
  const old = async () =>
    (await makeAccessToken(callOf(rig), { sub, client_id, scope, grant, auth_time, aud: MCP }))
      .token;
  const before = await old();
  assertEquals((await rig.ask(before)).status, 200);
  time.tick(1000);
  await rig.post("oauth/revoke", { token: refresh_token, client_id: "own" });
  assertEquals((await rig.ask(before)).status, 401);
  time.tick(1000);
  const after = await old();
  assertEquals((await rig.ask(after)).status, 200);
  // It ends its grant, as there.
  await rig.post("oauth/revoke", { token: after, client_id: "own" });
  assertEquals(await rig.auth.oauthServer.listGrants(userId), []);
});

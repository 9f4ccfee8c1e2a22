/**
 * Grants: what they need to count, and that an end counts at once.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import {
  grantFor,
  standingGrant,
  standingGrants,
} from "../../../src/capabilities/oauth_server/grants.ts";
import { issueTokens } from "../../../src/capabilities/oauth_server/issue.ts";
import { type ClientData, clients } from "../../../src/capabilities/oauth_server/kinds.ts";
import { OAuthRefusal } from "../../../src/credentials/form.ts";
import { ownerOf } from "../../../src/records/owner.ts";
import { revokeAll } from "../../../src/server/sessions.ts";
import { removeAnchor } from "../../../src/session/anchor.ts";
import { callOf } from "./_clients.ts";
import { assertRefused, CALLBACK, createServer, MCP, type ServerRig } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
  createUser,
  grantTokens,
  grantTokensFor,
  refreshFields,
} from "./_tokens.ts";

Deno.test("grant: one under an anchor that has ended makes no tokens, and is no consent", async () => {
  const rig = createServer();
  const { userId, refresh_token } = await grantTokens(rig);
  const code = await rig.code(userId);
  const call = callOf(rig);
  const { id } = (await standingGrants(call, userId))[0]!;
  // As after a suspension during which the record was being written.
  await removeAnchor(rig.adapter.records!, ownerOf(userId));
  assertEquals(await standingGrant(call, id), undefined);
  assertEquals(await standingGrants(call, userId), []);
  for (const fields of [codeFields(code), refreshFields(refresh_token)]) {
    await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
  }
  assertEquals(await rig.auth.oauthServer.listGrants(userId), []);
  // The user gives it again, under an anchor of its own.
  await grantTokensFor(rig, userId);
  assertEquals((await standingGrants(call, userId)).length, 1);
});

const ENDS: Readonly<Record<string, (rig: ServerRig, userId: string) => Promise<unknown>>> = {
  async "its end"({ auth }, userId) {
    const { id } = (await auth.oauthServer.listGrants(userId))[0]!;
    assert(await auth.oauthServer.revokeGrant(userId, id));
  },
  "the end of all sessions": ({ auth }, userId) => revokeAll(auth.config, userId),
  "a suspension": ({ auth }, userId) => auth.users.suspend(userId),
};

for (const [name, end] of Object.entries(ENDS)) {
  Deno.test(`grant: with \`maxLag\`, ${name} counts at once in this process`, async () => {
    const rig = createServer({ maxLag: 60 });
    const { userId, access_token } = await grantTokens(rig);
    await assertAsked(rig, access_token, 200);
    await end(rig, userId);
    await assertAsked(rig, access_token, 401);
  });
}

Deno.test("grant: its end removes its refresh tokens, and no others", async () => {
  const rig = createServer();
  const { userId } = await grantTokens(rig);
  await rig.code(userId, { client: "web" });
  const call = callOf(rig);
  const key = { userId, organization: null };
  const [own, other] = await Promise.all([
    grantFor(call, { ...key, client: "own" }),
    grantFor(call, { ...key, client: "web" }),
  ]);
  const families = async () =>
    (await rig.adapter.records!.list(ownerOf(userId), "oauth.refresh")).length;
  assertEquals(await families(), 1);
  assert(await rig.auth.oauthServer.revokeGrant(userId, other!.id));
  assertEquals(await families(), 1);
  assert(await rig.auth.oauthServer.revokeGrant(userId, own!.id));
  assertEquals(await families(), 0);
});

Deno.test("issueTokens(): the grant is one of the user, of the client and of the organization", async () => {
  const rig = createServer();
  const { userId } = await grantTokens(rig);
  const call = callOf(rig);
  const targets = { [MCP]: ["project:read"] };
  const grant = (await grantFor(call, { userId, client: "own", organization: null }))!.id;
  const child = {
    ...{ grant, client: "own", targets, nonce: null, authTime: 0, methods: [], jkt: null },
  };
  const target = { resource: MCP, scopes: ["project:read"], identity: [] };
  const facts = { userId, child, organization: null, target, withIdToken: false };
  const [own, web] = [(await findClient(call, "own"))!, (await findClient(call, "web"))!];
  const issue = (client: typeof own, more: object) =>
    issueTokens(call, client, { ...facts, ...more, family: "family", withRefresh: true });
  await issue(own, {});
  const other = await createUser(rig);
  for (
    const [client, more] of [
      [web, {}],
      [own, { child: { ...child, client: "web" } }],
      [web, { child: { ...child, client: "web" } }],
      [own, { userId: other }],
      [own, { organization: "org" }],
    ] as const
  ) {
    await assertRejects(() => issue(client, more), OAuthRefusal, "The grant has ended");
  }
});

Deno.test("findClient(): a record of a stranger makes no client of the first party", async () => {
  const rig = createServer({ registration: { dynamic: "open" } });
  const response = await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" }),
  });
  const { client_id: id } = await response.json();
  const records = rig.adapter.records!;
  const found = (await clients.get(records, id))!;
  const data: ClientData = { ...found.data, isFirstParty: true };
  assert(await clients.replace(records, id, { expires: found.expires, data }, found));
  assertEquals((await findClient(callOf(rig), id))?.isFirstParty, false);
});

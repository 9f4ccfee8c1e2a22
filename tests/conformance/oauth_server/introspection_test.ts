/**
 * Introspection (RFC 7662) and revocation (RFC 7009): of the client's own tokens, or of those for the
 * resource that it is.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { assertRefused, CALLBACK, createServer, MCP, OPTIONS, SECRET } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
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

const RESOURCE = { client_id: "mcp", client_secret: SECRET };

/** A server that also knows its MCP server as a client, and another client with a secret. */
const clients = {
  ...OPTIONS.clients,
  mcp: { secret: SECRET, grants: [], introspects: [MCP] },
  other: { redirectUris: [CALLBACK], secret: SECRET },
} as const;

async function introspect(
  rig: ReturnType<typeof createServer>,
  token: string,
  as: Readonly<Record<string, string | readonly string[] | undefined>> = WEB,
) {
  const answer = await rig.post("oauth/introspect", { token, ...as });
  assertEquals(answer.status, 200);
  return await answer.json();
}

Deno.test("introspect: an access token of the client is active, with its facts", async () => {
  const rig = createServer();
  const tokens = await grantTokens(rig, { client: "web" }, WEB);
  const { claims } = open(tokens.access_token);
  const { active, ...facts } = await introspect(rig, tokens.access_token);
  const { grant: _, family: _family, ...own } = claims;
  assertEquals([active, facts], [true, { ...own, token_type: "Bearer" }]);
});

Deno.test("introspect: a refresh token of the client is active until it was used", async () => {
  const rig = createServer();
  const first = await grantTokens(rig, { client: "web" }, WEB);
  const { active, sub, client_id, scope } = await introspect(rig, first.refresh_token);
  assertEquals([active, sub, client_id, scope], [true, first.userId, "web", "project:read"]);
  const second = await refresh(rig, first.refresh_token, WEB);
  assertEquals(await introspect(rig, first.refresh_token), { active: false });
  assertEquals((await introspect(rig, second.refresh_token)).active, true);
});

Deno.test("introspect: a public client is refused, and one that does not authenticate", async () => {
  const rig = createServer();
  const { access_token: token } = await grantTokens(rig);
  for (const as of [{ client_id: "own" }, { client_id: "web" }, { client_id: "nobody" }, {}]) {
    await assertRefused(await rig.post("oauth/introspect", { token, ...as }), "invalid_client");
  }
});

Deno.test("introspect: tokens of another client are inactive", async () => {
  const rig = createServer({ clients });
  const tokens = await grantTokens(rig, { client: "web" }, WEB);
  const other = { client_id: "other", client_secret: SECRET };
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    assertEquals(await introspect(rig, token, other), { active: false });
  }
});

Deno.test("introspect: a resource asks about tokens for itself, of any client", async () => {
  const rig = createServer({ clients });
  const own = await grantTokens(rig);
  assertEquals((await introspect(rig, own.access_token, RESOURCE)).active, true);
  assertEquals(await introspect(rig, own.refresh_token, RESOURCE), { active: false });
  const files = { [`https://app.example/files`]: ["file:read"] };
  const elsewhere = await grantTokens(rig, { targets: files });
  assertEquals(await introspect(rig, elsewhere.access_token, RESOURCE), { active: false });
});

Deno.test("introspect: text, an ID token, a code and a forged token are inactive", async () => {
  const rig = createServer();
  const targets = { "https://app.example": ["openid"] };
  const tokens = await grantTokens(rig, { client: "web", targets }, WEB);
  const code = await rig.code(tokens.userId, { client: "web" });
  for (const token of ["x", "a.b.c", tokens.id_token, code, `${tokens.access_token}AAAA`]) {
    assertEquals(await introspect(rig, token), { active: false });
  }
  await assertRefused(await rig.post("oauth/introspect", WEB), "invalid_request");
});

Deno.test("introspect: a token that has expired is inactive", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const { access_token } = await grantTokens(rig, { client: "web" }, WEB);
  time.tick(600_000);
  assertEquals(await introspect(rig, access_token), { active: false });
});

Deno.test("introspect: a token that is bound to a key is active, with the key", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig), { client: "web" });
  const headers = await proven(await createProver());
  const answer = await rig.post("oauth/token", codeFields(code, WEB), headers);
  const { access_token } = await tokensOf(answer);
  const { active, token_type, cnf } = await introspect(rig, access_token);
  assertEquals([active, token_type], [true, "DPoP"]);
  assertEquals(cnf, open(access_token).claims.cnf);
});

Deno.test("revoke: either token ends both at once, and what the user gave is remembered", async () => {
  for (const name of ["access_token", "refresh_token"] as const) {
    const rig = createServer();
    const tokens = await grantTokens(rig);
    const fields = { token: tokens[name], client_id: "own" };
    const answer = await rig.post("oauth/revoke", fields);
    assertEquals(answer.status, 200);
    await assertAsked(rig, tokens.access_token, 401);
    await assertRefused(
      await rig.post("oauth/token", refreshFields(tokens.refresh_token)),
      "invalid_grant",
    );
    assertEquals((await rig.auth.oauthServer.listGrants(tokens.userId)).length, 1);
    // Again: it is one that ended.
    assertEquals((await rig.post("oauth/revoke", fields)).status, 200);
  }
});

Deno.test("revoke: a refresh token that was replaced, and an access token that expired, end it too", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const first = await grantTokens(rig);
  const second = await refresh(rig, first.refresh_token);
  await rig.post("oauth/revoke", { token: first.refresh_token, client_id: "own" });
  await assertAsked(rig, second.access_token, 401);
  const later = await grantTokens(rig);
  time.tick(600_000);
  await rig.post("oauth/revoke", { token: later.access_token, client_id: "own" });
  const fields = refreshFields(later.refresh_token);
  await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
});

Deno.test("revoke: a token of another client stays", async () => {
  const rig = createServer();
  const tokens = await grantTokens(rig, { client: "web" }, WEB);
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const answer = await rig.post("oauth/revoke", { token, client_id: "own" });
    await assertRefused(answer, "unauthorized_client");
    const unknown = await rig.post("oauth/revoke", { token, client_id: "web" });
    await assertRefused(unknown, "invalid_client");
  }
  await assertAsked(rig, tokens.access_token, 200);
});

Deno.test("revoke: a forged access token ends nothing, although it names the grant and the client", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  const [head, claims, signature = ""] = access_token.split(".");
  const forged = [...signature].reverse().join("");
  for (const token of [`${head}.${claims}.${forged}`, `${head}.${claims}.`]) {
    assertEquals((await rig.post("oauth/revoke", { token, client_id: "own" })).status, 200);
  }
  await assertAsked(rig, access_token, 200);
});

Deno.test("revoke: text and a token of another server are answered as ended, whatever the hint", async () => {
  const rig = createServer();
  const foreign = await grantTokens(createServer());
  const { access_token } = await grantTokens(rig);
  for (const token of ["x", foreign.access_token, foreign.refresh_token]) {
    for (const token_type_hint of ["access_token", "refresh_token", "saml", undefined]) {
      const fields = { token, token_type_hint, client_id: "own" };
      assertEquals((await rig.post("oauth/revoke", fields)).status, 200);
    }
  }
  await assertRefused(await rig.post("oauth/revoke", { client_id: "own" }), "invalid_request");
  await assertAsked(rig, access_token, 200);
});

Deno.test("revoke: grants of other users and of other clients stay", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const redeemed = async (client: string, more: object) =>
    await tokensOf(
      await rig.post("oauth/token", codeFields(await rig.code(userId, { client }), { ...more })),
    );
  const [own, web] = [await redeemed("own", {}), await redeemed("web", WEB)];
  const stranger = await grantTokens(rig);
  await rig.post("oauth/revoke", { token: own.access_token, client_id: "own" });
  await assertAsked(rig, own.access_token, 401);
  await assertAsked(rig, web.access_token, 200);
  await assertAsked(rig, stranger.access_token, 200);
  assert((await introspect(rig, web.access_token)).active);
});

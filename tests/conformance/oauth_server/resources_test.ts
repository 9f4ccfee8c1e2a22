/**
 * Resources: a token is for one, which was bound at the grant (RFC 8707). The token endpoint only
 * narrows.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertRefused, createServer, FILES, ISSUER, MCP } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
  createUser,
  grantTokens,
  open,
  redeem,
  refresh,
  refreshFields,
} from "./_tokens.ts";

const BOTH = { [MCP]: ["project:read"], [FILES]: ["file:read"] };

Deno.test("resource: a token is for the only one that was granted, unasked", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  assertEquals(open(access_token).claims.aud, MCP);
});

Deno.test("resource: of several that were granted, one must be named", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const unnamed = codeFields(await rig.code(userId, { targets: BOTH }));
  await assertRefused(await rig.post("oauth/token", unnamed), "invalid_target");
  const named = await redeem(rig, await rig.code(userId, { targets: BOTH }), { resource: FILES });
  assertEquals([open(named.access_token).claims.aud, named.scope], [FILES, "file:read"]);
});

Deno.test("resource: several in one request are refused, the same one twice is not", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const several = codeFields(await rig.code(userId, { targets: BOTH }), { resource: [MCP, FILES] });
  await assertRefused(await rig.post("oauth/token", several), "invalid_target");
  await redeem(rig, await rig.code(userId), { resource: [MCP, MCP] });
});

for (
  const [name, resource] of [
    ["one that exists and was not granted", FILES],
    ["the issuer, without scopes of OpenID Connect", ISSUER],
    ["an unknown one", "https://evil.example/mcp"],
    ["one with a slash at its end", `${MCP}/`],
    ["one in another case", MCP.toUpperCase()],
    ["one with a query", `${MCP}?x`],
    ["a member of every object", "constructor"],
  ] as const
) {
  Deno.test(`resource: ${name} is refused at the exchange and at a refresh`, async () => {
    const rig = createServer();
    const userId = await createUser(rig);
    const fields = codeFields(await rig.code(userId), { resource });
    await assertRefused(await rig.post("oauth/token", fields), "invalid_target");
    const { refresh_token } = await redeem(rig, await rig.code(userId));
    const later = refreshFields(refresh_token, { resource });
    await assertRefused(await rig.post("oauth/token", later), "invalid_target");
  });
}

Deno.test("resource: a token for one is refused at another, with its own metadata", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig, { targets: { [FILES]: ["file:read"] } });
  const refused = await assertAsked(rig, access_token, 401);
  const challenge = refused.headers.get("www-authenticate")!;
  assertStringIncludes(challenge, "invalid_token");
  const url = `${ISSUER}/.well-known/oauth-protected-resource/mcp`;
  assertStringIncludes(challenge, `resource_metadata="${url}"`);
});

Deno.test("resource: a token for the issuer is refused at every resource", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig, { targets: { [ISSUER]: ["openid"] } });
  assertEquals(open(access_token).claims.aud, ISSUER);
  await assertAsked(rig, access_token, 401);
});

Deno.test("resource: each refresh may choose another one of the grant", async () => {
  const rig = createServer();
  const first = await grantTokens(rig, { targets: BOTH }, { resource: MCP });
  await assertAsked(rig, first.access_token, 200);
  const files = await refresh(rig, first.refresh_token, { resource: FILES });
  assertEquals(open(files.access_token).claims.aud, FILES);
  await assertAsked(rig, files.access_token, 401);
  const again = await refresh(rig, files.refresh_token, { resource: MCP });
  await assertAsked(rig, again.access_token, 200);
});

Deno.test("resource: scopes of a token are those of its resource alone", async () => {
  const rig = createServer();
  const targets = { ...BOTH, [ISSUER]: ["openid"] };
  const scope = "openid project:read file:read";
  const { access_token, id_token } = await grantTokens(rig, { targets }, { resource: MCP, scope });
  // With those of OpenID Connect, which are the issuer's.
  assertEquals(open(access_token).claims.scope, "openid project:read");
  assertEquals(open(id_token).claims.aud, "own");
});

Deno.test("resource: with OpenID Connect and one resource, the token is for the resource", async () => {
  const rig = createServer();
  const targets = { [ISSUER]: ["openid"], [MCP]: ["project:read"] };
  const tokens = await grantTokens(rig, { targets });
  assertEquals(open(tokens.access_token).claims.aud, [MCP, ISSUER]);
  await assertAsked(rig, tokens.access_token, 200);
});

Deno.test("resource: a token with two audiences opens no third one, whatever asks for it", async () => {
  const rig = createServer();
  const targets = { ...BOTH, [ISSUER]: ["openid"] };
  const { access_token, refresh_token } = await grantTokens(rig, { targets }, { resource: MCP });
  assertEquals(open(access_token).claims.aud, [MCP, ISSUER]);
  assertEquals((await rig.askFiles(access_token)).status, 401);
  const { verifyToken } = rig.auth.oauthServer;
  for (const [resource, isTaken] of [[MCP, true], [FILES, false], [`${MCP}/`, false]] as const) {
    assertEquals((await verifyToken(access_token, { resource })).ok, isTaken, resource);
  }
  const { access_token: identity } = await refresh(rig, refresh_token, { resource: ISSUER });
  assertEquals(open(identity).claims.aud, ISSUER);
  for (const resource of [MCP, FILES]) {
    assertEquals((await verifyToken(identity, { resource })).ok, false, resource);
  }
});

Deno.test("resource: a missing scope is 403, and the challenge names all of the operation", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig, { targets: { [MCP]: ["project:write"] } });
  const refused = await assertAsked(rig, access_token, 403);
  const challenge = refused.headers.get("www-authenticate")!;
  assertStringIncludes(challenge, 'error="insufficient_scope"');
  assertStringIncludes(challenge, 'scope="project:read"');
});

Deno.test("resource: one that the config has no more gives no token", async () => {
  const rig = createServer();
  const { refresh_token, access_token } = await grantTokens(rig, {
    targets: { [FILES]: ["file:read"] },
  });
  const resources = { [MCP]: { scopes: ["project:read"] } };
  const later = createServer({ resources }, { adapter: rig.adapter });
  const answer = await later.post("oauth/token", refreshFields(refresh_token));
  await assertRefused(answer, "invalid_target");
  await assertAsked(later, access_token, 401);
});

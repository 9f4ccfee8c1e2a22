/**
 * Resources: a token is for one, which was bound at the grant (RFC 8707). The token endpoint only
 * narrows.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  approve,
  ask,
  type Asked,
  assertTold,
  codeIn,
  GOOD,
  open as openBrowser,
  questionIn,
} from "./_authorize.ts";
import { assertRefused, createServer, FILES, ISSUER, MCP, OPTIONS } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
  createUser,
  grantTokens,
  open,
  redeem,
  refresh,
  refreshFields,
  WEB,
} from "./_tokens.ts";

const BOTH = { [MCP]: ["project:read"], [FILES]: ["file:read"] };

Deno.test("resource: a token is for the only one that was granted, unasked", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  assertEquals(open(access_token).claims.aud, MCP);
});

Deno.test("resource: of several that were granted, the first of the config is the default", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  // Whatever order the request or the store has.
  const turned = { [FILES]: ["file:read"], [ISSUER]: ["openid"], [MCP]: ["project:read"] };
  for (const targets of [BOTH, turned]) {
    const unnamed = await redeem(rig, await rig.code(userId, { targets }));
    assertEquals([open(unnamed.access_token).claims.aud].flat()[0], MCP);
    assertEquals(unnamed.scope.includes("file:read"), false);
    await assertAsked(rig, unnamed.access_token, 200);
    assertEquals((await rig.askFiles(unnamed.access_token)).status, 401);
    // A refresh names the others, and the next one has the default again.
    const files = await refresh(rig, unnamed.refresh_token, { resource: FILES });
    assertEquals((await rig.askFiles(files.access_token)).status, 200);
    const again = await refresh(rig, files.refresh_token);
    await assertAsked(rig, again.access_token, 200);
  }
  const named = await redeem(rig, await rig.code(userId, { targets: BOTH }), { resource: FILES });
  assertEquals([open(named.access_token).claims.aud, named.scope], [FILES, "file:read"]);
});

Deno.test("resource: of several that were granted, scopes of one are for that one", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const scope = "file:read";
  const first = await redeem(rig, await rig.code(userId, { targets: BOTH }), { scope });
  assertEquals([open(first.access_token).claims.aud, first.scope], [FILES, scope]);
  const both = await refresh(rig, first.refresh_token, { scope: "file:read project:read" });
  assertEquals([open(both.access_token).claims.aud, both.scope], [MCP, "project:read"]);
});

/** A client that gets one token, and how it asks. */
const ONE_TOKEN = {
  ...OPTIONS.clients,
  web: { ...OPTIONS.clients.web, grants: ["code", "device"] as const },
};

Deno.test("resource: scopes of several are refused before the user is asked, where there is one token", async () => {
  const rig = createServer({ clients: ONE_TOKEN });
  const browser = await openBrowser(rig);
  for (
    const asked of [
      { ...GOOD, scope: "project:read file:read" },
      { ...GOOD, scope: "project:read file:read", resource: [MCP, FILES] },
      { ...GOOD, scope: undefined, resource: [MCP, FILES] },
    ]
  ) {
    assertTold(await ask(browser, asked), "invalid_target");
    await assertRefused(await rig.post("oauth/par", { ...asked, ...WEB }), "invalid_target");
    const { scope, resource = [] } = asked as Asked;
    const device = await rig.post("oauth/device", { ...WEB, scope, resource });
    await assertRefused(device, "invalid_target");
  }
  // One is enough, with those of OpenID Connect.
  questionIn(await ask(browser, { ...GOOD, scope: "openid project:read" }));
  questionIn(await ask(browser, { ...GOOD, scope: "project:read file:read", resource: MCP }));
});

Deno.test("resource: a client that can refresh, or exchange its token, may ask for several", async () => {
  const web = { ...OPTIONS.clients.web, grants: ["code", "token-exchange"], exchangesTo: [FILES] };
  for (const clients of [OPTIONS.clients, { web } as never]) {
    const browser = await openBrowser(createServer({ clients }));
    questionIn(await ask(browser, { ...GOOD, scope: "project:read file:read" }));
  }
});

Deno.test("resource: several in one request are refused, the same one twice is not", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const several = codeFields(await rig.code(userId, { targets: BOTH }), { resource: [MCP, FILES] });
  await assertRefused(await rig.post("oauth/token", several), "invalid_target");
  await redeem(rig, await rig.code(userId), { resource: [MCP, MCP] });
});

/** Forms of one URL (RFC 3986 §6.2). */
const FORMS = [
  `${MCP}/`,
  MCP.replace("app", "APP"),
  MCP.replace("https", "HTTPS"),
  MCP.replace(".example", ".example:443"),
  `${MCP.replace("/mcp", "/./mcp")}`,
];

for (const resource of FORMS) {
  Deno.test(`resource: ${resource} is the same one, and the token is for that of the config`, async () => {
    const rig = createServer();
    const userId = await createUser(rig);
    const first = await redeem(rig, await rig.code(userId, { targets: BOTH }), { resource });
    assertEquals(open(first.access_token).claims.aud, MCP);
    const next = await refresh(rig, first.refresh_token, { resource });
    assertEquals(open(next.access_token).claims.aud, MCP);
    const browser = await openBrowser(rig);
    const answer = await approve(browser, { ...GOOD, resource });
    assertEquals((await codeIn(rig, answer)).data.targets, { [MCP]: ["project:read"] });
    const { verifyToken } = rig.auth.oauthServer;
    assertEquals((await verifyToken(next.access_token, { resource: FILES })).ok, false);
  });
}

Deno.test("resource: one at the origin of the issuer is found with and without its slash", async () => {
  const root = `${ISSUER}/`;
  const resources = { [root]: { scopes: ["root:read"] }, [MCP]: { scopes: ["project:read"] } };
  const rig = createServer({ resources });
  const userId = await createUser(rig);
  const targets = { [root]: ["root:read"], [ISSUER]: ["openid"], [MCP]: ["project:read"] };
  const browser = await openBrowser(rig);
  for (const resource of [root, ISSUER]) {
    const asked = { ...GOOD, scope: "root:read", resource, prompt: "consent" };
    const { data } = await codeIn(rig, await approve(browser, asked));
    assertEquals(data.targets, { [root]: ["root:read"] });
    const first = await redeem(rig, await rig.code(userId, { targets }), { resource });
    assertEquals(open(first.access_token).claims.aud, [root, ISSUER]);
  }
  // Nothing of it is for another resource.
  const both = { ...GOOD, scope: "project:read", resource: root, prompt: "consent" };
  assertTold(await ask(browser, both), "invalid_scope");
  // Where nothing was given at the root, the issuer is the issuer.
  const own = { [ISSUER]: ["openid"], [MCP]: ["project:read"] };
  const identity = await redeem(rig, await rig.code(userId, { targets: own }), {
    resource: ISSUER,
  });
  assertEquals(open(identity.access_token).claims.aud, ISSUER);
});

for (
  const [name, resource] of [
    ["one that exists and was not granted", FILES],
    ["the issuer, without scopes of OpenID Connect", ISSUER],
    ["an unknown one", "https://evil.example/mcp"],
    ["one with a path in other letters", MCP.toUpperCase()],
    ["one with two slashes at its end", `${MCP}//`],
    ["one at another port", MCP.replace("app.example", "app.example:8443")],
    ["one of another scheme", MCP.replace("https:", "http:")],
    ["one with a user name", MCP.replace("https://", "https://user@")],
    ["one with a fragment", `${MCP}#`],
    [
      "one of another host that only begins alike",
      MCP.replace(".example", ".example.evil.example"),
    ],
    ["a longer path", `${MCP}/other`],
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

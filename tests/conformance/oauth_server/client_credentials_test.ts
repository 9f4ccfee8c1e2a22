/**
 * Tokens for services (RFC 6749 §4.4): what must not work, and what does.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiKeys } from "../../../src/capabilities/keys/mod.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { assertRefused, createServer, FILES, ISSUER, MCP, SECRET, type ServerRig } from "./_rig.ts";
import { access, createServiceServer } from "./_services.ts";
import { assertAsked, createProver, open, proven, tokensOf } from "./_tokens.ts";

/** The fields of a request. */
const BOT = {
  grant_type: "client_credentials",
  client_id: "bot",
  client_secret: SECRET,
  scope: "project:read",
};

/** A client without a service. */
const OWN = { bot: { secret: SECRET, grants: ["client-credentials"] } } as const;

const reasonOf = async (rig: ServerRig, token: string) => {
  const request = new Request(MCP, { headers: { authorization: `Bearer ${token}` } });
  const who = await rig.auth.authenticate(request, { accept: ["token"], resource: MCP });
  return who.ok ? "in" : who.reason;
};

Deno.test("client_credentials: a service gets a token of its organization, without a refresh token", async () => {
  const { rig, service, organization } = await createServiceServer();
  const tokens = await tokensOf(await rig.post("oauth/token", BOT));
  assertEquals([tokens.refresh_token, tokens.id_token], [undefined, undefined]);
  assertEquals([tokens.scope, tokens.token_type, tokens.expires_in], [
    "project:read",
    "Bearer",
    600,
  ]);
  const { claims, header } = open(tokens.access_token);
  assertEquals(header.typ, "at+jwt");
  assertEquals([claims.sub, claims.client_id, claims.org, claims.aud, claims.grant], [
    service,
    "bot",
    organization,
    MCP,
    undefined,
  ]);
  const request = new Request(MCP, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  const who = await rig.auth.authenticate(request, { accept: ["token"], resource: MCP });
  assert(who.ok);
  assertEquals([who.kind, who.id, who.client, who.organization?.id, who.organization?.role], [
    "service",
    service,
    "bot",
    organization,
    null,
  ]);
  assertEquals([...who.scopes], ["project:read"]);
});

Deno.test("client_credentials: a client that is no service gets a token of its own", async () => {
  const rig = createServer({ clients: OWN });
  const tokens = await tokensOf(await rig.post("oauth/token", BOT));
  const { claims } = open(tokens.access_token);
  assertEquals([claims.sub, claims.client_id, claims.org], ["bot", "bot", undefined]);
  const answer = await assertAsked(rig, tokens.access_token, 200);
  assertEquals((await answer.json()).id, "bot");
});

Deno.test("client_credentials: a client without authentication, or without the grant, gets nothing", async () => {
  const rig = createServer({
    clients: { ...OWN, web: { secret: SECRET, redirectUris: ["https://a.example/"] } },
  });
  const { client_secret: _, ...bare } = BOT;
  await assertRefused(await rig.post("oauth/token", bare), "invalid_client");
  await assertRefused(
    await rig.post("oauth/token", { ...BOT, client_secret: `${SECRET}x` }),
    "invalid_client",
  );
  await assertRefused(
    await rig.post("oauth/token", { ...BOT, client_id: "web" }),
    "unauthorized_client",
  );
});

Deno.test("client_credentials: a public client cannot have the grant", () => {
  const rig = createServer({ clients: { bot: { grants: ["client-credentials"] } } });
  assertThrows(() => requireConfig(rig.auth.config), Error, "client-credentials");
});

Deno.test("client_credentials: scopes are within those of the service", async () => {
  const { rig } = await createServiceServer({ scopes: ["project:read"] });
  await assertRefused(
    await rig.post("oauth/token", { ...BOT, scope: "project:write" }),
    "invalid_scope",
  );
  const both = { ...BOT, scope: "project:read project:write" };
  assertEquals((await tokensOf(await rig.post("oauth/token", both))).scope, "project:read");
  // Without a scope, the token has what the service has of the resource.
  const { scope: _, ...without } = BOT;
  const tokens = await tokensOf(await rig.post("oauth/token", { ...without, resource: MCP }));
  assertEquals(tokens.scope, "project:read");
});

Deno.test("client_credentials: scopes and resources are within those of the client", async () => {
  const rig = createServer({
    clients: { bot: { ...OWN.bot, scopes: ["project:read"], resources: [MCP] } },
  });
  const ask = async (more: object) => await rig.post("oauth/token", { ...BOT, ...more });
  await assertRefused(await ask({ scope: "project:write" }), "invalid_scope");
  await assertRefused(await ask({ scope: "file:read" }), "invalid_scope");
  await assertRefused(await ask({ resource: FILES }), "invalid_target");
  await assertRefused(await ask({ resource: "https://other.example/" }), "invalid_target");
  await assertRefused(await ask({ resource: [MCP, FILES] }), "invalid_target");
});

Deno.test("client_credentials: a token is for one resource, and never one about a user", async () => {
  const rig = createServer({ clients: OWN });
  const ask = async (more: object) => await rig.post("oauth/token", { ...BOT, ...more });
  await assertRefused(await ask({ scope: "openid" }), "invalid_target");
  await assertRefused(await ask({ scope: "openid", resource: ISSUER }), "invalid_target");
  await assertRefused(await ask({ scope: "project:read file:read" }), "invalid_target");
  const { access_token } = await tokensOf(await ask({ scope: "file:read" }));
  assertEquals(open(access_token).claims.aud, FILES);
  await assertAsked(rig, access_token, 401);
});

Deno.test("client_credentials: the token ends with the service", async () => {
  const { rig, deleteService } = await createServiceServer();
  const { access_token } = await tokensOf(await rig.post("oauth/token", BOT));
  assertEquals(await reasonOf(rig, access_token), "in");
  await deleteService();
  assertEquals(await reasonOf(rig, access_token), "deleted");
  await assertRefused(await rig.post("oauth/token", BOT), "unauthorized_client");
});

Deno.test("client_credentials: the token ends with the organization", async () => {
  const { rig, deleteOrganization } = await createServiceServer();
  const { access_token } = await tokensOf(await rig.post("oauth/token", BOT));
  await deleteOrganization();
  assert(await reasonOf(rig, access_token) !== "in");
  await assertRefused(await rig.post("oauth/token", BOT), "unauthorized_client");
});

Deno.test("client_credentials: a service gives nothing in an app that has no organizations any more", async () => {
  const { rig, service } = await createServiceServer();
  const keys = ApiKeys({ prefix: "acme", scopes: access }) as never;
  const later = createServer({ clients: { bot: { ...OWN.bot, service } } }, {
    ...{ adapter: rig.adapter, keys },
  });
  await assertRefused(await later.post("oauth/token", BOT), "unauthorized_client");
});

Deno.test("client_credentials: the token ends with the client", async () => {
  const rig = createServer({ clients: {} });
  const { id, secret } = await rig.auth.oauthServer.registerClient({
    ...{ name: "Bot", hasSecret: true, grants: ["client-credentials"] },
  });
  const fields = { ...BOT, client_id: id, client_secret: secret };
  const { access_token } = await tokensOf(await rig.post("oauth/token", fields));
  assertEquals(await reasonOf(rig, access_token), "in");
  await rig.auth.oauthServer.removeClient(id);
  assertEquals(await reasonOf(rig, access_token), "revoked");
  await assertRefused(await rig.post("oauth/token", fields), "invalid_client");
});

Deno.test("client_credentials: the token of a service counts in its own organization alone", async () => {
  const { rig } = await createServiceServer();
  await rig.adapter.createUser!({ id: "eve", email: "eve@example.com", emailVerified: null });
  await rig.auth.organizations.createOrganization("eve", { name: "Other", slug: "other" });
  const { access_token } = await tokensOf(await rig.post("oauth/token", BOT));
  const reason = async (organization: string) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const who = await rig.auth.authenticate(new Request(MCP, { headers }), {
      ...{ accept: ["token"], resource: MCP, organization },
    });
    return who.ok ? "in" : who.reason;
  };
  assertEquals(await reason("acme"), "in");
  assertEquals(await reason("other"), "not-member");
});

Deno.test("client_credentials: a service of an app without API keys gives nothing", () => {
  const clients = { bot: { ...OWN.bot, service: "svc_0123456789abcdef" } };
  const rig = createServer({ clients });
  assertThrows(() => requireConfig(rig.auth.config), Error, "keys");
  const fine = createServer({ clients }, {
    keys: ApiKeys({ prefix: "acme", scopes: ["project:read"] }) as never,
  });
  requireConfig(fine.auth.config);
});

Deno.test("client_credentials: a service that does not exist gives nothing, whatever its id is", async () => {
  for (const service of ["svc_0123456789abcdef", "olga", "bot", "__proto__", "x".repeat(5000)]) {
    const rig = createServer({ clients: { bot: { ...OWN.bot, service } } }, {
      keys: ApiKeys({ prefix: "acme", scopes: ["project:read"] }) as never,
    });
    await assertRefused(await rig.post("oauth/token", BOT), "unauthorized_client");
  }
});

Deno.test("client_credentials: a token for a key of the client counts with its proof alone", async () => {
  const rig = createServer({
    clients: OWN,
    resources: { [MCP]: { scopes: ["project:read"], requiresDpop: true } },
  });
  await assertRefused(await rig.post("oauth/token", BOT), "invalid_dpop_proof");
  const key = await createProver();
  const tokens = await tokensOf(await rig.post("oauth/token", BOT, await proven(key)));
  assertEquals(tokens.token_type, "DPoP");
  await assertAsked(rig, tokens.access_token, 401);
  const { access_token: token } = tokens;
  const proof = await proven(key, { url: MCP, method: "GET", token });
  await assertAsked(rig, token, 200, { authorization: `DPoP ${token}`, ...proof });
});

Deno.test("client_credentials: the token of a service is none of a user with the same id", async () => {
  const rig = createServer({ clients: OWN });
  await rig.adapter.createUser!({ id: "bot", email: "bot@example.com", emailVerified: null });
  const { access_token } = await tokensOf(await rig.post("oauth/token", BOT));
  const headers = { authorization: `Bearer ${access_token}` };
  const who = await rig.auth.authenticate(new Request(MCP, { headers }), {
    ...{ accept: ["token"], resource: MCP },
  });
  assert(who.ok);
  assertEquals(who.kind, "service");
  const answer = await rig.send("oauth/userinfo", { headers });
  assertEquals(answer.status, 401);
});

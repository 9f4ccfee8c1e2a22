/**
 * Token exchange (RFC 8693): what must not work, and what does.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { hashOfSecret } from "../../../src/capabilities/oauth_server/clients.ts";
import { clients } from "../../../src/capabilities/oauth_server/kinds.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { suspend } from "../../../src/server/users.ts";
import type { AuditEntry } from "../../../src/types/audit.ts";
import { assertRefused, createServer, FILES, ISSUER, MCP, SECRET, type ServerRig } from "./_rig.ts";
import {
  assertAsked,
  createProver,
  createUser,
  grantTokens,
  open,
  proven,
  type Tokens,
  tokensOf,
} from "./_tokens.ts";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS = "urn:ietf:params:oauth:token-type:access_token";

const CLIENTS = {
  own: { redirectUris: ["https://client.example/callback"] },
  api: {
    name: "API",
    secret: SECRET,
    grants: ["token-exchange", "client-credentials"],
    exchangesTo: [FILES],
  },
  next: { name: "Next", secret: SECRET, grants: ["token-exchange"] },
  files: { secret: SECRET, grants: ["token-exchange"], resources: [FILES] },
  reader: { secret: SECRET, grants: ["token-exchange"], scopes: ["project:read"] },
  web: { secret: SECRET, redirectUris: ["https://client.example/callback"] },
} as const;

const BOTH = { [MCP]: ["project:read", "project:write"] };

function createExchange(config: Parameters<typeof createServer>[1] = {}): ServerRig {
  return createServer({ clients: CLIENTS }, config);
}

/** The token of a user for the first client. */
async function subjectOf(
  rig: ServerRig,
  options: Parameters<ServerRig["code"]>[1] = { targets: BOTH },
  more = {},
) {
  return await grantTokens(rig, options, more);
}

type Fields = Parameters<ServerRig["post"]>[1];

async function exchange(
  rig: ServerRig,
  subject_token: string,
  more: Fields = {},
  headers?: HeadersInit,
): Promise<Response> {
  return await rig.post("oauth/token", {
    ...{ grant_type: EXCHANGE, client_id: "api", client_secret: SECRET },
    ...{ subject_token, subject_token_type: ACCESS },
    ...more,
  }, headers);
}

async function serviceToken(rig: ServerRig, client_id = "api"): Promise<string> {
  const { access_token } = await tokensOf(
    await rig.post("oauth/token", {
      ...{ grant_type: "client_credentials", client_id, client_secret: SECRET },
      scope: "project:read",
    }),
  );
  return access_token;
}

Deno.test("exchange: the new token has the user, the narrower scopes and the one that acts", async () => {
  const entries: AuditEntry[] = [];
  const rig = createExchange({ events: { audit: (entry) => void entries.push(entry) } });
  const subject = await subjectOf(rig);
  const answer = await exchange(rig, subject.access_token, { scope: "project:read" });
  const tokens = await tokensOf(answer) as Tokens & { issued_token_type: string };
  assertEquals(tokens.issued_token_type, ACCESS);
  assertEquals([tokens.scope, tokens.token_type, tokens.refresh_token, tokens.id_token], [
    "project:read",
    "Bearer",
    undefined,
    undefined,
  ]);
  const [{ claims }, { claims: first }] = [open(tokens.access_token), open(subject.access_token)];
  assertEquals([claims.sub, claims.client_id, claims.aud, claims.act, claims.grant], [
    subject.userId,
    "api",
    MCP,
    { sub: "api" },
    first.grant,
  ]);
  assert(claims.exp <= first.exp && claims.jti !== first.jti);
  const request = new Request(MCP, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  const who = await rig.auth.authenticate(request, { accept: ["token"], resource: MCP });
  assert(who.ok);
  assertEquals([who.kind, who.id, who.client, who.actor], [
    "user",
    subject.userId,
    "api",
    { id: "api" },
  ]);
  const entry = entries.find(({ name }) => name === "token.exchanged");
  assertEquals([entry?.userId, entry?.actor, entry?.credential], [
    subject.userId,
    "api",
    first.grant,
  ]);
});

Deno.test("exchange: a client without authentication, or without the grant, gets nothing", async () => {
  const rig = createExchange();
  const { access_token } = await subjectOf(rig);
  await assertRefused(
    await exchange(rig, access_token, { client_secret: undefined }),
    "invalid_client",
  );
  await assertRefused(
    await exchange(rig, access_token, { client_id: "own", client_secret: undefined }),
    "unauthorized_client",
  );
  await assertRefused(
    await exchange(rig, access_token, { client_id: "web" }),
    "unauthorized_client",
  );
  const open = createServer({ clients: { cli: { grants: ["token-exchange"] } } });
  assertThrows(() => requireConfig(open.auth.config), Error, "token-exchange");
});

Deno.test("exchange: no scope is added, neither beyond the token nor beyond the client", async () => {
  const rig = createExchange();
  const narrow = await subjectOf(rig, { targets: { [MCP]: ["project:read"] } });
  await assertRefused(
    await exchange(rig, narrow.access_token, { scope: "project:write" }),
    "invalid_scope",
  );
  await assertRefused(
    await exchange(rig, narrow.access_token, { scope: "project:read project:write" }),
    "invalid_scope",
  );
  await assertRefused(
    await exchange(rig, narrow.access_token, { scope: "openid" }),
    "invalid_scope",
  );
  const wide = await subjectOf(rig);
  await assertRefused(
    await exchange(rig, wide.access_token, { client_id: "reader", scope: "project:write" }),
    "invalid_scope",
  );
  // Without a scope, the token has what both have.
  const tokens = await tokensOf(await exchange(rig, wide.access_token, { client_id: "reader" }));
  assertEquals(tokens.scope, "project:read");
});

Deno.test("exchange: a resource must be one that the client may ask for, and that the user gave", async () => {
  const shared = {
    clients: {
      ...CLIENTS,
      mcp: { secret: SECRET, grants: ["token-exchange"], resources: [MCP] },
    },
    resources: {
      [MCP]: { scopes: ["project:read", "project:write"] },
      [FILES]: { scopes: ["project:read", "file:read"] },
    },
  } as const;
  const rig = createServer(shared);
  const one = await subjectOf(rig);
  const ask = async (token: string, more: Fields) => await exchange(rig, token, more);
  await assertRefused(
    await ask(one.access_token, { resource: "https://other.example/" }),
    "invalid_target",
  );
  await assertRefused(await ask(one.access_token, { resource: ISSUER }), "invalid_target");
  // The client may ask, and the scope has the same name there: but the user gave it for one resource.
  await assertRefused(
    await ask(one.access_token, { resource: FILES, scope: "project:read" }),
    "invalid_target",
  );
  await assertRefused(
    await ask(one.access_token, { audience: FILES, scope: "project:read" }),
    "invalid_target",
  );
  await assertRefused(await ask(one.access_token, { resource: [MCP, FILES] }), "invalid_target");
  const both = await subjectOf(rig, {
    targets: { [MCP]: ["project:read"], [FILES]: ["project:read", "file:read"] },
  }, { resource: MCP });
  await assertRefused(
    await ask(both.access_token, { client_id: "mcp", resource: FILES }),
    "invalid_target",
  );
  // A scope of the other resource that the token itself does not have stays out.
  await assertRefused(
    await ask(both.access_token, { resource: FILES, scope: "file:read" }),
    "invalid_scope",
  );
  const tokens = await tokensOf(await ask(both.access_token, { resource: FILES }));
  const { claims } = open(tokens.access_token);
  assertEquals([claims.aud, claims.scope], [FILES, "project:read"]);
  await assertAsked(rig, tokens.access_token, 401);
});

const SHARED = {
  [MCP]: { scopes: ["project:read"] },
  [FILES]: { scopes: ["project:read"] },
} as const;

Deno.test("exchange: a token stays at its resource by default, although the user gave access to both", async () => {
  const rig = createServer({ clients: CLIENTS, resources: SHARED });
  const targets = { [MCP]: ["project:read"], [FILES]: ["project:read"] };
  const { access_token } = await subjectOf(rig, { targets }, { resource: MCP });
  const ask = async (client_id: string, resource?: string, token = access_token) =>
    await exchange(rig, token, { client_id, resource });
  await assertRefused(await ask("next", FILES), "invalid_target");
  const { claims } = open((await tokensOf(await ask("next", MCP))).access_token);
  assertEquals(claims.aud, MCP);
  // One that went on goes no further than what its next client may.
  const files = await subjectOf(rig, { targets }, { resource: FILES });
  await assertRefused(await ask("api", MCP, files.access_token), "invalid_target");
  const gone = await tokensOf(await ask("api", FILES));
  await assertRefused(await ask("next", MCP, gone.access_token), "invalid_target");
  await tokensOf(await ask("next", FILES, gone.access_token));
});

Deno.test("exchange: a client that the app registered goes on to what was named for it alone", async () => {
  const rig = createServer({ clients: CLIENTS, resources: SHARED });
  const targets = { [MCP]: ["project:read"], [FILES]: ["project:read"] };
  const { access_token } = await subjectOf(rig, { targets }, { resource: MCP });
  const register = async (exchangesTo?: string[]) => {
    const { id, secret } = await rig.auth.oauthServer.registerClient({
      name: "Registered",
      hasSecret: true,
      grants: ["token-exchange"],
      ...exchangesTo ? { exchangesTo } : {},
    });
    const fields = { client_id: id, client_secret: secret, resource: FILES };
    return await exchange(rig, access_token, fields);
  };
  await assertRefused(await register(), "invalid_target");
  await assertRefused(await register([MCP]), "invalid_target");
  await tokensOf(await register([FILES]));
});

Deno.test("exchange: a client takes no token that has nothing to do with it", async () => {
  const rig = createServer({
    clients: CLIENTS,
    resources: {
      [MCP]: { scopes: ["project:read"] },
      [FILES]: { scopes: ["project:read"] },
    },
  });
  // The client is for the second resource alone, and the token is for the first one.
  const targets = { [MCP]: ["project:read"], [FILES]: ["project:read"] };
  const { access_token } = await subjectOf(rig, { targets }, { resource: MCP });
  const ask = async (resource?: string) =>
    await exchange(rig, access_token, { client_id: "files", resource });
  await assertRefused(await ask(), "invalid_target");
  await assertRefused(await ask(FILES), "invalid_target");
  const own = await subjectOf(rig, { targets }, { resource: FILES });
  await tokensOf(await exchange(rig, own.access_token, { client_id: "files" }));
});

Deno.test("exchange: a token that was changed, has expired, or is another one is refused", async () => {
  using time = new FakeTime();
  const rig = createExchange();
  const subject = await subjectOf(rig, {
    targets: { ...BOTH, [ISSUER]: ["openid"] },
  });
  const { access_token, id_token, refresh_token } = subject;
  const [header, , signature] = access_token.split(".");
  const { claims } = open(access_token);
  const forged = btoa(JSON.stringify({ ...claims, sub: "eve" })).replaceAll("+", "-")
    .replaceAll("/", "_").replaceAll("=", "");
  for (
    const token of [
      ...["x", "a.b.c", `${header}.${forged}.${signature}`, `${header}.${forged}.`],
      ...[id_token, refresh_token, `${access_token}x`],
    ]
  ) {
    await assertRefused(await exchange(rig, token), "invalid_request");
  }
  time.tick(601_000);
  await assertRefused(await exchange(rig, access_token), "invalid_request");
});

Deno.test("exchange: other types of tokens are neither taken nor given", async () => {
  const rig = createExchange();
  const { access_token } = await subjectOf(rig);
  const type = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
  for (const name of ["id_token", "refresh_token", "jwt", "saml2"]) {
    await assertRefused(
      await exchange(rig, access_token, { subject_token_type: type(name) }),
      "invalid_request",
    );
    await assertRefused(
      await exchange(rig, access_token, { requested_token_type: type(name) }),
      "invalid_request",
    );
  }
  await assertRefused(
    await exchange(rig, access_token, { subject_token_type: undefined }),
    "invalid_request",
  );
  await tokensOf(await exchange(rig, access_token, { requested_token_type: ACCESS }));
});

Deno.test("exchange: an exchanged token never outlives the first one", async () => {
  using time = new FakeTime();
  const rig = createExchange();
  const { access_token } = await subjectOf(rig);
  time.tick(500_000);
  const tokens = await tokensOf(await exchange(rig, access_token));
  assertEquals(tokens.expires_in, 100);
  assertEquals(open(tokens.access_token).claims.exp, open(access_token).claims.exp);
  time.tick(50_000);
  const again = await tokensOf(await exchange(rig, tokens.access_token, { client_id: "next" }));
  assertEquals(again.expires_in, 50);
});

Deno.test("exchange: those that act are nested, and four are the most", async () => {
  const rig = createExchange();
  let { access_token } = await subjectOf(rig);
  for (const client_id of ["api", "next", "api", "next"]) {
    ({ access_token } = await tokensOf(await exchange(rig, access_token, { client_id })));
  }
  assertEquals(open(access_token).claims.act, {
    sub: "next",
    act: { sub: "api", act: { sub: "next", act: { sub: "api" } } },
  });
  const request = new Request(MCP, { headers: { authorization: `Bearer ${access_token}` } });
  const who = await rig.auth.authenticate(request, { accept: ["token"], resource: MCP });
  assert(who.ok);
  assertEquals(who.actor?.actor?.actor?.actor, { id: "api" });
  await assertRefused(await exchange(rig, access_token), "invalid_request");
});

Deno.test("exchange: `claims` of the app cannot say who acts", async () => {
  const rig = createServer({
    clients: CLIENTS,
    claims: () => ({ act: { sub: "admin" }, sub: "eve", scope: "project:write" }),
  });
  const subject = await subjectOf(rig, { targets: { [MCP]: ["project:read"] } });
  assertEquals(open(subject.access_token).claims.act, undefined);
  const { access_token } = await tokensOf(await exchange(rig, subject.access_token));
  const { claims } = open(access_token);
  assertEquals([claims.act, claims.sub, claims.scope], [
    { sub: "api" },
    subject.userId,
    "project:read",
  ]);
});

Deno.test("exchange: parameters of the request cannot say who acts either", async () => {
  const rig = createExchange();
  const subject = await subjectOf(rig);
  const { access_token } = await tokensOf(
    await exchange(rig, subject.access_token, {
      act: '{"sub":"admin"}',
      actor: "admin",
      sub: "eve",
      may_act: "admin",
    }),
  );
  assertEquals(open(access_token).claims.act, { sub: "api" });
});

Deno.test("exchange: an actor token is one of a service, given to this client", async () => {
  const rig = createExchange();
  const { access_token } = await subjectOf(rig);
  const actor = await serviceToken(rig);
  const more = { actor_token: actor, actor_token_type: ACCESS };
  const tokens = await tokensOf(await exchange(rig, access_token, more));
  assertEquals(open(tokens.access_token).claims.act, { sub: "api" });
  const other = await subjectOf(rig);
  const exchanged = await tokensOf(await exchange(rig, other.access_token));
  for (
    const wrong of [
      // A user is no service.
      { actor_token: other.access_token, actor_token_type: ACCESS },
      // Nor is one for whom this client acts.
      { actor_token: exchanged.access_token, actor_token_type: ACCESS },
      { actor_token: "x", actor_token_type: ACCESS },
      { actor_token: actor },
      { actor_token_type: ACCESS },
      { actor_token: actor, actor_token_type: "urn:ietf:params:oauth:token-type:jwt" },
      // The token of another client.
      { ...more, client_id: "next" },
    ]
  ) {
    await assertRefused(await exchange(rig, access_token, wrong), "invalid_request");
  }
});

Deno.test("exchange: an actor token is of no user, and of no service that acts for another", async () => {
  const both = {
    ...{ secret: SECRET, redirectUris: ["https://client.example/callback"] },
    grants: ["code", "token-exchange"],
  } as const;
  const rig = createServer({ clients: { ...CLIENTS, both } });
  const as = { client_id: "both", client_secret: SECRET };
  const { access_token } = await grantTokens(rig, { client: "both" }, as);
  // Of the client itself, but of its user.
  await assertRefused(
    await exchange(rig, access_token, {
      ...{ ...as, actor_token: access_token, actor_token_type: ACCESS },
    }),
    "invalid_request",
  );
  await tokensOf(await exchange(rig, access_token, as));
  // Of the service itself, but after an exchange.
  const service = await serviceToken(rig);
  const exchanged = await tokensOf(await exchange(rig, service));
  assertEquals(open(exchanged.access_token).claims.act, { sub: "api" });
  const subject = await subjectOf(rig);
  await assertRefused(
    await exchange(rig, subject.access_token, {
      ...{ actor_token: exchanged.access_token, actor_token_type: ACCESS },
    }),
    "invalid_request",
  );
});

Deno.test("exchange: a token that is bound to a key needs a proof of that key", async () => {
  const rig = createExchange();
  const [key, other] = [await createProver(), await createProver()];
  const code = await rig.code(await createUser(rig), { targets: BOTH });
  const { access_token } = await tokensOf(
    await rig.post("oauth/token", {
      ...{ grant_type: "authorization_code", code, client_id: "own" },
      redirect_uri: "https://client.example/callback",
      code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    }, await proven(key)),
  );
  await assertRefused(await exchange(rig, access_token), "invalid_request");
  await assertRefused(
    await exchange(rig, access_token, {}, await proven(other)),
    "invalid_request",
  );
  const tokens = await tokensOf(await exchange(rig, access_token, {}, await proven(key)));
  assertEquals(tokens.token_type, "DPoP");
  assert(open(tokens.access_token).claims.cnf.jkt);
  await assertAsked(rig, tokens.access_token, 401);
});

for (
  const [name, end] of Object.entries({
    "the grant is revoked": async (rig: ServerRig, userId: string) => {
      const [grant] = await rig.auth.oauthServer.listGrants(userId);
      await rig.auth.oauthServer.revokeGrant(userId, grant!.id);
    },
    "the user is suspended": (rig: ServerRig, userId: string) => suspend(rig.auth as never, userId),
    "the user is deleted": (rig: ServerRig, userId: string) => rig.auth.users.delete(userId),
    "the user signs out everywhere": (rig: ServerRig, userId: string) =>
      rig.auth.sessions.revokeAll(userId),
  })
) {
  Deno.test(`exchange: both tokens end when ${name}`, async () => {
    const rig = createExchange();
    const { access_token, userId } = await subjectOf(rig);
    const tokens = await tokensOf(await exchange(rig, access_token));
    await assertAsked(rig, tokens.access_token, 200);
    await end(rig, userId);
    await assertAsked(rig, tokens.access_token, 401);
    await assertRefused(await exchange(rig, access_token), "invalid_request");
    await assertRefused(
      await exchange(rig, tokens.access_token, { client_id: "next" }),
      "invalid_request",
    );
  });
}

Deno.test("exchange: the token ends with either client", async () => {
  const rig = createServer({ clients: CLIENTS });
  const registered = await rig.auth.oauthServer.registerClient({
    ...{ name: "Third", hasSecret: true, grants: ["token-exchange"] },
  });
  const subject = await subjectOf(rig);
  const fields = { client_id: registered.id, client_secret: registered.secret };
  const tokens = await tokensOf(await exchange(rig, subject.access_token, fields));
  await assertAsked(rig, tokens.access_token, 200);
  await rig.auth.oauthServer.removeClient(registered.id);
  await assertAsked(rig, tokens.access_token, 401);
  await assertAsked(rig, subject.access_token, 200);

  const first = await rig.auth.oauthServer.registerClient({
    ...{ name: "First", redirectUris: ["https://client.example/callback"] },
  });
  const theirs = await subjectOf(rig, { client: first.id, targets: BOTH }, { client_id: first.id });
  const derived = await tokensOf(await exchange(rig, theirs.access_token));
  await assertAsked(rig, derived.access_token, 200);
  await rig.auth.oauthServer.removeClient(first.id);
  await assertAsked(rig, derived.access_token, 401);
});

Deno.test("exchange: a revocation by the client of an exchanged token does not end the grant of another client", async () => {
  const rig = createExchange();
  const subject = await subjectOf(rig);
  const tokens = await tokensOf(await exchange(rig, subject.access_token));
  const answer = await rig.post("oauth/revoke", {
    ...{ client_id: "api", client_secret: SECRET, token: tokens.access_token },
  });
  assertEquals(answer.status, 200);
  await assertAsked(rig, subject.access_token, 200);
});

Deno.test("exchange: without a grant of a user, a token stays at its resource", async () => {
  const rig = createServer({
    clients: CLIENTS,
    resources: {
      [MCP]: { scopes: ["project:read"] },
      [FILES]: { scopes: ["project:read"] },
    },
  });
  const service = await tokensOf(
    await rig.post("oauth/token", {
      ...{ grant_type: "client_credentials", client_id: "api", client_secret: SECRET },
      resource: MCP,
    }),
  );
  const request = new Request(`${ISSUER}/`, { headers: await rig.signIn("ada") });
  const own = await rig.auth.oauthServer.issueToken(request, { resource: MCP });
  for (const token of [service.access_token, own!.token]) {
    await assertRefused(await exchange(rig, token, { resource: FILES }), "invalid_target");
    await tokensOf(await exchange(rig, token));
  }
});

Deno.test("exchange: the token of a service can be exchanged, and says who acts", async () => {
  const rig = createExchange();
  const first = await serviceToken(rig);
  const tokens = await tokensOf(await exchange(rig, first, { client_id: "next" }));
  const { claims } = open(tokens.access_token);
  assertEquals([claims.sub, claims.client_id, claims.act], ["api", "next", { sub: "next" }]);
  await assertAsked(rig, tokens.access_token, 200);
});

for (const isStranger of [false, true]) {
  const who = isStranger ? "stranger" : "public client";
  Deno.test(`exchange: a ${who} of the store, which no check of this version made, gets nothing`, () =>
    refusesStored(isStranger));
}

async function refusesStored(isStranger: boolean): Promise<void> {
  const rig = createServer({ clients: {}, assertions: {} });
  const id = "0123456789abcdefghijkl";
  const grants = ["client-credentials", "token-exchange", "jwt-bearer"] as const;
  const { access_token } = await subjectOf(createExchange({ adapter: rig.adapter }));
  await clients.add(rig.adapter.records!, id, {
    expires: null,
    data: {
      ...{ name: "Old", isStranger, isFirstParty: false, redirectUris: [] },
      ...{ postLogoutRedirectUris: [], jwks: null, jwksUri: null },
      ...isStranger
        ? { method: "secret", hash: await hashOfSecret(SECRET) }
        : { method: "none", hash: null },
      ...{ grants, scopes: "all", resources: "all", idTokenAlgorithm: "RS256", service: null },
      createdAt: new Date().toISOString(),
    },
  });
  for (
    const fields of [
      { grant_type: "client_credentials", scope: "project:read" },
      { grant_type: EXCHANGE, subject_token: access_token, subject_token_type: ACCESS },
      { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: "x" },
    ]
  ) {
    await assertRefused(
      await rig.post("oauth/token", {
        ...fields,
        client_id: id,
        client_secret: isStranger ? SECRET : undefined,
      }),
      "unauthorized_client",
    );
  }
}

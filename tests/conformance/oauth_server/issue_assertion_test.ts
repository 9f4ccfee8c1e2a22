/**
 * Assertions that the server issues as the identity provider of a company (ID-JAG), and what becomes of
 * them at the server of another app.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { discoverAndRequestJwtAuthGrant, exchangeJwtAuthGrant } from "@modelcontextprotocol/client";
import { decodeProtectedHeader } from "jose";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { beginClientSession } from "../../../src/capabilities/oauth_server/client_sessions.ts";
import { findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { grants } from "../../../src/capabilities/oauth_server/kinds.ts";
import { signJws } from "../../../src/capabilities/oauth_server/jws.ts";
import { signingKey } from "../../../src/capabilities/oauth_server/signing_keys.ts";
import { endFamily } from "../../../src/capabilities/oauth_server/family_end.ts";
import { suspend } from "../../../src/session/user_status.ts";
import { sessions as sessionRecords } from "../../../src/session/record.ts";
import * as sessions from "../../../src/server/sessions.ts";
import type { AuditEntry } from "../../../src/types/audit.ts";
import { createProofKey } from "../../_dpop.ts";
import { callOf } from "./_clients.ts";
import { createEndingsRig, type EndingsRig, give } from "./_endings.ts";
import { JWT_BEARER } from "./_assertions.ts";
import {
  assertRefused,
  CALLBACK,
  createServer,
  FILES,
  ISSUER,
  MCP,
  SECRET,
  type ServerRig,
} from "./_rig.ts";
import {
  assertAsked,
  createUser,
  grantTokensFor,
  open,
  refreshFields,
  type Tokens,
  tokensOf,
} from "./_tokens.ts";

/** The app of another company, at which people of this one act. */
const APP = "https://other.example";
const TOOLS = `${APP}/mcp`;

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const TYPES = "urn:ietf:params:oauth:token-type:";
const ID_JAG = `${TYPES}id-jag`;

const GRANTS = ["code", "refresh", "token-exchange"] as const;
const BASE = { redirectUris: [CALLBACK], secret: SECRET, idTokenAlgorithm: "ES256" } as const;

const CLIENTS = {
  agent: {
    ...{ ...BASE, grants: GRANTS },
    assertsTo: {
      [APP]: { clientId: "agent-there", scopes: ["tool:read", "tool:run"], resources: [TOOLS] },
      "https://bare.example": {},
    },
  },
  bound: { ...BASE, grants: GRANTS, assertsTo: { [APP]: {} }, offlineAccess: "scope" },
  plain: { ...BASE, grants: GRANTS },
  web: BASE,
} as const;

/** The company. */
function createCompany(
  config: Parameters<typeof createServer>[1] = {},
  more: object = {},
): ServerRig {
  return createServer({ clients: CLIENTS, ...more } as never, {
    logger: { error() {} },
    ...config,
  });
}

/** The other app, whose users have the ids of the company. */
async function createApp(company: ServerRig): Promise<ServerRig> {
  const jwks = await (await company.send("oauth/jwks")).json();
  return createServer({
    issuer: APP,
    resources: { [TOOLS]: { scopes: ["tool:read", "tool:run"] } },
    clients: { "agent-there": { secret: SECRET, grants: ["jwt-bearer"] } },
    assertions: { [ISSUER]: { jwks, userOf: ({ sub }: { sub: string }) => sub } },
  } as never, { logger: { error() {} } });
}

const TARGETS = { [ISSUER]: ["openid", "email"], [MCP]: ["project:read"] };

/** Tokens of a sign-in at a client. */
async function signIn(
  rig: ServerRig,
  userId: string,
  client = "agent",
  more: object = {},
): Promise<Tokens> {
  return await grantTokensFor(rig, userId, { client, targets: TARGETS, ...more }, {
    ...{ client_id: client, client_secret: SECRET },
    resource: MCP,
  });
}

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

async function exchange(
  rig: ServerRig,
  subject_token: string,
  more: Fields = {},
  headers: HeadersInit = {},
): Promise<Response> {
  return await rig.post("oauth/token", {
    ...{ grant_type: EXCHANGE, client_id: "agent", client_secret: SECRET, audience: APP },
    ...{ requested_token_type: ID_JAG, subject_token, subject_token_type: `${TYPES}id_token` },
    ...more,
  }, headers);
}

async function use(app: ServerRig, assertion: string, more: Fields = {}): Promise<Response> {
  const body = new URLSearchParams({ grant_type: JWT_BEARER, assertion, client_id: "agent-there" });
  body.set("client_secret", SECRET);
  for (const [name, value] of Object.entries(more)) body.set(name, String(value));
  return await app.auth.handler(new Request(`${APP}/auth/oauth/token`, { method: "POST", body }));
}

async function assertionOf(rig: ServerRig, token: string, more: Fields = {}): Promise<string> {
  return (await tokensOf(await exchange(rig, token, more))).access_token;
}

Deno.test("ID-JAG: a sign-in at the company gives an assertion, which the other app takes once", async () => {
  const entries: AuditEntry[] = [];
  const company = createCompany({ events: { audit: (entry) => void entries.push(entry) } });
  const userId = await createUser(company);
  const { id_token } = await signIn(company, userId);
  const answer = await tokensOf(await exchange(company, id_token, { scope: "tool:read" }));
  const { access_token: assertion, ...rest } = answer as Tokens & { issued_token_type: string };
  assertEquals(rest as object, {
    ...{ token_type: "N_A", expires_in: 300, scope: "tool:read", issued_token_type: ID_JAG },
  });
  assertEquals(decodeProtectedHeader(assertion).typ, "oauth-id-jag+jwt");
  const { jti, iat, exp, auth_time, ...claims } = open(assertion).claims;
  assert(jti && exp === iat + 300 && auth_time <= iat);
  assertEquals(claims, {
    ...{ iss: ISSUER, sub: userId, aud: APP, client_id: "agent-there" },
    ...{ scope: "tool:read", resource: TOOLS, amr: ["pwd"] },
    ...{ email: `${userId}@people.example`, email_verified: true },
  });
  const [entry] = entries.filter(({ name }) => name === "token.exchanged");
  assertEquals([entry!.userId, entry!.actor], [userId, "agent"]);

  const app = await createApp(company);
  const { id, email } = { id: userId, email: `${userId}@people.example` };
  await app.adapter.createUser!({ id, email, name: "Ada", emailVerified: new Date() });
  const there = await tokensOf(await use(app, assertion));
  const { claims: token } = open(there.access_token);
  assertEquals([token.sub, token.client_id, token.aud, token.scope], [
    ...[userId, "agent-there", TOOLS, "tool:read"],
  ]);
  assertEquals(there.refresh_token, undefined);
  await assertRefused(await use(app, assertion), "invalid_grant");
  // It names what it is for: nothing more comes of it.
  const second = await assertionOf(company, id_token, { scope: "tool:read" });
  await assertRefused(await use(app, second, { scope: "tool:run" }), "invalid_scope");
});

Deno.test("ID-JAG: it is of nobody else, and nothing else", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const { id_token } = await signIn(company, userId);
  const assertion = await assertionOf(company, id_token);
  // No access token, no ID token, no subject of an exchange, and no assertion here.
  await assertAsked(company, assertion, 401);
  const hint = new URLSearchParams({ id_token_hint: assertion });
  const page = await company.send(`oauth/end-session?${hint}`, {
    headers: { accept: "text/html" },
  });
  assertEquals(page.status, 400);
  await assertRefused(await exchange(company, assertion), "invalid_request");
  const access = { subject_token_type: `${TYPES}access_token` };
  await assertRefused(await exchange(company, assertion, access), "invalid_request");
  // The app of a third company does not take it.
  const app = await createApp(company);
  const other = createServer({
    ...{ issuer: "https://third.example", resources: { [TOOLS]: { scopes: ["tool:read"] } } },
    clients: { "agent-there": { secret: SECRET, grants: ["jwt-bearer"] } },
    assertions: {
      [ISSUER]: { jwks: await (await company.send("oauth/jwks")).json(), userOf: () => userId },
    },
  } as never, { logger: { error() {} }, adapter: app.adapter });
  const body = new URLSearchParams({ grant_type: JWT_BEARER, assertion, client_id: "agent-there" });
  body.set("client_secret", SECRET);
  const url = "https://third.example/auth/oauth/token";
  const answer = await other.auth.handler(new Request(url, { method: "POST", body }));
  await assertRefused(answer, "invalid_grant");
});

Deno.test("ID-JAG: an access token of the same sign-in gives one too, with the key that it is bound to", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const { access_token } = await signIn(company, userId);
  const access = { subject_token_type: `${TYPES}access_token` };
  const { claims } = open(await assertionOf(company, access_token, access));
  assertEquals([claims.sub, "cnf" in claims], [userId, false]);
  const key = await createProofKey();
  const prove = async () => ({ dpop: await key.prove("POST", `${ISSUER}/auth/oauth/token`) });
  const { id_token } = await signIn(company, userId);
  const bound = await tokensOf(await exchange(company, id_token, {}, await prove()));
  assert(open(bound.access_token).claims.cnf.jkt);
});

Deno.test("ID-JAG: an access token of another client gives none, although the user knows both", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const own = await signIn(company, userId);
  const { access_token } = await signIn(company, userId, "bound");
  const access = { subject_token_type: `${TYPES}access_token` };
  await assertRefused(await exchange(company, access_token, access), "invalid_request");
  assertEquals((await exchange(company, own.access_token, access)).status, 200);
  // Nor does one that was exchanged: another app may act by it.
  const exchanged = await exchange(company, own.access_token, {
    ...{ ...access, audience: undefined, requested_token_type: undefined },
  });
  const { access_token: next } = await tokensOf(exchanged);
  await assertRefused(await exchange(company, next, access), "invalid_request");
});

/** What gives no assertion. */
const REFUSED: Readonly<Record<string, readonly [more: Fields, error: string]>> = {
  "no audience": [{ audience: undefined }, "invalid_target"],
  "another audience": [{ audience: "https://evil.example" }, "invalid_target"],
  "an audience in another form": [{ audience: `${APP}/` }, "invalid_target"],
  "two audiences": [{ audience: [APP, "https://bare.example"] }, "invalid_target"],
  "this server": [{ audience: ISSUER }, "invalid_target"],
  "a name of every object": [{ audience: "constructor" }, "invalid_target"],
  "another scope": [{ scope: "tool:read admin" }, "invalid_scope"],
  "another resource": [{ resource: `${APP}/other` }, "invalid_target"],
  "one resource more": [{ resource: [TOOLS, FILES] }, "invalid_target"],
  "an actor": [{ actor_token: "x" }, "invalid_request"],
  "a SAML assertion": [{ subject_token_type: `${TYPES}saml2` }, "invalid_request"],
  "no subject": [{ subject_token: undefined }, "invalid_request"],
  "the token of another type": [{ subject_token_type: `${TYPES}access_token` }, "invalid_request"],
  "a client without the option": [{ client_id: "plain" }, "invalid_target"],
  "the ID token of another client": [{ client_id: "bound" }, "invalid_request"],
  "a client without the grant": [{ client_id: "web" }, "unauthorized_client"],
  "no authentication": [{ client_secret: undefined }, "invalid_client"],
};

for (const [name, [more, error]] of Object.entries(REFUSED)) {
  Deno.test(`ID-JAG: refused: ${name}`, async () => {
    const company = createCompany();
    const { id_token } = await signIn(company, await createUser(company));
    await assertRefused(await exchange(company, id_token, more), error);
  });
}

Deno.test("ID-JAG: without scopes and resources in the config, an assertion names none", async () => {
  const company = createCompany();
  const { id_token } = await signIn(company, await createUser(company));
  const bare = { audience: "https://bare.example" };
  const { claims } = open(await assertionOf(company, id_token, bare));
  assertEquals(["scope" in claims, "resource" in claims, claims.client_id], [
    false,
    false,
    "agent",
  ]);
  await assertRefused(await exchange(company, id_token, { ...bare, scope: "a" }), "invalid_scope");
});

Deno.test("ID-JAG: a forged ID token, one without openid, and one that has expired give none", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const { id_token, access_token } = await signIn(company, userId);
  const [head, body, signature] = id_token.split(".");
  const turned = (signature![0] === "A" ? "B" : "A") + signature!.slice(1);
  for (
    const forged of [[head, body, turned].join("."), `${head}.${body}.`, "x", "x".repeat(9000)]
  ) {
    await assertRefused(await exchange(company, forged), "invalid_request");
  }
  // The type of an ID token, with the claims of a family, of another audience.
  const { claims } = open(id_token);
  const call = callOf(company);
  const key = await signingKey(call, "id-ES256");
  for (
    const changed of [{ aud: "plain" }, { aud: ["agent"] }, { sub: "other" }, { family: 1 }, {
      exp: "9",
    }]
  ) {
    const made = await signJws(key, "JWT", { ...claims, ...changed });
    await assertRefused(await exchange(company, made), "invalid_request");
  }
  // The sign-in of another client of the same user.
  const other = await signIn(company, userId, "bound");
  const { grant, family } = open(other.id_token).claims;
  const mixed = await signJws(key, "JWT", { ...claims, grant, family });
  await assertRefused(await exchange(company, mixed), "invalid_request");
  const user = await createUser(company);
  const silent = await grantTokensFor(company, user, { client: "agent" }, {
    ...{ client_id: "agent", client_secret: SECRET },
  });
  const access = { subject_token_type: `${TYPES}access_token` };
  await assertRefused(await exchange(company, silent.access_token, access), "invalid_request");
  using time = new FakeTime(Date.now());
  time.tick(601_000);
  await assertRefused(await exchange(company, id_token), "invalid_request");
  await assertRefused(await exchange(company, access_token, access), "invalid_request");
});

/** What ends a sign-in. */
const ENDS: Readonly<
  Record<string, (rig: ServerRig, userId: string, tokens: Tokens) => Promise<unknown>>
> = {
  "suspension": ({ auth }, userId) => auth.users.suspend(userId),
  "deletion": ({ auth }, userId) => auth.users.delete(userId),
  "sign-out everywhere": ({ auth }, userId) => sessions.revokeAll(auth.config, userId),
  async "the button on the page of apps"({ auth: { oauthServer } }, userId) {
    for (const { id } of await oauthServer.listGrants(userId)) {
      await oauthServer.revokeGrant(userId, id);
    }
  },
  "revocation by the client": (rig, _userId, { refresh_token: token }) =>
    rig.post("oauth/revoke", { client_id: "agent", client_secret: SECRET, token }),
};

for (const [name, end] of Object.entries(ENDS)) {
  Deno.test(`ID-JAG: after ${name}, no assertion is made`, async () => {
    const company = createCompany();
    const userId = await createUser(company);
    const tokens = await signIn(company, userId);
    assertEquals((await exchange(company, tokens.id_token)).status, 200);
    await end(company, userId, tokens);
    const access = { subject_token_type: `${TYPES}access_token` };
    await assertRefused(await exchange(company, tokens.id_token), "invalid_request");
    await assertRefused(await exchange(company, tokens.access_token, access), "invalid_request");
  });
}

Deno.test("ID-JAG: of a client whose access ends with the session, none is made after it", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const { auth } = company;
  await company.signIn(userId);
  const [session] = await sessions.list(auth.config, userId);
  const { id_token } = await signIn(company, userId, "bound", { session: session!.id });
  const bound = { client_id: "bound" };
  assertEquals((await exchange(company, id_token, bound)).status, 200);
  await sessions.revoke(auth.config, userId, session!.id);
  await assertRefused(await exchange(company, id_token, bound), "invalid_request");
  assertEquals(await sessionRecords.list(company.adapter.records!, userId), []);
});

/** What ends a membership, or takes away what a member needs. */
const LEAVES: Readonly<
  Record<string, (rig: EndingsRig, organization: string, userId: string) => Promise<unknown>>
> = {
  "the removal of the member": ({ auth: { organizations } }, organization, userId) =>
    organizations.removeMember(organizations.asSystem(organization), userId),
  "the end of the organization": ({ auth: { organizations } }, organization) =>
    organizations.deleteOrganization(organizations.asSystem(organization)),
  // What it removes is still there.
  "the first step of a suspension": ({ adapter }, _organization, userId) =>
    suspend(adapter.records!, userId),
};

for (const [name, leave] of Object.entries(LEAVES)) {
  Deno.test(`ID-JAG: after ${name}, neither token of the organization gives one`, async () => {
    const rig = createEndingsRig("database", MemoryAdapter(), CLIENTS);
    const { userId, org } = await give(rig, true);
    const tokens = await signIn(rig, userId, "agent", { organization: org });
    const access = { subject_token_type: `${TYPES}access_token` };
    assertEquals((await exchange(rig, tokens.id_token)).status, 200);
    assertEquals((await exchange(rig, tokens.access_token, access)).status, 200);
    await leave(rig, org!, userId);
    for (
      const answer of [
        await exchange(rig, tokens.id_token),
        await exchange(rig, tokens.access_token, access),
      ]
    ) {
      assertEquals([answer.status, "access_token" in await answer.json()], [400, false]);
    }
  });
}

Deno.test("ID-JAG: a family whose end the grant has forgotten gives none", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const first = await signIn(company, userId);
  const { claims: { grant, family } } = open(first.id_token);
  const { config } = callOf(company);
  assert(await endFamily(config, { grant, family, userId }));
  for (let i = 0; i < 51; i++) await endFamily(config, { grant, family: `other-${i}`, userId });
  const known = await grants.get(config.records, grant);
  assertEquals(Object.hasOwn(known!.data.ended!, family), false);
  const access = { subject_token_type: `${TYPES}access_token` };
  await assertRefused(await exchange(company, first.id_token), "invalid_request");
  await assertRefused(await exchange(company, first.access_token, access), "invalid_request");
});

Deno.test("ID-JAG: after the session at the client, no token gives one, also a refreshed one", async () => {
  const agent = { ...CLIENTS.agent, backchannelLogoutUri: "https://client.example/out" };
  const company = createCompany({}, { backchannelLogout: true, clients: { ...CLIENTS, agent } });
  const userId = await createUser(company);
  await company.signIn(userId);
  const [session] = await sessions.list(company.auth.config, userId);
  const call = callOf(company);
  const client = (await findClient(call, "agent"))!;
  const beginning = { userId, client, grant: "grant", organization: null, targets: TARGETS };
  const begin = () =>
    beginClientSession(call, beginning, () => Promise.resolve(session!.id)) as Promise<string>;
  const tokens = await signIn(company, userId, "agent", { sid: await begin() });
  const fields = refreshFields(tokens.refresh_token, { client_id: "agent", client_secret: SECRET });
  const refreshed = await tokensOf(await company.post("oauth/token", fields));
  const access = { subject_token_type: `${TYPES}access_token` };
  const shown = [
    ...[[tokens.id_token, {}], [tokens.access_token, access], [refreshed.access_token, access]],
  ] as const;
  for (const [token, more] of shown) {
    assertEquals((await exchange(company, token as string, more as Fields)).status, 200);
  }
  await sessions.revoke(company.auth.config, userId, session!.id);
  for (const [token, more] of shown) {
    const answer = await exchange(company, token as string, more as Fields);
    await assertRefused(answer, "invalid_grant");
  }
});

Deno.test("ID-JAG: an assertion has a time of its own, and fifty uses at once give one token", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const { id_token } = await signIn(company, userId);
  const app = await createApp(company);
  await app.adapter.createUser!({
    id: userId,
    email: "a@b.example",
    name: "Ada",
    emailVerified: null,
  });
  const assertion = await assertionOf(company, id_token);
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(app, assertion)));
  await Promise.all(answers.map((answer) => answer.body?.cancel()));
  assertEquals(answers.filter(({ status }) => status === 200).length, 1);
  const late = await assertionOf(company, id_token);
  using _time = new FakeTime(Date.now() + 361_000);
  await assertRefused(await use(app, late), "invalid_grant");
});

Deno.test("ID-JAG: only ID tokens of such a client name its family, and the document says what is offered", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const named = open((await signIn(company, userId)).id_token).claims;
  const plain = open((await signIn(company, userId, "web")).id_token).claims;
  assertEquals([Boolean(named.family && named.grant), "family" in plain, "grant" in plain], [
    ...[true, false, false],
  ]);
  const name = "identity_chaining_requested_token_types_supported";
  const documentOf = async (rig: ServerRig) =>
    await (await rig.send("/.well-known/openid-configuration")).json();
  assertEquals((await documentOf(company))[name], [ID_JAG]);
  assertEquals(name in await documentOf(createServer()), false);
});

Deno.test("ID-JAG: a store that fails makes no assertion, and says so", async () => {
  const adapter = MemoryAdapter();
  let fails = false;
  const records = {
    ...adapter.records,
    get: async (kind: string, id: string) => {
      if (fails && kind === "oauth.grant") throw new Error("the store is away");
      return await adapter.records.get(kind, id);
    },
  };
  const company = createCompany({ adapter: { ...adapter, records } });
  const { id_token } = await signIn(company, await createUser(company));
  fails = true;
  const answer = await exchange(company, id_token);
  assertEquals([answer.status, answer.headers.has("retry-after")], [503, true]);
});

Deno.test("ID-JAG: the option is checked, and is one of the config", async () => {
  const faultOf = async (more: object): Promise<string> => {
    const client = { ...BASE, grants: GRANTS, ...more };
    const { auth } = createCompany({}, { clients: { bad: client } });
    return await auth.oauthServer.listGrants("ada").then(() => "", ({ message }: Error) => message);
  };
  for (
    const assertsTo of [
      ...[null, [], "x", { [ISSUER]: {} }, { "http://other.example": {} }, { x: {} }],
      ...[{ [APP]: null }, { [APP]: { clientId: "" } }, { [APP]: { scopes: "a" } }],
      ...[{ [APP]: { scopes: ["a b"] } }, { [APP]: { resources: [1] } }, {
        [APP]: { clientId: 1 },
      }],
    ]
  ) {
    assertMatch(await faultOf({ assertsTo }), /clients\.bad\.assertsTo/, JSON.stringify(assertsTo));
  }
  assertMatch(await faultOf({ assertsTo: { [APP]: {} }, grants: ["code"] }), /token-exchange/);
  assertMatch(
    await faultOf({ assertsTo: { [APP]: {} }, secret: undefined }),
    /"token-exchange" needs/,
  );
  assertEquals(await faultOf({ assertsTo: undefined }), "");
  const { auth } = createCompany();
  const client = { name: "Other", redirectUris: [CALLBACK], assertsTo: { [APP]: {} } };
  const refused = await auth.oauthServer.registerClient(client as never).then(
    () => "",
    ({ message }: Error) => message,
  );
  assertMatch(refused, /only clients of the config have it/);
});

Deno.test("ID-JAG: the client of the official MCP package gets one from the server, and a token for it at the app", async () => {
  const company = createCompany();
  const userId = await createUser(company);
  const { id_token } = await signIn(company, userId);
  const app = await createApp(company);
  const { id, email } = { id: userId, email: `${userId}@people.example` };
  await app.adapter.createUser!({ id, email, name: "Ada", emailVerified: new Date() });
  const fetchFn = async (url: string | URL, init?: RequestInit) => {
    const { auth } = new URL(url).origin === APP ? app : company;
    return await auth.handler(new Request(url, init));
  };
  const { jwtAuthGrant, scope } = await discoverAndRequestJwtAuthGrant({
    ...{ idpUrl: ISSUER, audience: APP, resource: TOOLS, idToken: id_token, fetchFn },
    ...{ clientId: "agent", clientSecret: SECRET, scope: "tool:read" },
  });
  assertEquals([scope, open(jwtAuthGrant).claims.aud], ["tool:read", APP]);
  const { access_token } = await exchangeJwtAuthGrant({
    ...{ tokenEndpoint: `${APP}/auth/oauth/token`, jwtAuthGrant, fetchFn },
    ...{ clientId: "agent-there", clientSecret: SECRET },
  });
  assertEquals(open(access_token).claims.sub, userId);
});

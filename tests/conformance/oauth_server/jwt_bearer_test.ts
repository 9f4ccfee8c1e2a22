/**
 * Assertions of identity providers (RFC 7523, ID-JAG): what must not work, and what does.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { exportJWK, generateKeyPair } from "jose";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { OAuthServerOptions } from "../../../src/capabilities/oauth_server/mod.ts";
import { AuthError } from "../../../src/errors.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { suspend } from "../../../src/server/users.ts";
import { assertionOf, type Changes, IDP, jwks as ownJwks, JWT_BEARER } from "./_assertions.ts";
import { assertRefused, createServer, FILES, ISSUER, SECRET, type ServerRig } from "./_rig.ts";
import {
  assertAsked,
  assertWinners,
  createProver,
  createUser,
  open,
  proven,
  tokensOf,
} from "./_tokens.ts";

const CLIENTS = {
  agent: { name: "Agent", secret: SECRET, grants: ["jwt-bearer"] },
  other: { secret: SECRET, grants: ["jwt-bearer"] },
  reader: { secret: SECRET, grants: ["jwt-bearer"], scopes: ["project:read"] },
  web: { secret: SECRET, redirectUris: ["https://client.example/callback"] },
} as const;

const stranger = await generateKeyPair("ES256");
const rsa = await generateKeyPair("RS256");
const jwks = {
  keys: [...ownJwks.keys, { ...await exportJWK(rsa.publicKey), kid: "key-2" }],
};

/** An app whose users have the ids of the provider. */
function createEnterprise(
  options: Partial<OAuthServerOptions> = {},
  userOf: (claims: { readonly sub: string }) => unknown = ({ sub }) => sub,
  config: Parameters<typeof createServer>[1] = { logger: { error() {} } },
): ServerRig {
  return createServer({
    clients: CLIENTS,
    assertions: { [IDP]: { jwks, userOf: userOf as never } },
    ...options,
  }, config);
}

async function ask(
  rig: ServerRig,
  assertion: string | undefined,
  more: Parameters<ServerRig["post"]>[1] = {},
  headers?: HeadersInit,
): Promise<Response> {
  return await rig.post("oauth/token", {
    ...{ grant_type: JWT_BEARER, client_id: "agent", client_secret: SECRET, assertion },
    ...more,
  }, headers);
}

Deno.test("assertion: a client of the organization gets a token of the user, for whom a grant is kept", async () => {
  const rig = createEnterprise();
  const userId = await createUser(rig);
  const tokens = await tokensOf(await ask(rig, await assertionOf(userId)));
  assertEquals([tokens.scope, tokens.refresh_token, tokens.id_token], [
    "project:read project:write",
    undefined,
    undefined,
  ]);
  const answer = await assertAsked(rig, tokens.access_token, 200);
  assertEquals((await answer.json()).id, userId);
  const [grant, ...more] = await rig.auth.oauthServer.listGrants(userId);
  assertEquals([grant!.client, more.length], ["agent", 0]);
  assertEquals(open(tokens.access_token).claims.grant, grant!.id);
  // Another assertion gives no second grant.
  await tokensOf(await ask(rig, await assertionOf(userId)));
  assertEquals((await rig.auth.oauthServer.listGrants(userId)).length, 1);
  assert(await rig.auth.oauthServer.revokeGrant(userId, grant!.id));
  await assertAsked(rig, tokens.access_token, 401);
});

Deno.test("assertion: the log names the part that is wrong, and the answer is that for all", async () => {
  const now = Math.floor(Date.now() / 1000);
  const rows: [Changes, string][] = [
    [{ claims: { aud: "https://other.example" } }, "`aud` or `client_id` is wrong"],
    [{ claims: { client_id: "other" } }, "`aud` or `client_id` is wrong"],
    [{ claims: { exp: now + 86_400 } }, "`exp` or `iat` is wrong"],
    [{ claims: { exp: now - 90 } }, "`exp` is over"],
    [{ claims: { jti: "a".repeat(300) } }, "`jti` is wrong"],
    [{ claims: { sub: "" } }, "`sub` is wrong"],
    [{ key: stranger.privateKey }, "no key has signed it"],
    [{ header: { typ: "JWT" } }, "`typ` of its header"],
  ];
  const answers = new Set<string>();
  for (const [changes, part] of rows) {
    const lines: string[] = [];
    const rig = createEnterprise({}, undefined, {
      logger: { error: ({ message }: Error) => void lines.push(message) },
    });
    const assertion = await assertionOf(await createUser(rig), changes);
    answers.add(JSON.stringify(await assertRefused(await ask(rig, assertion), "invalid_grant")));
    assertEquals(lines.length, 1);
    assert(lines[0]!.startsWith(`Cannot accept an assertion of ${IDP}: `), lines[0]);
    assert(lines[0]!.includes(part) && !lines[0]!.includes(assertion), lines[0]);
  }
  assertEquals(answers.size, 1);
});

Deno.test("assertion: a key of another algorithm of the provider counts too", async () => {
  const rig = createEnterprise();
  const header = { alg: "RS256", kid: "key-2" };
  const userId = await createUser(rig);
  await tokensOf(await ask(rig, await assertionOf(userId, { header, key: rsa.privateKey })));
});

Deno.test("assertion: a client without authentication, or without the grant, gets nothing", async () => {
  const rig = createEnterprise();
  const assertion = await assertionOf(await createUser(rig));
  await assertRefused(await ask(rig, assertion, { client_secret: undefined }), "invalid_client");
  await assertRefused(await ask(rig, assertion, { client_id: "web" }), "unauthorized_client");
  await assertRefused(await ask(rig, undefined), "invalid_request");
  await tokensOf(await ask(rig, assertion));
});

const now = () => Math.floor(Date.now() / 1000);
const WRONG: Readonly<Record<string, () => Changes>> = {
  "has the type of another token": () => ({ header: { typ: "JWT" } }),
  "has the type of an access token": () => ({ header: { typ: "at+jwt" } }),
  "has no type": () => ({ header: { typ: undefined } }),
  "is for another server": () => ({ claims: { aud: "https://other.example" } }),
  "is for the token endpoint": () => ({ claims: { aud: `${ISSUER}/auth/oauth/token` } }),
  "is for two servers": () => ({ claims: { aud: [ISSUER, "https://other.example"] } }),
  "is for no server": () => ({ claims: { aud: undefined } }),
  "is for another client": () => ({ claims: { client_id: "other" } }),
  "is for no client": () => ({ claims: { client_id: undefined } }),
  "is of another provider": () => ({ claims: { iss: "https://evil.example" } }),
  "is of a provider that is spelled differently": () => ({ claims: { iss: `${IDP}/` } }),
  "has no issuer": () => ({ claims: { iss: undefined } }),
  "has the name of a member of every object": () => ({ claims: { iss: "__proto__" } }),
  "is signed by someone else": () => ({ key: stranger.privateKey }),
  "names a key that is not there": () => ({ header: { kid: "key-9" } }),
  "has an algorithm with a shared key": () => ({
    header: { alg: "HS256" },
    key: new TextEncoder().encode(SECRET),
  }),
  "has expired": () => ({ claims: { exp: now() - 62, iat: now() - 360 } }),
  "has no expiry": () => ({ claims: { exp: undefined } }),
  "is valid for a day": () => ({ claims: { exp: now() + 86_400 } }),
  "is from the future": () => ({ claims: { iat: now() + 65 } }),
  "counts later": () => ({ claims: { nbf: now() + 65 } }),
  "is old": () => ({ claims: { iat: now() - 3600 } }),
  "has no time": () => ({ claims: { iat: undefined } }),
  "has no id": () => ({ claims: { jti: undefined } }),
  "has a long id": () => ({ claims: { jti: "x".repeat(300) } }),
  "has a number as its id": () => ({ claims: { jti: 7 } }),
  "has no user": () => ({ claims: { sub: undefined } }),
  "has an empty user": () => ({ claims: { sub: "" } }),
  "has a list as its scope": () => ({ claims: { scope: ["project:read"] } }),
};

for (const [name, changes] of Object.entries(WRONG)) {
  Deno.test(`assertion: one that ${name} is refused`, async () => {
    const rig = createEnterprise();
    const userId = await createUser(rig);
    await assertRefused(await ask(rig, await assertionOf(userId, changes())), "invalid_grant");
    assertEquals(await rig.auth.oauthServer.listGrants(userId), []);
  });
}

Deno.test("assertion: text that is no assertion is refused", async () => {
  const rig = createEnterprise();
  const [header, claims] = (await assertionOf(await createUser(rig))).split(".");
  const none = btoa(JSON.stringify({ alg: "none", typ: "oauth-id-jag+jwt" })).replaceAll("=", "");
  for (
    const text of ["x", "a.b.c", `${header}.${claims}.`, `${none}.${claims}.`, "x".repeat(9000)]
  ) {
    await assertRefused(await ask(rig, text), "invalid_grant");
  }
});

Deno.test("assertion: it counts once, also of fifty requests at the same time", async () => {
  const rig = createEnterprise();
  const userId = await createUser(rig);
  const assertion = await assertionOf(userId);
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(rig, assertion)));
  assertWinners(answers.map(({ status }) => status));
  await assertRefused(await ask(rig, assertion), "invalid_grant");
});

Deno.test("assertion: one that was refused for another reason is not used up", async () => {
  const rig = createEnterprise();
  const userId = await createUser(rig);
  const assertion = await assertionOf(userId, { claims: { scope: "project:read" } });
  await assertRefused(await ask(rig, assertion, { scope: "project:write" }), "invalid_scope");
  await assertRefused(await ask(rig, assertion, { resource: FILES }), "invalid_target");
  await tokensOf(await ask(rig, assertion));
});

Deno.test("assertion: scopes and resource are within those of the assertion and of the client", async () => {
  const rig = createEnterprise();
  const userId = await createUser(rig);
  const make = async (claims: Record<string, unknown>) => await assertionOf(userId, { claims });
  await assertRefused(
    await ask(rig, await make({ scope: "project:read" }), { scope: "project:read project:write" }),
    "invalid_scope",
  );
  const ofReader = await ask(rig, await make({ client_id: "reader" }), { client_id: "reader" });
  assertEquals((await tokensOf(ofReader)).scope, "project:read");
  await assertRefused(
    await ask(rig, await make({ scope: "openid", resource: undefined })),
    "invalid_target",
  );
  await assertRefused(await ask(rig, await make({ scope: "admin" })), "invalid_scope");
  await assertRefused(
    await ask(rig, await make({ resource: "https://other.example/" })),
    "invalid_target",
  );
  // What the user may have is no reason for a resource that the provider does not name.
  const files = { scope: "file:read", resource: FILES };
  await assertRefused(await ask(rig, await make({ scope: undefined }), files), "invalid_target");
  await tokensOf(await ask(rig, await make({ scope: undefined, resource: FILES }), files));
  const { scope } = await tokensOf(
    await ask(rig, await make({ scope: undefined }), { scope: "project:read" }),
  );
  assertEquals(scope, "project:read");
});

Deno.test("assertion: a user is never created, and is found by the function of the app alone", async () => {
  const rig = createEnterprise();
  await assertRefused(await ask(rig, await assertionOf("nobody")), "invalid_grant");
  assertEquals(await rig.adapter.getUser!("nobody"), null);
  const userId = await createUser(rig);
  const errors: Error[] = [];
  for (
    const userOf of [
      () => null,
      () => undefined,
      () => "",
      () => 7,
      () => ({ id: userId }),
      () => Promise.resolve(null),
      () => {
        throw new Error("directory");
      },
    ]
  ) {
    const strict = createServer({
      clients: CLIENTS,
      assertions: { [IDP]: { jwks, userOf: userOf as never } },
    }, {
      adapter: rig.adapter,
      logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    });
    await assertRefused(await ask(strict, await assertionOf(userId)), "invalid_grant");
  }
  assertEquals(errors.length, 1);
});

Deno.test("assertion: `userOf` gets the claims of the provider", async () => {
  const seen: unknown[] = [];
  const rig = createEnterprise({}, (claims) => {
    seen.push(claims);
    return null;
  });
  const claims = { email: "ada@example.com", jti: "id-1" };
  await assertRefused(await ask(rig, await assertionOf("00u1", { claims })), "invalid_grant");
  const [{ iss, sub, email }] = seen as [Record<string, unknown>];
  assertEquals([iss, sub, email], [IDP, "00u1", "ada@example.com"]);
});

Deno.test("assertion: a user who is suspended or deleted gets nothing, and what was given ends", async () => {
  const rig = createEnterprise();
  for (const end of ["suspend", "delete"] as const) {
    const userId = await createUser(rig);
    const { access_token } = await tokensOf(await ask(rig, await assertionOf(userId)));
    if (end === "suspend") await suspend(rig.auth as never, userId);
    else await rig.auth.users.delete(userId);
    await assertAsked(rig, access_token, 401);
    await assertRefused(await ask(rig, await assertionOf(userId)), "invalid_grant");
    assertEquals(await rig.auth.oauthServer.listGrants(userId), []);
  }
});

Deno.test("assertion: nothing is written for a user who is suspended, or is not there", async () => {
  const adapter = MemoryAdapter();
  const kinds: string[] = [];
  const { records } = adapter;
  const rig = createServer({
    clients: CLIENTS,
    assertions: { [IDP]: { jwks, userOf: ({ sub }) => sub } },
  }, {
    adapter: {
      ...adapter,
      records: {
        ...records,
        put(entry, expected) {
          kinds.push(entry.kind);
          return records.put(entry, expected);
        },
      },
    },
  });
  const userId = await createUser(rig);
  await suspend(rig.auth as never, userId);
  for (const sub of [userId, "nobody", "x".repeat(5000), "__proto__"]) {
    kinds.length = 0;
    const assertion = await assertionOf(sub);
    await assertRefused(await ask(rig, assertion), "invalid_grant");
    assertEquals(kinds, []);
  }
});

Deno.test("assertion: one that is bound to a key needs a proof of that key", async () => {
  const rig = createEnterprise();
  const userId = await createUser(rig);
  const [key, other] = [await createProver(), await createProver()];
  const first = await tokensOf(
    await ask(rig, await assertionOf(userId), {}, await proven(key)),
  );
  const { cnf } = open(first.access_token).claims;
  const assertion = await assertionOf(userId, { claims: { cnf } });
  await assertRefused(await ask(rig, assertion), "invalid_dpop_proof");
  await assertRefused(await ask(rig, assertion, {}, await proven(other)), "invalid_grant");
  assertEquals(
    (await tokensOf(await ask(rig, assertion, {}, await proven(key)))).token_type,
    "DPoP",
  );
});

Deno.test("assertion: what the organization gave is not remembered as a consent of the user", async () => {
  const rig = createServer({
    clients: {
      agent: {
        ...CLIENTS.agent,
        grants: ["jwt-bearer", "code"],
        redirectUris: ["https://client.example/callback"],
      },
    },
    assertions: { [IDP]: { jwks, userOf: ({ sub }) => sub } },
  });
  const headers = await rig.signIn("ada");
  await tokensOf(await ask(rig, await assertionOf("ada")));
  const query = new URLSearchParams({
    ...{ client_id: "agent", response_type: "code", scope: "project:read", prompt: "none" },
    redirect_uri: "https://client.example/callback",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  const answer = await rig.send(`oauth/authorize?${query}`, { headers });
  const { searchParams } = new URL(answer.headers.get("location")!);
  assertEquals([searchParams.get("error"), searchParams.get("code")], ["consent_required", null]);
});

Deno.test("assertion: a key that expires with the clock does not: an assertion that was kept is refused", async () => {
  using time = new FakeTime();
  const rig = createEnterprise();
  const userId = await createUser(rig);
  const assertion = await assertionOf(userId);
  time.tick(365_000);
  await assertRefused(await ask(rig, assertion), "invalid_grant");
});

Deno.test("assertion: options that cannot be used are refused at start", () => {
  const userOf = () => null;
  const wrong: [OAuthServerOptions["assertions"], RegExp][] = [
    [{ "idp.example": { jwks, userOf } }, /not a URL/],
    [{ "http://idp.example": { jwks, userOf } }, /https/],
    [{ [ISSUER]: { jwks, userOf } }, /issuer of this server/],
    [{ [IDP]: { userOf } }, /jwksUri/],
    [{ [IDP]: { jwks, jwksUri: `${IDP}/keys`, userOf } }, /either/],
    [{ [IDP]: { jwksUri: "https://127.0.0.1/keys", userOf } }, /public name/],
    [{ [IDP]: { jwks: { keys: [] }, userOf } }, /jwks/],
    [{ [IDP]: { jwks } as never }, /userOf/],
    [{ [IDP]: null as never }, /object/],
    [{}, /assertions/],
  ];
  for (const [assertions, message] of wrong) {
    const rig = createServer({ clients: CLIENTS, assertions }, {
      logger: { error: () => {}, warn: () => {}, debug: () => {} },
    });
    const error = assertThrows(() => requireConfig(rig.auth.config), AuthError);
    assert(message.test(error.message), error.message);
  }
});

/**
 * Access tokens (RFC 9068): their claims, and what is no access token of this server.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import * as jose from "jose";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { signingKey } from "../../../src/capabilities/oauth_server/signing_keys.ts";
import { callOf } from "./_clients.ts";
import { assertRefused, createServer, ISSUER, MCP } from "./_rig.ts";
import { counted } from "../../flows/_counted_store.ts";
import { assertAsked, createUser, grantTokens, open, redeem, refreshFields } from "./_tokens.ts";

/** Public keys of a server, as others read them. */
async function keysOf(rig: ReturnType<typeof createServer>): Promise<jose.JSONWebKeySet> {
  return await (await rig.send("oauth/jwks")).json();
}

Deno.test("access token: it has the claims of RFC 9068, and the published key verifies it", async () => {
  const rig = createServer();
  const { access_token, userId } = await grantTokens(rig);
  const { header, claims } = open(access_token);
  assertEquals([header.typ, header.alg], ["at+jwt", "EdDSA"]);
  const { iat, exp, jti, grant, family, auth_time, ...rest } = claims;
  assertEquals(rest, {
    ...{ iss: ISSUER, sub: userId, aud: MCP, client_id: "own" },
    amr: ["pwd"],
    scope: "project:read",
  });
  assertEquals(exp - iat, 600);
  assertMatch(jti, /^[\w-]{22}$/);
  assertMatch(family, /^[\w-]{22}$/);
  assertEquals(grant, (await rig.auth.oauthServer.listGrants(userId))[0]!.id);
  assertEquals(typeof auth_time, "number");
  const keys = jose.createLocalJWKSet(await keysOf(rig));
  const options = { issuer: ISSUER, audience: MCP, typ: "at+jwt" };
  await jose.jwtVerify(access_token, keys, options);
});

Deno.test("access token: a sign-in with two factors has its class", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig, { methods: ["pwd", "otp", "mfa"] });
  assertMatch(open(access_token).claims.acr, /^urn:.*mfa$/);
});

Deno.test("access token: it ends when its time is over", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const { access_token } = await grantTokens(rig);
  time.tick(599_000);
  await assertAsked(rig, access_token, 200);
  time.tick(1_000);
  await assertAsked(rig, access_token, 401);
});

Deno.test("access token: one of another server, of another key or with a changed claim is refused", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  const { header, claims } = open(access_token);
  const { privateKey, publicKey } = await jose.generateKeyPair("EdDSA");
  const jwk = await jose.exportJWK(publicKey);
  const forge = async (
    more: jose.JWTPayload,
    head: Record<string, unknown> = {},
  ) =>
    await new jose.SignJWT({ ...claims, ...more })
      .setProtectedHeader({ ...header, ...head }).sign(privateKey);
  const encode = (value: object) => jose.base64url.encode(JSON.stringify(value));
  const [, payload, signature] = access_token.split(".");
  const forged = [
    await forge({}),
    await forge({}, { kid: "other" }),
    await forge({}, { jwk }),
    await forge({ iss: "https://evil.example" }),
    `${encode({ ...header, alg: "none" })}.${payload}.${signature}`,
    `${encode(header)}.${encode({ ...claims, scope: "project:write" })}.${signature}`,
    `${encode(header)}.${encode({ ...claims, exp: claims.exp + 600 })}.${signature}`,
    `${encode({ ...header, typ: "JWT" })}.${payload}.${signature}`,
    await new jose.SignJWT(claims).setProtectedHeader({ ...header, alg: "HS256" })
      .sign(new TextEncoder().encode(JSON.stringify((await keysOf(rig)).keys[0]))),
    access_token.slice(0, -6),
    `${access_token}AAAA`,
  ];
  for (const token of forged) await assertAsked(rig, token, 401);
  const other = createServer();
  await assertAsked(other, access_token, 401);
  await assertAsked(rig, access_token, 200);
});

Deno.test("access token: one of another issuer with the same store and keys is refused", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  const other = createServer({ issuer: `${ISSUER}/tenant` }, { adapter: rig.adapter });
  await assertAsked(other, access_token, 401);
  await assertAsked(rig, access_token, 200);
});

Deno.test("access token: one of another type, algorithm or extension is none, although the key signed it", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  const { header, claims } = open(access_token);
  const { key } = await signingKey(callOf(rig), "access-EdDSA");
  const sign = async (head: Record<string, unknown>) => {
    const signed = [{ ...header, ...head }, claims]
      .map((part) => jose.base64url.encode(JSON.stringify(part))).join(".");
    const bytes = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(signed));
    return `${signed}.${jose.base64url.encode(new Uint8Array(bytes))}`;
  };
  await assertAsked(rig, await sign({}), 200);
  for (
    const head of [
      { typ: "JWT" },
      { typ: undefined },
      { typ: "AT+JWT" },
      { alg: "ES256" },
      { alg: "RS256" },
      { alg: "none" },
      { crit: ["b64"], b64: true },
    ]
  ) {
    await assertAsked(rig, await sign(head), 401);
  }
});

Deno.test("access token: the signature counts in one form alone", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  const [header, payload, signature] = access_token.split(".");
  const bytes = jose.base64url.decode(signature!);
  const zero = new Uint8Array(64);
  for (const wrong of [zero, bytes.slice(0, 63), new Uint8Array([...bytes, 0])]) {
    await assertAsked(rig, `${header}.${payload}.${jose.base64url.encode(wrong)}`, 401);
  }
});

Deno.test("access token: an ID token is none, nor is a token signed with a key of ID tokens", async () => {
  const rig = createServer({
    clients: {
      own: { redirectUris: ["https://client.example/callback"], idTokenAlgorithm: "ES256" },
    },
  });
  const targets = { [MCP]: ["project:read"], [ISSUER]: ["openid"] };
  const { id_token, access_token } = await grantTokens(rig, { targets });
  await assertAsked(rig, id_token, 401);
  const key = open(id_token).header.kid;
  const [head, payload, signature] = access_token.split(".");
  assert(head);
  const header = jose.base64url.encode(JSON.stringify({ ...open(access_token).header, kid: key }));
  await assertAsked(rig, `${header}.${payload}.${signature}`, 401);
});

Deno.test("access token: it is no cookie, and a token in the query is refused", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  const answer = await rig.auth.authenticate(
    new Request(`${MCP}?access_token=${access_token}`, {
      headers: { authorization: `Bearer ${access_token}` },
    }),
    { accept: ["token"], resource: MCP },
  );
  assertEquals([answer.ok, answer.ok || answer.reason], [false, "two-credentials"]);
});

Deno.test("access token: with `maxLag`, a cached one costs no call of the store", async () => {
  const calls: string[] = [];
  const { store } = counted(MemoryAdapter(), (name) => calls.push(name));
  const rig = createServer({ maxLag: 60 }, { adapter: store });
  const { access_token } = await grantTokens(rig);
  await assertAsked(rig, access_token, 200);
  calls.length = 0;
  await assertAsked(rig, access_token, 200);
  assertEquals(calls, []);
});

Deno.test("access token: without `maxLag`, it costs one read and no write, and every ten seconds another one for the keys", async () => {
  const calls: string[] = [];
  const { store } = counted(MemoryAdapter(), (name) => calls.push(name));
  const rig = createServer({}, { adapter: store });
  using time = new FakeTime();
  const { access_token } = await grantTokens(rig);
  calls.length = 0;
  await assertAsked(rig, access_token, 200);
  assertEquals(calls, ["records.get"]);
  time.tick(11_000);
  await assertAsked(rig, access_token, 200);
  await assertAsked(rig, access_token, 200);
  assertEquals(calls, Array(4).fill("records.get"));
});

Deno.test("access token: text that this server has not made costs no call of the store", async () => {
  const calls: string[] = [];
  const { store } = counted(MemoryAdapter(), (name) => calls.push(name));
  const rig = createServer({}, { adapter: store });
  const { access_token } = await grantTokens(rig);
  const { header, claims } = open(access_token);
  const encode = (value: object) => jose.base64url.encode(JSON.stringify(value));
  calls.length = 0;
  for (
    const text of [
      "eyJ.e30.x",
      `${encode(header)}.${encode({ ...claims, iss: "https://evil.example" })}.x`,
      `${encode({ ...header, alg: "none" })}.${encode(claims)}.x`,
      `${encode(header)}.${encode({ ...claims, grant: "../../x" })}.x`,
      `${encode(header)}.${encode({ ...claims, grant: { id: 1 } })}.x`,
    ]
  ) await assertAsked(rig, text, 401);
  assertEquals(calls, []);
});

Deno.test("access token: the last use of a grant is that of its last token", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const userId = await createUser(rig);
  const code = await rig.code(userId);
  const last = async () => (await rig.auth.oauthServer.listGrants(userId))[0]!.lastUsedAt;
  assertEquals(await last(), null);
  const { refresh_token } = await redeem(rig, code);
  const first = (await last())!;
  time.tick(4 * 60_000);
  const tokens = await (await rig.post("oauth/token", refreshFields(refresh_token))).json();
  assertEquals(await last(), first);
  time.tick(2 * 60_000);
  await rig.post("oauth/token", refreshFields(tokens.refresh_token));
  assertEquals((await last())!.valueOf() - first.valueOf(), 6 * 60_000);
});

Deno.test("access token: its reasons are apart: suspended, deleted, revoked, expired", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const reason = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { accept: ["token"], resource: MCP } as const;
    const who = await rig.auth.authenticate(new Request(MCP, { headers }), options);
    return who.ok ? "accepted" : who.reason;
  };
  const all = await Promise.all([1, 2, 3, 4].map(() => grantTokens(rig)));
  const [suspended, deleted, revoked, expired] = all as [
    ...[(typeof all)[0], (typeof all)[0], (typeof all)[0], (typeof all)[0]],
  ];
  await rig.auth.users.suspend(suspended.userId);
  await rig.auth.users.delete(deleted.userId);
  const grant = (await rig.auth.oauthServer.listGrants(revoked.userId))[0]!.id;
  await rig.auth.oauthServer.revokeGrant(revoked.userId, grant);
  assertEquals(await Promise.all(all.map(({ access_token }) => reason(access_token))), [
    ...["suspended", "deleted", "revoked", "accepted"],
  ]);
  time.tick(600_000);
  assertEquals(await reason(expired.access_token), "expired");
  for (const { refresh_token } of [suspended, deleted, revoked]) {
    await assertRefused(
      await rig.post("oauth/token", refreshFields(refresh_token)),
      "invalid_grant",
    );
  }
});

/**
 * ID tokens and userinfo (OpenID Connect Core).
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import * as jose from "jose";
import { signJws } from "../../../src/capabilities/oauth_server/jws.ts";
import { signingKey } from "../../../src/capabilities/oauth_server/signing_keys.ts";
import { verifyIdTokenHint } from "../../../src/capabilities/oauth_server/id_token.ts";
import { oauthCall } from "../../../src/capabilities/oauth_server/settings.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { callOf } from "./_clients.ts";
import { CALLBACK, createServer, FILES, ISSUER, MCP, type ServerRig } from "./_rig.ts";
import {
  codeFields,
  createProver,
  createUser,
  grantTokens,
  open,
  proven,
  refresh,
  tokensOf,
} from "./_tokens.ts";

const OPENID = { [ISSUER]: ["openid"] };
const ALL = { [ISSUER]: ["openid", "profile", "email"] };

async function userinfo(rig: ServerRig, token: string, init: RequestInit = {}) {
  return await rig.send("oauth/userinfo", {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });
}

async function readHint({ auth }: ServerRig, token: string) {
  const config = requireConfig(auth.config);
  return await verifyIdTokenHint(
    oauthCall({ request: new Request(ISSUER), origin: ISSUER }, config),
    token,
  );
}

for (const alg of ["RS256", "ES256"] as const) {
  Deno.test(`ID token: with ${alg}, a client verifies it with the published keys`, async () => {
    // RS256 is the default.
    const own = { redirectUris: [CALLBACK] };
    const clients = { own: alg === "RS256" ? own : { ...own, idTokenAlgorithm: alg } };
    const rig = createServer({ clients });
    const tokens = await grantTokens(rig, { targets: OPENID, nonce: "n-1", methods: ["pwd"] });
    const keys = jose.createLocalJWKSet(await (await rig.send("oauth/jwks")).json());
    const { payload, protectedHeader } = await jose.jwtVerify(tokens.id_token, keys, {
      ...{ issuer: ISSUER, audience: "own", algorithms: [alg] },
    });
    assertEquals(protectedHeader.typ, "JWT");
    const { iat, exp, at_hash, auth_time, ...rest } = payload;
    assertEquals(rest, {
      ...{ iss: ISSUER, sub: tokens.userId, aud: "own", nonce: "n-1", amr: ["pwd"] },
    });
    assertEquals([exp! - iat!, typeof auth_time], [600, "number"]);
    const bytes = new TextEncoder().encode(tokens.access_token);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 16);
    assertEquals(at_hash, jose.base64url.encode(hash));
  });
}

Deno.test("ID token: without `openid` there is none, and without a nonce none is in it", async () => {
  const rig = createServer();
  assertEquals((await grantTokens(rig)).id_token, undefined);
  const { id_token } = await grantTokens(rig, { targets: OPENID });
  assert(!("nonce" in open(id_token).claims));
});

Deno.test("ID token: it has the claims of its scopes alone", async () => {
  const rig = createServer();
  const claims = async (scopes: string[]) => {
    const { id_token } = await grantTokens(rig, { targets: { [ISSUER]: scopes } });
    const { name, email, email_verified } = open(id_token).claims;
    return [name, typeof email, email_verified];
  };
  assertEquals(await claims(["openid"]), [undefined, "undefined", undefined]);
  assertEquals(await claims(["openid", "profile"]), ["Ada", "undefined", undefined]);
  assertEquals(await claims(["openid", "email"]), [undefined, "string", true]);
});

Deno.test("ID token: the app adds claims, and none of the server's", async () => {
  const forged = {
    ...{ iss: "https://evil.example", sub: "root", aud: "other", exp: 9e9, nonce: "x", acr: "x" },
    ...{ amr: ["mfa"], auth_time: 1, email: "root@app.example", email_verified: true, act: {} },
    ...{ at_hash: "x", azp: "x", org: "x", sid: "x", cnf: { jkt: "x" } },
  };
  const seen: unknown[] = [];
  const rig = createServer({
    claims: ({ user, client, scopes, organization }) => {
      seen.push([user.id, client, [...scopes], organization]);
      return { ...forged, plan: "pro", name: "Countess" };
    },
  });
  const tokens = await grantTokens(rig, { targets: { [ISSUER]: ["openid", "profile"] } });
  const { claims } = open(tokens.id_token);
  assertEquals([claims.plan, claims.name, claims.sub], ["pro", "Countess", tokens.userId]);
  for (const name of Object.keys(forged) as (keyof typeof forged)[]) {
    assert(JSON.stringify(claims[name]) !== JSON.stringify(forged[name]), name);
  }
  assertEquals(seen, [[tokens.userId, "own", ["openid", "profile"], null]]);
  const info = await (await userinfo(rig, tokens.access_token)).json();
  assertEquals(info, { sub: tokens.userId, plan: "pro", name: "Countess" });
});

Deno.test("ID token: a hint has the type of one, although the key signed it", async () => {
  const rig = createServer();
  const { id_token, userId } = await grantTokens(rig, { targets: OPENID });
  const key = await signingKey(callOf(rig), "id-ES256");
  const { claims } = open(id_token);
  assertEquals(await readHint(rig, await signJws(key, "JWT", claims)), {
    sub: userId,
    client: "own",
  });
  for (const typ of ["at+jwt", "logout+jwt", ""]) {
    assertEquals(await readHint(rig, await signJws(key, typ, claims)), undefined);
  }
});

Deno.test("ID token: a hint counts after its time, with its own keys alone", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const tokens = await grantTokens(rig, { targets: OPENID });
  const expected = { sub: tokens.userId, client: "own" };
  assertEquals(await readHint(rig, tokens.id_token), expected);
  await rig.auth.oauthServer.rotateSigningKey();
  time.tick(80 * 86_400_000);
  assertEquals(await readHint(rig, tokens.id_token), expected);
  const [head, payload, signature] = tokens.id_token.split(".");
  const encode = (value: object) => jose.base64url.encode(JSON.stringify(value));
  const changed = { ...open(tokens.id_token).claims, sub: "root" };
  const header = open(tokens.id_token).header;
  for (
    const text of [
      tokens.access_token,
      "x",
      `${head}.${encode(changed)}.${signature}`,
      `${encode({ ...header, alg: "none" })}.${payload}.`,
      `${encode({ ...header, alg: "RS256" })}.${payload}.${signature}`,
    ]
  ) assertEquals(await readHint(rig, text), undefined);
  assertEquals(await readHint(createServer(), tokens.id_token), undefined);
  await rig.auth.oauthServer.rotateSigningKey({ isEmergency: true });
  assertEquals(await readHint(rig, tokens.id_token), undefined);
});

Deno.test("userinfo: it answers GET and POST, with the claims of the scopes", async () => {
  const rig = createServer();
  const { access_token, userId } = await grantTokens(rig, { targets: ALL });
  for (const method of ["GET", "POST"]) {
    const answer = await userinfo(rig, access_token, { method });
    assertEquals(answer.status, 200);
    assertStringIncludes(answer.headers.get("cache-control")!, "no-store");
    assertEquals(await answer.json(), {
      ...{ sub: userId, name: "Ada", email: `${userId}@people.example`, email_verified: true },
    });
  }
});

Deno.test("userinfo: a token of a resource counts where `openid` was given with it", async () => {
  const rig = createServer();
  const openid = ["openid", "email"];
  const targets = { [MCP]: ["project:read"], [FILES]: ["file:read"], [ISSUER]: openid };
  const { access_token, userId, scope, refresh_token } = await grantTokens(
    rig,
    { targets },
    { resource: MCP },
  );
  assertEquals(scope, "openid email project:read");
  const { aud, scope: said } = open(access_token).claims;
  assertEquals([aud, said], [[MCP, ISSUER], scope]);
  const answer = await userinfo(rig, access_token);
  assertEquals(await answer.json(), {
    ...{ sub: userId, email: `${userId}@people.example`, email_verified: true },
  });
  // Its resource sees its own scopes, and every other one compares its own URL.
  assertEquals((await (await rig.ask(access_token)).json()).scopes, ["project:read"]);
  assertEquals((await rig.askFiles(access_token)).status, 401);
  // A token that was asked for without `openid` is for the resource alone.
  const narrow = await refresh(rig, refresh_token, { resource: MCP, scope: "project:read email" });
  assertEquals([open(narrow.access_token).claims.aud, narrow.scope], [MCP, "email project:read"]);
  assertEquals((await userinfo(rig, narrow.access_token)).status, 401);
});

Deno.test("userinfo: tokens of a resource, without `openid`, and ID tokens are refused", async () => {
  const rig = createServer();
  const resource = await grantTokens(rig, {
    targets: { [MCP]: ["project:read"], [ISSUER]: ["profile", "email"] },
  });
  const { id_token } = await grantTokens(rig, { targets: OPENID });
  const bare = await grantTokens(rig, { targets: { [ISSUER]: ["profile"] } });
  const answers = [
    await userinfo(rig, resource.access_token),
    await userinfo(rig, id_token),
    await userinfo(rig, "x"),
    await userinfo(rig, bare.access_token),
  ];
  assertEquals(answers.map(({ status }) => status), [401, 401, 401, 403]);
  for (const answer of answers) {
    assertStringIncludes(answer.headers.get("www-authenticate")!, "error=");
  }
});

Deno.test("userinfo: a token counts in the header alone, once", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig, { targets: OPENID });
  const query = await rig.send(`oauth/userinfo?access_token=${access_token}`);
  const body = await rig.post("oauth/userinfo", { access_token });
  const none = await rig.send("oauth/userinfo");
  assertEquals([query.status, body.status, none.status], [400, 400, 401]);
  assertStringIncludes(none.headers.get("www-authenticate")!, "Bearer");
  assert(!none.headers.get("www-authenticate")!.includes("error="));
});

Deno.test("userinfo: a token that is bound needs a proof of its key", async () => {
  const rig = createServer();
  const prover = await createProver();
  const code = await rig.code(await createUser(rig), { targets: OPENID });
  const answer = await rig.post("oauth/token", codeFields(code), await proven(prover));
  const { access_token: token } = await tokensOf(answer);
  assertEquals((await userinfo(rig, token)).status, 401);
  const url = `${ISSUER}/auth/oauth/userinfo`;
  const dpop = await prover.prove({ url, method: "GET", token });
  const headers = { authorization: `DPoP ${token}`, dpop };
  assertEquals((await userinfo(rig, token, { headers })).status, 200);
});

Deno.test("userinfo: the user has ended it, or is gone", async () => {
  const rig = createServer();
  const [suspended, deleted] = [
    await grantTokens(rig, { targets: OPENID }),
    await grantTokens(rig, { targets: OPENID }),
  ];
  await rig.auth.users.suspend(suspended.userId);
  await rig.auth.users.delete(deleted.userId);
  assertEquals((await userinfo(rig, suspended.access_token)).status, 401);
  assertEquals((await userinfo(rig, deleted.access_token)).status, 401);
});

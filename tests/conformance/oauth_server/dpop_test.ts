/**
 * Proofs of possession at the token endpoint and at the resource (RFC 9449).
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as oauth from "oauth4webapi";
import { assertRefused, CALLBACK, createServer, ISSUER, MCP, OPTIONS, VERIFIER } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
  createProver,
  createUser,
  grantTokens,
  open,
  proven,
  refreshFields,
  TOKEN_URL,
  tokensOf,
  WEB,
} from "./_tokens.ts";

/** A rig with a token that is bound to a key. */
async function bound() {
  const rig = createServer();
  const prover = await createProver();
  const code = await rig.code(await createUser(rig));
  const answer = await rig.post("oauth/token", codeFields(code), await proven(prover));
  const { access_token: token, token_type } = await tokensOf(answer);
  assertEquals(token_type, "DPoP");
  const prove = async (facts: { url?: string; method?: string; jti?: string } = {}) =>
    await prover.prove({ url: MCP, method: "GET", token, ...facts });
  return { rig, prover, token, prove };
}

Deno.test("DPoP: a token that is bound counts with a proof of its key", async () => {
  const { rig, token, prove } = await bound();
  const headers = { authorization: `DPoP ${token}`, dpop: await prove() };
  await assertAsked(rig, token, 200, headers);
});

Deno.test("DPoP: a token that is bound is refused as bearer, with and without a proof", async () => {
  const { rig, token, prove } = await bound();
  await assertAsked(rig, token, 401);
  await assertAsked(rig, token, 401, { authorization: `Bearer ${token}`, dpop: await prove() });
});

Deno.test("DPoP: a token that is bound is refused without a proof, or with that of another key", async () => {
  const { rig, token } = await bound();
  const authorization = `DPoP ${token}`;
  await assertAsked(rig, token, 401, { authorization });
  const thief = await createProver();
  const dpop = await thief.prove({ url: MCP, method: "GET", token });
  const refused = await assertAsked(rig, token, 401, { authorization, dpop });
  assertStringIncludes(refused.headers.get("www-authenticate")!, "invalid_dpop_proof");
});

Deno.test("DPoP: a proof for another URL, method or token is refused at the resource", async () => {
  const { rig, prover, token, prove } = await bound();
  const authorization = `DPoP ${token}`;
  const wrong = [
    await prove({ url: "http://app.example/mcp" }),
    await prove({ url: `${MCP}/other` }),
    await prove({ method: "POST" }),
    await prover.prove({ url: MCP, method: "GET" }),
    await prover.prove({ url: MCP, method: "GET", token: `${token}x` }),
  ];
  for (const dpop of wrong) await assertAsked(rig, token, 401, { authorization, dpop });
});

Deno.test("DPoP: a proof counts once at the resource", async () => {
  const { rig, token, prove } = await bound();
  const headers = { authorization: `DPoP ${token}`, dpop: await prove() };
  await assertAsked(rig, token, 200, headers);
  await assertAsked(rig, token, 401, headers);
});

Deno.test("DPoP: a token without a key is refused with the scheme DPoP", async () => {
  const rig = createServer();
  const { access_token: token } = await grantTokens(rig);
  const prover = await createProver();
  const dpop = await prover.prove({ url: MCP, method: "GET", token });
  await assertAsked(rig, token, 401, { authorization: `DPoP ${token}`, dpop });
});

Deno.test("DPoP: a proof for another URL or method, and one that was used, is refused at the token endpoint", async () => {
  const rig = createServer();
  const prover = await createProver();
  const userId = await createUser(rig);
  const wrong = [
    await proven(prover, { url: MCP }),
    await proven(prover, { method: "GET" }),
    { dpop: "no proof" },
    { dpop: `${(await proven(prover)).dpop}, ${(await proven(prover)).dpop}` },
  ];
  const code = await rig.code(userId);
  for (const headers of wrong) {
    const answer = await rig.post("oauth/token", codeFields(code), headers);
    await assertRefused(answer, "invalid_dpop_proof");
  }
  const once = await proven(prover, { jti: "once" });
  await tokensOf(await rig.post("oauth/token", codeFields(code), once));
  const again = await rig.post("oauth/token", codeFields(await rig.code(userId)), once);
  await assertRefused(again, "invalid_dpop_proof");
});

Deno.test("DPoP: a resource that requires a key gets no token without one", async () => {
  const resources = {
    ...OPTIONS.resources,
    [MCP]: { scopes: ["project:read"], requiresDpop: true },
  };
  const rig = createServer({ resources });
  const userId = await createUser(rig);
  const without = await rig.post("oauth/token", codeFields(await rig.code(userId)));
  await assertRefused(without, "invalid_dpop_proof");
  const prover = await createProver();
  const answer = await rig.post(
    "oauth/token",
    codeFields(await rig.code(userId)),
    await proven(prover),
  );
  const { access_token: token } = await tokensOf(answer);
  const dpop = await prover.prove({ url: MCP, method: "GET", token });
  await assertAsked(rig, token, 200, { authorization: `DPoP ${token}`, dpop });
});

Deno.test("DPoP: a token without a key is refused at a resource that requires one since", async () => {
  const rig = createServer();
  const { access_token } = await grantTokens(rig);
  const resources = { [MCP]: { scopes: ["project:read"], requiresDpop: true } };
  const later = createServer({ resources }, { adapter: rig.adapter });
  await assertAsked(later, access_token, 401);
});

Deno.test("DPoP: a client with a secret may change its key at a refresh", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig), { client: "web" });
  const [first, second] = [await createProver(), await createProver()];
  const fields = codeFields(code, { ...WEB, redirect_uri: CALLBACK });
  const one = await tokensOf(await rig.post("oauth/token", fields, await proven(first)));
  const again = refreshFields(one.refresh_token, WEB);
  const two = await tokensOf(await rig.post("oauth/token", again, await proven(second)));
  const keys = [one, two].map(({ access_token }) => open(access_token).claims.cnf.jkt);
  assertEquals(new Set(keys).size, 2);
});

Deno.test("DPoP: a client with a secret gets no successor of another key, and ends nothing", async () => {
  const rig = createServer();
  const code = await rig.code(await createUser(rig), { client: "web" });
  const [first, second] = [await createProver(), await createProver()];
  const fields = codeFields(code, { ...WEB, redirect_uri: CALLBACK });
  const one = await tokensOf(await rig.post("oauth/token", fields, await proven(first)));
  const again = refreshFields(one.refresh_token, WEB);
  const two = await tokensOf(await rig.post("oauth/token", again, await proven(first)));
  for (const headers of [await proven(second), {}]) {
    await assertRefused(await rig.post("oauth/token", again, headers), "invalid_grant");
  }
  await tokensOf(await rig.post("oauth/token", again, await proven(first)));
  const next = refreshFields(two.refresh_token, WEB);
  await tokensOf(await rig.post("oauth/token", next, await proven(second)));
});

Deno.test("DPoP: the URL of the proof is that of the issuer", async () => {
  const rig = createServer();
  const prover = await createProver();
  const code = await rig.code(await createUser(rig));
  const { dpop } = await proven(prover, { url: TOKEN_URL.replace("https:", "http:") });
  await assertRefused(
    await rig.post("oauth/token", codeFields(code), { dpop }),
    "invalid_dpop_proof",
  );
});

Deno.test("DPoP: a client whose clock is an hour ahead signs in with the nonce that it is told", async () => {
  const rig = createServer();
  const issuer: oauth.AuthorizationServer = {
    issuer: ISSUER,
    token_endpoint: TOKEN_URL,
    userinfo_endpoint: `${ISSUER}/auth/oauth/userinfo`,
  };
  const client: oauth.Client = {
    client_id: "own",
    id_token_signed_response_alg: "ES256",
    [oauth.clockSkew]: 3600,
    // It finds the times of ID tokens wrong too.
    [oauth.clockTolerance]: 7200,
  };
  const keys = await oauth.generateKeyPair("ES256");
  const DPoP = oauth.DPoP(client, keys);
  const send = async (url: string, init: RequestInit) => await rig.send(url, init);
  const how = { DPoP, [oauth.customFetch]: send } as oauth.TokenEndpointRequestOptions;
  const targets = { [MCP]: ["project:read"], [ISSUER]: ["openid"] };
  const code = await rig.code(await createUser(rig), { targets });
  const back = oauth.validateAuthResponse(
    issuer,
    client,
    new URLSearchParams({ code, iss: ISSUER }),
    oauth.expectNoState,
  );
  const exchange = async () =>
    await oauth.processAuthorizationCodeResponse(
      issuer,
      client,
      await oauth.authorizationCodeGrantRequest(
        ...[issuer, client, oauth.None(), back, CALLBACK, VERIFIER, how] as const,
      ),
      { requireIdToken: false },
    );
  const asked = await exchange().catch((error) => error);
  assert(oauth.isDPoPNonceError(asked), String(asked));
  // The library has kept the nonce, and the code was not used up.
  const { access_token, token_type } = await exchange();
  assertEquals(token_type, "dpop");
  const info = await oauth.userInfoRequest(
    ...[issuer, client, access_token, how as oauth.UserInfoRequestOptions] as const,
  );
  assertEquals(info.status, 200, await info.clone().text());
  // A resource tells it too, to a client that has no nonce yet.
  const fresh = { ...how, DPoP: oauth.DPoP(client, keys) };
  const call = async () =>
    await oauth.protectedResourceRequest(access_token, "GET", new URL(MCP), undefined, null, {
      ...fresh,
      [oauth.customFetch]: (_url: string, { headers }: { headers: HeadersInit }) =>
        rig.ask(undefined, headers),
    } as oauth.ProtectedResourceRequestOptions);
  const refused = await call().catch((error) => error);
  assert(oauth.isDPoPNonceError(refused), String(refused));
  assertEquals((await call()).status, 200);
});

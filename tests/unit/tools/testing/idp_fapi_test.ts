import { assertEquals } from "@std/assert";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { createIdp, type Idp } from "../../../../src/tools/testing/mod.ts";

const client = await generateKeyPair("ES256", { extractable: true });
const bound = await generateKeyPair("ES256", { extractable: true });
const foreign = await generateKeyPair("ES256", { extractable: true });
const clientKey = await exportJWK(client.publicKey);
const VERIFIER = "verifier";
const CHALLENGE = "iMnq5o6zALKXGivsnlom_0F5_WYda32GHkxlV7mq7hQ";

const create = (nonces = false) => createIdp({ fapi2: { clientKey, nonces } });

/** A client assertion; members override its claims. */
async function assertion(idp: Idp, claims: JWTPayload = {}, key = client.privateKey) {
  return await new SignJWT({
    iss: "test-client",
    sub: "test-client",
    aud: idp.issuer,
    jti: crypto.randomUUID(),
    ...claims,
  }).setProtectedHeader({ alg: "ES256" }).setIssuedAt().setExpirationTime("1m").sign(key);
}

/** A DPoP proof; members override its claims. */
async function proof(
  url: string,
  method: string,
  claims: JWTPayload = {},
  typ = "dpop+jwt",
  pair = bound,
) {
  const jwk = await exportJWK(pair.publicKey);
  return await new SignJWT({ htu: url, htm: method, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: "ES256", typ, jwk }).setIssuedAt().sign(pair.privateKey);
}

async function push(
  idp: Idp,
  { dpop, ...params }: Record<string, string> = {},
): Promise<{ status: number; error?: string; request_uri?: string; nonce: string | null }> {
  const url = `${idp.issuer}/par`;
  const response = await idp.fetch(url, {
    method: "POST",
    headers: { dpop: dpop ?? await proof(url, "POST") },
    body: new URLSearchParams({
      client_assertion: await assertion(idp),
      client_id: "test-client",
      response_type: "code",
      redirect_uri: "https://app.example/cb",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
      ...params,
    }),
  });
  const nonce = response.headers.get("dpop-nonce");
  return { status: response.status, nonce, ...await response.json() };
}

async function authorize(idp: Idp, requestUri: string | undefined): Promise<string | null> {
  const query = new URLSearchParams({ client_id: "test-client", request_uri: requestUri ?? "" });
  const response = await idp.fetch(`${idp.issuer}/authorize?${query}`, { redirect: "manual" });
  const location = response.headers.get("location");
  return location && new URL(location).searchParams.get("code");
}

Deno.test("createIdp() with `fapi2` takes pushed requests, each once", async () => {
  const idp = await create();
  const { status, request_uri } = await push(idp);
  assertEquals(status, 201);
  assertEquals(typeof await authorize(idp, request_uri), "string");
  assertEquals(await authorize(idp, request_uri), null);
  assertEquals(await authorize(idp, undefined), null);
});

Deno.test("createIdp() with `fapi2` refuses invalid client assertions", async () => {
  const idp = await create();
  const once = await assertion(idp);
  assertEquals((await push(idp, { client_assertion: once })).status, 201);
  const refused = [
    once,
    "",
    "a.b.c",
    await assertion(idp, {}, foreign.privateKey),
    await assertion(idp, { aud: `${idp.issuer}/token` }),
    await assertion(idp, { aud: [idp.issuer] as unknown as string }),
    await assertion(idp, { iss: "other" }),
    await assertion(idp, { sub: "other" }),
    await assertion(idp, { jti: undefined }),
  ];
  for (const client_assertion of refused) {
    const { status, error } = await push(idp, { client_assertion });
    assertEquals([status, error], [401, "invalid_client"]);
  }
});

Deno.test("createIdp() with `fapi2` refuses invalid DPoP proofs", async () => {
  const idp = await create();
  const url = `${idp.issuer}/par`;
  const once = await proof(url, "POST");
  assertEquals((await push(idp, { dpop: once })).status, 201);
  const refused = [
    once,
    "",
    await proof(url, "GET"),
    await proof(`${idp.issuer}/token`, "POST"),
    await proof(url, "POST", { jti: undefined }),
    await proof(url, "POST", {}, "JWT"),
  ];
  for (const dpop of refused) {
    assertEquals((await push(idp, { dpop })).error, "invalid_dpop_proof");
  }
  assertEquals((await push(idp, { dpop_jkt: "other" })).error, "invalid_dpop_proof");
});

Deno.test("createIdp() with `fapi2` demands its nonce", async () => {
  const idp = await create(true);
  const url = `${idp.issuer}/par`;
  const { error, nonce } = await push(idp);
  assertEquals(error, "use_dpop_nonce");
  const dpop = await proof(url, "POST", { nonce: nonce! });
  assertEquals((await push(idp, { dpop })).status, 201);
});

Deno.test("createIdp() with `fapi2` demands PKCE with S256 and a valid request object", async () => {
  const idp = await create();
  assertEquals((await push(idp, { code_challenge_method: "plain" })).error, "invalid_request");
  assertEquals((await push(idp, { request: "a.b.c" })).error, "invalid_request_object");
});

Deno.test("createIdp() with `fapi2` binds code and token to the DPoP key", async () => {
  const idp = await create();
  const exchange = async (code: string, dpop?: string) =>
    await idp.fetch(`${idp.issuer}/token`, {
      method: "POST",
      headers: dpop === undefined ? {} : { dpop },
      body: new URLSearchParams({
        client_assertion: await assertion(idp),
        grant_type: "authorization_code",
        code,
        redirect_uri: "https://app.example/cb",
        code_verifier: VERIFIER,
      }),
    });
  const code = async () => (await authorize(idp, (await push(idp)).request_uri))!;
  const url = `${idp.issuer}/token`;
  assertEquals((await exchange(await code())).status, 400);
  const other = await proof(url, "POST", {}, "dpop+jwt", foreign);
  assertEquals((await (await exchange(await code(), other)).json()).error, "invalid_grant");
  const response = await exchange(await code(), await proof(url, "POST"));
  const { token_type, access_token } = await response.json();
  assertEquals(token_type, "DPoP");

  const userinfo = `${idp.issuer}/userinfo`;
  const ask = async (scheme: string, dpop: string) =>
    (await idp.fetch(userinfo, {
      headers: { authorization: `${scheme} ${access_token}`, dpop },
    })).status;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(access_token));
  const ath = new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
  assertEquals(await ask("DPoP", await proof(userinfo, "GET", { ath })), 200);
  assertEquals(await ask("Bearer", await proof(userinfo, "GET", { ath })), 401);
  assertEquals(await ask("DPoP", await proof(userinfo, "GET")), 401);
});

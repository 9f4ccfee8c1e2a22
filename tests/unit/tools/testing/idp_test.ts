import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { sha256Base64url } from "../../../../src/base/crypto/hash.ts";
import { createIdp, type Idp, serveIdp } from "../../../../src/tools/testing/idp.ts";

const REDIRECT = "https://app.example/auth/callback/test";
const VERIFIER = "v".repeat(43);

/** Requests a code; returns the URL of the redirect. */
async function authorize(idp: Idp, params: Record<string, string> = {}): Promise<URL> {
  const query = new URLSearchParams({
    client_id: idp.clientId,
    response_type: "code",
    redirect_uri: REDIRECT,
    code_challenge: await sha256Base64url(VERIFIER),
    code_challenge_method: "S256",
    state: "s1",
    nonce: "n1",
    ...params,
  });
  const response = await idp.fetch(`${idp.issuer}/authorize?${query}`);
  assertEquals(response.status, 302);
  return new URL(response.headers.get("location")!);
}

const exchange = (
  idp: Idp,
  code: string,
  params: Record<string, string> = {},
  headers: Record<string, string> = {
    authorization: `Basic ${
      btoa(`${encodeURIComponent(idp.clientId)}:${encodeURIComponent(idp.clientSecret)}`)
    }`,
  },
) =>
  idp.fetch(`${idp.issuer}/token`, {
    method: "POST",
    headers,
    body: new URLSearchParams({
      grant_type: "authorization_code",
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      code,
      ...params,
    }),
  });

const askUserinfo = (idp: Idp, accessToken: string) =>
  idp.fetch(`${idp.issuer}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });

async function codeOf(idp: Idp, params?: Record<string, string>): Promise<string> {
  return (await authorize(idp, params)).searchParams.get("code")!;
}

Deno.test("createIdp() publishes a discovery document, and keys that verify its tokens", async () => {
  const idp = await createIdp();
  const metadata = await (await idp.fetch(`${idp.issuer}/.well-known/openid-configuration`)).json();
  assertEquals(metadata.issuer, "https://idp.example");
  for (const name of ["authorization", "token", "userinfo"]) {
    assert(metadata[`${name}_endpoint`].startsWith(idp.issuer));
  }
  const tokens = await (await exchange(idp, await codeOf(idp))).json();
  const keys = createLocalJWKSet(await (await idp.fetch(metadata.jwks_uri)).json());
  const { payload } = await jwtVerify(tokens.id_token, keys, {
    issuer: idp.issuer,
    audience: idp.clientId,
  });
  assertEquals([payload.sub, payload.nonce, payload.email], ["user-1", "n1", "Ada@Example.com"]);
  assertEquals([tokens.token_type, tokens.expires_in], ["Bearer", 3600]);
});

Deno.test("createIdp() answers a sign-in with code, state and issuer", async () => {
  const location = await authorize(await createIdp());
  assertEquals(location.origin + location.pathname, REDIRECT);
  assertEquals([...location.searchParams.keys()], ["code", "state", "iss"]);
  assertEquals(location.searchParams.get("state"), "s1");
  const plain = await authorize(await createIdp({ issuerParameter: false }));
  assertEquals(plain.searchParams.has("iss"), false);
});

Deno.test("createIdp() answers form_post with a form", async () => {
  const idp = await createIdp();
  const query = new URLSearchParams({
    client_id: idp.clientId,
    response_type: "code",
    response_mode: "form_post",
    redirect_uri: REDIRECT,
    state: '"><script>',
  });
  const response = await idp.fetch(`${idp.issuer}/authorize?${query}`);
  const html = await response.text();
  assertEquals(response.headers.get("content-type"), "text/html");
  assert(html.includes(`action="${REDIRECT}"`) && html.includes('name="code"'));
  assert(html.includes('value="&quot;>'), "values are escaped");
});

Deno.test("createIdp() refuses another client or response type without a redirect", async () => {
  const idp = await createIdp();
  for (const params of ["client_id=x&response_type=code", "client_id=test-client"]) {
    assertEquals((await idp.fetch(`${idp.issuer}/authorize?${params}`)).status, 400);
  }
});

for (
  const [what, params] of [
    ["another redirect URI", { redirect_uri: `${REDIRECT}/` }],
    ["another verifier", { code_verifier: "w".repeat(43) }],
    ["no verifier", { code_verifier: "" }],
    ["another grant", { grant_type: "refresh_token" }],
    ["another code", { code: "x" }],
  ] as [string, Record<string, string>][]
) {
  Deno.test(`createIdp() refuses a code with ${what}, and after that also the correct request`, async () => {
    const idp = await createIdp();
    const code = await codeOf(idp);
    const refused = await exchange(idp, code, params);
    assertEquals([refused.status, await refused.json()], [400, { error: "invalid_grant" }]);
    if (!params.code) assertEquals((await exchange(idp, code)).status, 400, "the code is used up");
  });
}

Deno.test("createIdp() exchanges a code once for fifty parallel requests", async () => {
  const idp = await createIdp();
  const code = await codeOf(idp);
  const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(idp, code)));
  assertEquals(answers.filter(({ status }) => status === 200).length, 1);
});

Deno.test("createIdp() requires a verifier only after a challenge", async () => {
  const idp = await createIdp();
  const query = new URLSearchParams({
    client_id: idp.clientId,
    response_type: "code",
    redirect_uri: REDIRECT,
  });
  const get = async () => {
    const response = await idp.fetch(`${idp.issuer}/authorize?${query}`);
    return new URL(response.headers.get("location")!).searchParams.get("code")!;
  };
  assertEquals((await exchange(idp, await get())).status, 400, "a verifier without a challenge");
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    redirect_uri: REDIRECT,
    code: await get(),
    client_id: idp.clientId,
    client_secret: idp.clientSecret,
  });
  const answer = await idp.fetch(`${idp.issuer}/token`, { method: "POST", body });
  assertEquals("nonce" in decodeJwt((await answer.json()).id_token), false);
});

Deno.test("createIdp() authenticates its client by header and by body, and no other client", async () => {
  const idp = await createIdp({ clientSecret: "s e:c+%ü" });
  const basic = (secret: string) => ({ authorization: `Basic ${btoa(`test-client:${secret}`)}` });
  const status = async (params: Record<string, string>, headers: Record<string, string> = {}) =>
    (await exchange(idp, await codeOf(idp), params, headers)).status;
  // RFC 6749 §2.3.1 form-encodes both, so a space may be a plus sign.
  assertEquals(await status({}, basic("s+e%3Ac%2B%25%C3%BC")), 200);
  assertEquals(await status({}, basic("s%20e%3Ac%2B%25%C3%BC")), 200);
  assertEquals(await status({ client_id: "test-client", client_secret: "s e:c+%ü" }), 200);
  assertEquals(await status({}, basic("wrong")), 401);
  assertEquals(await status({ client_id: "test-client", client_secret: "wrong" }), 401);
  assertEquals(await status({ client_id: "test-client" }), 401);
  assertEquals(await status({}), 401);
  for (const authorization of ["Basic", "Basic !", `Basic ${btoa("a:%")}`, "Bearer x"]) {
    assertEquals(await status({}, { authorization }), 401, authorization);
  }
});

Deno.test("createIdp() returns userinfo only for its access tokens", async () => {
  const idp = await createIdp({ user: { sub: "7", name: "Grace" } });
  const { access_token } = await (await exchange(idp, await codeOf(idp))).json();
  const answer = await askUserinfo(idp, access_token);
  assertEquals(await answer.json(), { sub: "7", name: "Grace" });
  assertEquals((await askUserinfo(idp, "x")).status, 401);
  assertEquals((await idp.fetch(`${idp.issuer}/userinfo`)).status, 401);
});

Deno.test("createIdp() counts and records requests to its endpoints", async () => {
  const idp = await createIdp();
  await exchange(idp, await codeOf(idp));
  assertEquals((await idp.fetch(`${idp.issuer}/nope`)).status, 404);
  assertEquals((await idp.fetch(`${idp.issuer}/constructor`)).status, 404);
  assertEquals(idp.requests.map(({ endpoint }) => endpoint), ["authorize", "token"]);
  assert(idp.requests[1]!.body.includes("grant_type=authorization_code"));
  assertEquals([idp.count("token"), idp.count("jwks")], [1, 0]);
});

Deno.test("createIdp() rotates its keys, and publishes only the new one", async () => {
  const idp = await createIdp();
  const kids = async () => {
    const { keys } = await (await idp.fetch(`${idp.issuer}/jwks`)).json();
    return keys.map(({ kid }: { kid: string }) => kid);
  };
  const before = await kids();
  await idp.rotateKeys();
  const after = await kids();
  assertEquals([before.length, after.length], [1, 1]);
  assertNotEquals(before, after);
});

Deno.test("createIdp() misbehaves in the configured way", async () => {
  const idp = await createIdp();
  idp.hostile.authorization = (params) => params.set("state", "other");
  assertEquals((await authorize(idp)).searchParams.get("state"), "other");
  idp.hostile.idTokenClaims = (claims) => void (claims.sub = "mallory");
  const tokens = await (await exchange(idp, await codeOf(idp))).json();
  assertEquals(decodeJwt(tokens.id_token).sub, "mallory");
  idp.hostile.ignoresPkce = true;
  const verifier = { code_verifier: "x".repeat(43) };
  assertEquals((await exchange(idp, await codeOf(idp), verifier)).status, 200);
  idp.hostile.keys = (keys) => void keys.push({ kty: "unknown" });
  const { keys } = await (await idp.fetch(`${idp.issuer}/jwks`)).json();
  assertEquals(keys.map(({ kty }: { kty: string }) => kty), ["EC", "unknown"]);
  idp.hostile.userinfoClaims = (claims) => void (claims.sub = "eve");
  assertEquals((await (await askUserinfo(idp, tokens.access_token)).json()).sub, "eve");
  idp.hostile.answer = { token: () => new Response("oops", { status: 500 }) };
  assertEquals((await exchange(idp, await codeOf(idp))).status, 500);
});

Deno.test("createIdp() signs with the configured algorithm, also after a rotation", async () => {
  const idp = await createIdp({ algorithm: "RS256" });
  const metadata = await (await idp.fetch(`${idp.issuer}/.well-known/openid-configuration`)).json();
  assertEquals(metadata.id_token_signing_alg_values_supported, ["RS256"]);
  for (let round = 0; round < 2; round++) {
    const { id_token } = await (await exchange(idp, await codeOf(idp))).json();
    assertEquals(decodeProtectedHeader(id_token).alg, "RS256");
    await idp.rotateKeys();
  }
});

Deno.test("createIdp() answers userinfo with a signed JWT on request", async () => {
  const idp = await createIdp({ signedUserinfo: true });
  const metadata = await (await idp.fetch(`${idp.issuer}/.well-known/openid-configuration`)).json();
  assertEquals(metadata.userinfo_signing_alg_values_supported, ["ES256"]);
  const { access_token } = await (await exchange(idp, await codeOf(idp))).json();
  const response = await askUserinfo(idp, access_token);
  assertEquals(response.headers.get("content-type"), "application/jwt");
  const keys = createLocalJWKSet(await (await idp.fetch(metadata.jwks_uri)).json());
  const expected = { issuer: idp.issuer, audience: idp.clientId };
  assertEquals((await jwtVerify(await response.text(), keys, expected)).payload.sub, "user-1");
  idp.hostile.userinfoSignature = "bad";
  const forged = await (await askUserinfo(idp, access_token)).text();
  await assertRejects(
    () => jwtVerify(forged, keys, expected),
    errors.JWSSignatureVerificationFailed,
  );
});

Deno.test("createIdp() answers below the path of its issuer", async () => {
  const idp = await createIdp({ issuer: "https://idp.example/tenant" });
  const metadata = await idp.fetch("https://idp.example/tenant/.well-known/openid-configuration");
  assertEquals((await metadata.json()).token_endpoint, "https://idp.example/tenant/token");
});

Deno.test("Idp.fetch() rejects requests to other hosts like fetch", async () => {
  const idp = await createIdp();
  await assertRejects(
    () => idp.fetch("https://other.example/token"),
    TypeError,
    "this fetch reaches https://idp.example only",
  );
});

Deno.test("serveIdp() answers on a loopback port until it is disposed", async () => {
  let issuer = "";
  {
    await using idp = await serveIdp();
    issuer = idp.issuer;
    const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
    assertEquals(metadata.issuer, issuer);
    assertEquals(new URL(issuer).hostname, "127.0.0.1");
  }
  await assertRejects(() => fetch(issuer), TypeError, "fetch failed");
});

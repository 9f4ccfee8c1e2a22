import { assertEquals, assertRejects } from "@std/assert";
import { base64url, CompactSign, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import * as oauth from "oauth4webapi";
import { customFetch, type OIDCConfig, type Profile } from "../../../../mod.ts";
import { clientOf } from "../../../../src/flows/oauth/client.ts";
import { openJwt, verifySignature } from "../../../../src/flows/oauth/signature.ts";
import { createSigner, type Signature } from "../../../../src/tools/testing/idp_keys.ts";
import { createTestContext, providerOf } from "../../_context.ts";

const ISSUER = "https://idp.example";
const SECRET = "the-shared-secret-of-32-characters-or-more";
const signer = await createSigner();
const other = await createSigner();

/** Verifies the ID token of a token response against published keys. */
async function verify(
  { signature, algorithm, published = [signer], overrides = {}, jwksUri = `${ISSUER}/jwks` }: {
    signature?: Signature;
    algorithm?: string;
    published?: (typeof signer)[];
    overrides?: Partial<OIDCConfig<Profile>>;
    jwksUri?: string;
  } = {},
) {
  let asked = 0;
  const { ctx } = await createTestContext({
    path: "callback/idp",
    config: {
      providers: [{
        id: "idp",
        name: "IdP",
        type: "oidc",
        issuer: ISSUER,
        clientId: "client",
        clientSecret: SECRET,
        client: algorithm === undefined ? undefined : { id_token_signed_response_alg: algorithm },
        [customFetch]: () => {
          asked++;
          return Promise.resolve(Response.json({ keys: published.map((one) => one.publicJwk) }));
        },
        ...overrides,
      }],
    },
  });
  const provider = providerOf(ctx);
  const as = {
    issuer: ISSUER,
    jwks_uri: jwksUri || undefined,
    id_token_signing_alg_values_supported: [signer.algorithm],
  };
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: ISSUER, sub: "1", aud: "client", iat: now, exp: now + 60 };
  const jwt = await signer.sign(claims, signature, SECRET);
  const response = Response.json({ access_token: "a", token_type: "bearer", id_token: jwt });
  await oauth.processAuthorizationCodeResponse(as, clientOf(provider), response, {
    requireIdToken: true,
  });
  await verifySignature(provider, as, jwt, algorithm);
  return asked;
}

Deno.test("verifySignature() accepts a token of the server's published key", async () => {
  assertEquals(await verify(), 1);
  assertEquals(await verify({ published: [other, signer] }), 1);
  assertEquals(await verify({ signature: "no-kid" }), 1);
});

Deno.test("verifySignature() refuses a token of an unpublished key", async () => {
  const unknown = "no applicable key found";
  await assertRejects(() => verify({ published: [other] }), TypeError, unknown);
  await assertRejects(() => verify({ published: [] }), TypeError, unknown);
  await assertRejects(() => verify({ signature: "unknown-kid" }), TypeError, unknown);
  for (const signature of ["bad", "foreign-key"] as const) {
    await assertRejects(() => verify({ signature }), TypeError, "signature verification failed");
  }
});

Deno.test("verifySignature() accepts HMAC only when the app configures it, and then no other algorithm", async () => {
  assertEquals(await verify({ signature: "hmac-client-secret", algorithm: "HS256" }), 0);
  for (const mixed of [{ signature: "hmac-client-secret" }, { algorithm: "HS256" }] as const) {
    await assertRejects(() => verify(mixed), oauth.OperationProcessingError, '"alg"');
  }
});

Deno.test("verifySignature() throws an error that names the missing option", async () => {
  await assertRejects(
    () =>
      verify({
        signature: "hmac-client-secret",
        algorithm: "HS256",
        overrides: { clientSecret: undefined },
      }),
    TypeError,
    "set `clientSecret`",
  );
  await assertRejects(() => verify({ jwksUri: "" }), TypeError, "`issuer` or `jwks_endpoint`");
});

const PAYLOAD = new TextEncoder().encode('{"sub":"1"}');

/** Opens a JWT by published keys, or by a registered algorithm and the shared secret. */
async function open(
  jwt: string,
  { keys, announced = [], registered }: {
    keys?: unknown[];
    announced?: string[];
    registered?: string;
  },
) {
  const document = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    id_token_signing_alg_values_supported: announced,
  };
  const { ctx } = await createTestContext({
    path: "callback/idp",
    config: {
      providers: [{
        id: "idp",
        name: "IdP",
        type: "oidc",
        issuer: ISSUER,
        clientId: "client",
        clientSecret: SECRET,
        client: registered === undefined ? undefined : { id_token_signed_response_alg: registered },
        [customFetch]: (url: string | URL | Request) =>
          Promise.resolve(Response.json(String(url).endsWith("/jwks") ? { keys } : document)),
      }],
    },
  });
  return (await openJwt(providerOf(ctx), jwt, undefined)).verified;
}

/** Two RSA keys, which take long to make, for all algorithms with RSA. */
const rsaKeys = await Promise.all(
  ["RS256", "RS256"].map(async (alg) =>
    await exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey)
  ),
);

/** A private key as JSON; the keys of different numbers differ. */
async function createKey(alg: string, number: number): Promise<JWK> {
  if (/^[RP]S/.test(alg)) return rsaKeys[number]!;
  return await exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey);
}

/** A signed JWT, and its public key as JSON. */
async function sign(alg: string, header: Record<string, unknown> = {}, number = 0) {
  const secret = await createKey(alg, number);
  const jwt = await new CompactSign(PAYLOAD).setProtectedHeader({ alg, ...header })
    .sign(await importJWK(secret, alg));
  const { d: _, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, priv: _priv, ...jwk } = secret;
  return { jwt, jwk, secret };
}

/** The JWT with another signature. */
function broken(jwt: string): string {
  const [header, payload, signature] = jwt.split(".");
  const bytes = base64url.decode(signature!);
  bytes[bytes.length - 1]! ^= 1;
  return `${header}.${payload}.${base64url.encode(bytes)}`;
}

const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

for (const alg of ALGORITHMS) {
  Deno.test(`openJwt() verifies ${alg}, and refuses another signature, key and algorithm`, async () => {
    const { jwt, jwk } = await sign(alg);
    const announced = [alg];
    const { header, payload } = (await open(jwt, { keys: [jwk], announced }))!;
    assertEquals([header, payload], [{ alg }, PAYLOAD]);
    assertEquals(
      (await open(jwt, { keys: [{ ...jwk, alg, use: "sig" }], announced }))?.header.alg,
      alg,
    );
    assertEquals(await open(broken(jwt), { keys: [jwk], announced }), undefined);
    assertEquals(await open(jwt, { keys: [(await sign(alg, {}, 1)).jwk], announced }), undefined);
    assertEquals(await open(jwt, { keys: [jwk], announced: ["none", "HS256"] }), undefined);
    for (const wrong of [{ use: "enc" }, { alg: "A" }, { key_ops: ["encrypt"] }, { kty: "oct" }]) {
      assertEquals(await open(jwt, { keys: [{ ...jwk, ...wrong }], announced }), undefined);
    }
  });
}

for (const alg of ["HS256", "HS384", "HS512"]) {
  Deno.test(`openJwt() verifies ${alg} with the client secret only when it is registered`, async () => {
    const jwt = await new CompactSign(PAYLOAD).setProtectedHeader({ alg })
      .sign(new TextEncoder().encode(SECRET));
    assertEquals((await open(jwt, { registered: alg }))?.payload, PAYLOAD);
    assertEquals(await open(broken(jwt), { registered: alg }), undefined);
    const keys = [{ kty: "oct", k: base64url.encode(SECRET) }];
    assertEquals(await open(jwt, { keys, announced: [alg] }), undefined);
  });
}

for (const alg of ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"]) {
  Deno.test(`openJwt() verifies ${alg} where the runtime knows it`, async () => {
    const made = await sign(alg).catch((error) => error as Error);
    if (made instanceof Error) return assertEquals(made.name, "NotSupportedError");
    const announced = [alg];
    assertEquals((await open(made.jwt, { keys: [made.jwk], announced }))?.payload, PAYLOAD);
    assertEquals(await open(broken(made.jwt), { keys: [made.jwk], announced }), undefined);
    const { alg: _, ...unnamed } = made.jwk;
    assertEquals(await open(made.jwt, { keys: [unnamed], announced }), undefined);
  });
}

Deno.test("openJwt() refuses a critical extension, a short RSA key, and a published private key", async () => {
  const announced = ["RS256", "ES256"];
  const critical = await sign("ES256", { crit: ["b64"], b64: true });
  assertEquals(await open(critical.jwt, { keys: [critical.jwk], announced }), undefined);
  const { jwt, secret } = await sign("ES256");
  assertEquals(await open(jwt, { keys: [secret], announced }), undefined);

  const params = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const pair = await crypto.subtle.generateKey(
    { ...params, modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );
  const text = `${base64url.encode('{"alg":"RS256"}')}.${base64url.encode(PAYLOAD)}`;
  const signature = await crypto.subtle.sign(
    params.name,
    pair.privateKey,
    new TextEncoder().encode(text),
  );
  const short = `${text}.${base64url.encode(new Uint8Array(signature))}`;
  const keys = [await exportJWK(pair.publicKey)];
  assertEquals(await open(short, { keys, announced }), undefined);
});

Deno.test("openJwt() reads a signature that has padding", async () => {
  const { jwt, jwk } = await sign("ES256");
  assertEquals((await open(`${jwt}==`, { keys: [jwk], announced: ["ES256"] }))?.payload, PAYLOAD);
});

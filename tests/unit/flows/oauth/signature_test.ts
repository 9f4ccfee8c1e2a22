import { assertEquals, assertRejects } from "@std/assert";
import { errors } from "jose";
import * as oauth from "oauth4webapi";
import { customFetch, type OIDCConfig, type Profile } from "../../../../mod.ts";
import { clientOf } from "../../../../src/flows/oauth/client.ts";
import { verifySignature } from "../../../../src/flows/oauth/signature.ts";
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
    await assertRejects(() => verify({ signature }), errors.JWSSignatureVerificationFailed);
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

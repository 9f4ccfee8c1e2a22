import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { decodeProtectedHeader, errors, exportSPKI, importJWK, jwtVerify } from "jose";
import { createSigner, type Signature } from "../../../../src/tools/testing/idp_keys.ts";

const CLAIMS = { sub: "1" };

async function sign(signature?: Signature) {
  const signer = await createSigner();
  const token = await signer.sign(CLAIMS, signature, "client-secret-of-32-characters-!!");
  const key = await importJWK(signer.publicJwk, signer.algorithm) as CryptoKey;
  return { signer, token, key };
}

Deno.test("createSigner() signs correctly by default", async () => {
  const { signer, token, key } = await sign();
  assertEquals((await jwtVerify(token, key)).payload, CLAIMS);
  assertEquals(decodeProtectedHeader(token), {
    typ: "JWT",
    alg: signer.algorithm,
    kid: signer.publicJwk.kid!,
  });
});

Deno.test("createSigner() publishes the public half, under a new id each time", async () => {
  const [first, second] = await Promise.all([createSigner(), createSigner()]);
  assertEquals("d" in first.publicJwk, false);
  assertNotEquals(first.publicJwk.kid, second.publicJwk.kid);
});

const { JOSENotSupported, JWSSignatureVerificationFailed } = errors;
for (
  const [signature, refusal] of [
    ["bad", JWSSignatureVerificationFailed],
    ["none", JOSENotSupported],
    ["empty", JWSSignatureVerificationFailed],
    ["foreign-key", JWSSignatureVerificationFailed],
    ["embedded-key", JWSSignatureVerificationFailed],
    ["critical-header", JOSENotSupported],
  ] as const
) {
  Deno.test(`createSigner() creates a token that must be refused: ${signature}`, async () => {
    const { token, key } = await sign(signature);
    await assertRejects(() => jwtVerify(token, key), refusal);
  });
}

for (const signature of ["unknown-kid", "no-kid"] as const) {
  Deno.test(`createSigner() signs with the right key and the wrong algorithm name: ${signature}`, async () => {
    const { signer, token, key } = await sign(signature);
    await jwtVerify(token, key);
    assertNotEquals(decodeProtectedHeader(token).kid, signer.publicJwk.kid);
  });
}

Deno.test("createSigner() creates tokens for algorithm confusion", async () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const byKey = await sign("hmac-public-key");
  await jwtVerify(byKey.token, encode(await exportSPKI(byKey.key)));
  const bySecret = await sign("hmac-client-secret");
  await jwtVerify(bySecret.token, encode("client-secret-of-32-characters-!!"));
  for (const { token, key } of [byKey, bySecret]) {
    assertEquals(decodeProtectedHeader(token).alg, "HS256");
    await assertRejects(() => jwtVerify(token, key), TypeError, "for the HS256 algorithm");
  }
});

for (const algorithm of ["ES256", "PS256", "RS256"] as const) {
  Deno.test(`createSigner() signs with ${algorithm}`, async () => {
    const signer = await createSigner(algorithm);
    const key = await importJWK(signer.publicJwk, algorithm) as CryptoKey;
    const token = await signer.sign(CLAIMS, "proper", "");
    assertEquals((await jwtVerify(token, key)).protectedHeader.alg, algorithm);
    const bad = await signer.sign(CLAIMS, "bad", "");
    await assertRejects(() => jwtVerify(bad, key), JWSSignatureVerificationFailed);
  });
}

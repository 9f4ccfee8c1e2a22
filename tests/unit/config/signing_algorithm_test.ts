import { assertEquals } from "@std/assert";
import { algorithmOf } from "../../../src/config/signing_algorithm.ts";
import type { SigningKey } from "../../../src/types/mod.ts";

const usages: KeyUsage[] = ["sign", "verify"];
const RSA = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const algorithms: [string, RsaHashedKeyGenParams | EcKeyGenParams | Algorithm][] = [
  ["PS256", { name: "RSA-PSS", hash: "SHA-256", ...RSA }],
  ["PS384", { name: "RSA-PSS", hash: "SHA-384", ...RSA }],
  ["RS512", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512", ...RSA }],
  ["ES256", { name: "ECDSA", namedCurve: "P-256" }],
  ["ES384", { name: "ECDSA", namedCurve: "P-384" }],
  ["EdDSA", { name: "Ed25519" }],
];
for (const [expected, params] of algorithms) {
  Deno.test(`algorithmOf() returns ${expected} for its CryptoKey`, async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(
      params,
      true,
      usages,
    ) as CryptoKeyPair;
    assertEquals(algorithmOf(privateKey), expected);
    assertEquals(algorithmOf({ key: privateKey, kid: "1" }), expected);
    assertEquals(algorithmOf(publicKey), undefined);
    assertEquals(algorithmOf({ key: publicKey }), undefined);
  });
}

const jwks: [string, Record<string, unknown>, string | undefined][] = [
  ["an RSA key", { kty: "RSA", d: "x" }, "PS256"],
  ["an RSA key for RS256", { kty: "RSA", d: "x", alg: "RS256" }, "RS256"],
  ["a P-256 key", { kty: "EC", crv: "P-256", d: "x" }, "ES256"],
  ["a P-521 key", { kty: "EC", crv: "P-521", d: "x" }, "ES512"],
  ["an Ed25519 key", { kty: "OKP", crv: "Ed25519", d: "x" }, "EdDSA"],
  ["an Ed25519 key by its newer name", { kty: "OKP", d: "x", alg: "Ed25519" }, "Ed25519"],
  ["a public key", { kty: "EC", crv: "P-256" }, undefined],
  ["another curve", { kty: "EC", crv: "secp256k1", d: "x" }, undefined],
  ["a curve named like a member of objects", { kty: "EC", crv: "toString", d: "x" }, undefined],
  ["a key for encryption", { kty: "OKP", crv: "X25519", d: "x" }, undefined],
  ["the algorithm none", { kty: "EC", crv: "P-256", d: "x", alg: "none" }, undefined],
  ["a shared secret", { kty: "oct", k: "x", d: "x", alg: "HS256" }, undefined],
];
for (const [name, jwk, expected] of jwks) {
  Deno.test(`algorithmOf() returns ${expected} for a JWK: ${name}`, () => {
    assertEquals(algorithmOf(jwk as unknown as SigningKey), expected);
  });
}

for (const value of [undefined, null, "key", 1, {}, [], { key: "key" }, { privateKey: {} }]) {
  Deno.test(`algorithmOf() returns undefined for ${JSON.stringify(value)}`, () => {
    assertEquals(algorithmOf(value as unknown as SigningKey), undefined);
  });
}

/**
 * Keys of the test server, and correct and wrong signatures with them.
 *
 * @module
 */

import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { randomBase64url } from "../../base/crypto/bytes.ts";

/** Signature of a token; only `proper` and `no-kid`, which has no key id, are valid. */
export type Signature =
  | "proper"
  | "bad"
  | "none"
  | "empty"
  | "foreign-key"
  | "embedded-key"
  | "critical-header"
  | "hmac-public-key"
  | "hmac-client-secret"
  | "unknown-kid"
  | "no-kid";

/** Algorithm of a key pair. */
export type SigningAlgorithm = "ES256" | "PS256" | "RS256";

/** A key pair and its signing function. */
export interface Signer {
  /** Algorithm that discovery announces. */
  readonly algorithm: SigningAlgorithm;
  /** The public key. */
  readonly publicJwk: JWK;
  /** Claims → compact JWS, with a type in its header. Default `JWT`; `null`: none. */
  sign(
    claims: Record<string, unknown>,
    signature: Signature | undefined,
    clientSecret: string,
    type?: string | null,
  ): Promise<string>;
}

/** Makes a new key with a random key id. */
export async function createSigner(algorithm: SigningAlgorithm = "ES256"): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = randomBase64url(8);
  const publicJwk = { ...await exportJWK(publicKey), kid, alg: algorithm, use: "sig" };
  const bytes = (text: string) => new TextEncoder().encode(text);

  return {
    algorithm,
    publicJwk,
    async sign(claims, signature = "proper", clientSecret, type = "JWT") {
      const signed = (claims: Record<string, unknown>, header: JWTHeaderParameters) =>
        new SignJWT(claims).setProtectedHeader({
          ...type === null ? {} : { typ: type },
          ...header,
        });
      switch (signature) {
        case "proper":
          return await signed(claims, { alg: algorithm, kid }).sign(privateKey);
        case "bad": {
          const token = await signed(claims, { alg: algorithm, kid }).sign(privateKey);
          return token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
        }
        case "none":
          return new UnsecuredJWT(claims).encode();
        case "empty": {
          const token = await signed(claims, { alg: algorithm, kid }).sign(privateKey);
          return token.slice(0, token.lastIndexOf(".") + 1);
        }
        case "embedded-key": {
          const other = await generateKeyPair(algorithm, { extractable: true });
          const jwk = await exportJWK(other.publicKey);
          return await signed(claims, { alg: algorithm, kid, jwk }).sign(other.privateKey);
        }
        case "critical-header":
          return await signed(claims, { alg: algorithm, kid, crit: ["x"], x: true })
            .sign(privateKey, { crit: { x: true } });
        case "foreign-key": {
          const other = await generateKeyPair(algorithm);
          return await signed(claims, { alg: algorithm, kid }).sign(other.privateKey);
        }
        case "hmac-public-key":
          return await signed(claims, { alg: "HS256", kid }).sign(
            bytes(await exportSPKI(publicKey)),
          );
        case "hmac-client-secret":
          return await signed(claims, { alg: "HS256" }).sign(bytes(clientSecret));
        case "unknown-kid":
          return await signed(claims, { alg: algorithm, kid: "unknown" }).sign(privateKey);
        case "no-kid":
          return await signed(claims, { alg: algorithm }).sign(privateKey);
      }
    },
  };
}

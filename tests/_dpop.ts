/**
 * A client that proves its key (RFC 9449), with any part of a proof replaced.
 *
 * @module
 */

import { toBase64url } from "../src/base/crypto/bytes.ts";
import { sha256Base64url } from "../src/base/crypto/hash.ts";

const encode = (value: unknown) => toBase64url(new TextEncoder().encode(JSON.stringify(value)));

/** Algorithms of proofs → parameters of Web Crypto. */
export const PROOF_ALGORITHMS = {
  ES256: { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" },
  Ed25519: { name: "Ed25519" },
  EdDSA: { name: "Ed25519" },
  PS256: {
    name: "RSA-PSS",
    hash: "SHA-256",
    saltLength: 32,
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  RS256: {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
} as const;

/** Parts of a proof that differ. */
export interface ProofChanges {
  readonly header?: object;
  readonly claims?: object;
  /** Changes the text. */
  readonly text?: (proof: string) => string;
}

/** A key of a client. */
export interface ProofKey {
  readonly jwk: JsonWebKey;
  readonly privateJwk: JsonWebKey;
  /** Makes the proof of a request. */
  prove(method: string, url: string, token?: string, changes?: ProofChanges): Promise<string>;
}

/** Makes a key. */
export async function createProofKey(
  alg: keyof typeof PROOF_ALGORITHMS = "ES256",
  more: object = {},
): Promise<ProofKey> {
  const params = { ...PROOF_ALGORITHMS[alg], ...more };
  const pair = await crypto.subtle.generateKey(params, true, ["sign", "verify"]) as CryptoKeyPair;
  const exported = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const { key_ops: _ops, ext: _ext, alg: _alg, ...jwk } = exported;
  const privateJwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return {
    jwk,
    privateJwk,
    async prove(method, url, token, { header, claims, text = (proof: string) => proof } = {}) {
      const head = encode({ typ: "dpop+jwt", alg, jwk, ...header });
      const body = encode({
        jti: crypto.randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(Date.now() / 1000),
        ...token === undefined ? {} : { ath: await sha256Base64url(token) },
        ...claims,
      });
      const signed = new TextEncoder().encode(`${head}.${body}`);
      const mac = await crypto.subtle.sign(params, pair.privateKey, signed);
      return text(`${head}.${body}.${toBase64url(new Uint8Array(mac))}`);
    },
  };
}

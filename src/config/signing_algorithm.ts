/**
 * Signature algorithms of configured keys (RFC 7518 §3.1, RFC 9864).
 *
 * @module
 */

import { isRecord } from "../base/objects.ts";
import type { PrivateJwk, SigningKey } from "../types/oauth_provider.ts";

/** Algorithms of elliptic curves, by curve. */
const CURVES: Readonly<Record<string, string>> = {
  "P-256": "ES256",
  "P-384": "ES384",
  "P-521": "ES512",
  Ed25519: "EdDSA",
};

const KNOWN = /^([EPR]S(256|384|512)|EdDSA|Ed25519)$/;

/** Returns `true` for a key as JSON. */
export function isJwk(key: object): key is PrivateJwk {
  return "kty" in key;
}

/** Returns `true` for a `CryptoKey`, of this realm or another. */
export function isCryptoKey(key: unknown): key is CryptoKey {
  return isRecord(key) && isRecord(key.algorithm) && typeof key.type === "string";
}

/**
 * The algorithm that a key signs with.
 *
 * @returns `undefined` when it is no private key for signatures
 */
export function algorithmOf(key: SigningKey): string | undefined {
  if (!isRecord(key)) return;
  if (isJwk(key)) {
    const algorithm = key.alg ?? (key.kty === "RSA" ? "PS256" : CURVES[String(key.crv)]);
    return typeof key.d === "string" && KNOWN.test(algorithm ?? "") ? algorithm : undefined;
  }
  const own = isCryptoKey(key) ? key : (key as { key?: unknown }).key;
  if (!isCryptoKey(own) || own.type !== "private") return;
  const { name, hash, namedCurve } = own.algorithm as KeyAlgorithm & {
    hash?: KeyAlgorithm;
    namedCurve?: string;
  };
  const bits = hash?.name.replace("SHA-", "");
  switch (name) {
    case "RSA-PSS":
      return `PS${bits}`;
    case "RSASSA-PKCS1-v1_5":
      return `RS${bits}`;
    default:
      return CURVES[namedCurve ?? name];
  }
}

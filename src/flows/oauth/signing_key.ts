/**
 * Private keys of this app, as the protocol library takes them. A key that was
 * written as JSON is imported once, and cannot be exported again.
 *
 * @module
 */

import type { PrivateKey } from "oauth4webapi";
import { algorithmOf, isCryptoKey, isJwk } from "../../config/check_provider.ts";
import type { PrivateJwk, SigningKey } from "../../types/oauth_provider.ts";

const imported = new WeakMap<object, Promise<CryptoKeyPair>>();

/** Members of a public key. */
export const PUBLIC = ["kty", "crv", "x", "y", "n", "e"] as const;

/** Members of a private key; others, such as `use`, may contradict what it is imported for. */
const PRIVATE = [...PUBLIC, "d", "p", "q", "dp", "dq", "qi"] as const;

/**
 * A signing key with its key id.
 *
 * @param option name of the option, for errors
 * @throws {TypeError} when it cannot be imported
 */
export async function toSigningKey(written: SigningKey, option: string): Promise<PrivateKey> {
  if (isCryptoKey(written)) return { key: written };
  if (!isJwk(written)) return { key: written.key, kid: written.kid };
  return { key: (await toKeyPair(written, option)).privateKey, kid: written.kid };
}

/** A key pair; the parameters and errors are those of {@linkcode toSigningKey}. */
export async function toKeyPair(
  written: CryptoKeyPair | PrivateJwk,
  option: string,
): Promise<CryptoKeyPair> {
  if (!isJwk(written)) return written;
  let pair = imported.get(written);
  if (!pair) imported.set(written, pair = importPair(written));
  try {
    return await pair;
  } catch {
    // The runtime's own message could contain a part of the key.
    throw new TypeError(`Cannot use \`${option}: it is not a valid private key for signatures`);
  }
}

async function importPair(jwk: PrivateJwk): Promise<CryptoKeyPair> {
  const params = paramsOf(algorithmOf(jwk));
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey("jwk", pick(jwk, PRIVATE), params, false, ["sign"]),
    crypto.subtle.importKey("jwk", pick(jwk, PUBLIC), params, true, ["verify"]),
  ]);
  return { privateKey, publicKey };
}

/** Members of a JWK that are there. */
export function pick(jwk: JsonWebKey, names: readonly (keyof JsonWebKey)[]): JsonWebKey {
  return Object.fromEntries(names.filter((name) => jwk[name]).map((name) => [name, jwk[name]]));
}

/** Parameters of Web Crypto for an algorithm of RFC 7518, RFC 8037 or RFC 9964, for all its uses. */
export function paramsOf(
  algorithm = "",
): Algorithm & { hash?: string; namedCurve?: string; saltLength?: number } {
  const bits = algorithm.slice(2);
  const hash = `SHA-${bits}`;
  switch (algorithm.slice(0, 2)) {
    case "HS":
      return { name: "HMAC", hash };
    case "PS":
      return { name: "RSA-PSS", hash, saltLength: Number(bits) / 8 };
    case "RS":
      return { name: "RSASSA-PKCS1-v1_5", hash };
    case "ES":
      return { name: "ECDSA", hash, namedCurve: `P-${bits === "512" ? "521" : bits}` };
    case "ML":
      return { name: algorithm };
    default:
      return { name: "Ed25519" };
  }
}

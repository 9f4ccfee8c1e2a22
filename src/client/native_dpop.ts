/**
 * Proofs that a client has a key (DPoP).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-4.2 RFC 9449 §4.2}
 * @module
 */

import { nowSeconds } from "../base/time.ts";

/**
 * What a client needs of cryptography: Web Crypto, or the module `expo-crypto`, where the engine has
 * none.
 *
 * @since 0.3.0
 */
export interface NativeCrypto {
  /** Fills an array with random bytes of the system. */
  getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Digests of Web Crypto. */
  readonly subtle?:
    | { digest(algorithm: "SHA-256", data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> }
    | undefined;
  /** Digests of `expo-crypto`. Default: those of `subtle`. */
  // deno-lint-ignore no-explicit-any -- expo-crypto names the algorithms by an enum
  digest?(algorithm: any, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
}

/** Members of a public key. */
const PUBLIC = ["kty", "crv", "x", "y"] as const;

/**
 * Makes the proof of a request.
 *
 * @param token access token of the request; absent where a token is asked for
 * @throws {TypeError} for a key of another kind
 */
export async function makeDPoP(
  { privateKey, publicKey }: CryptoKeyPair,
  method: string,
  url: string,
  { token, nonce }: { readonly token?: string; readonly nonce?: string | undefined },
): Promise<string> {
  const { name } = privateKey.algorithm;
  if (name !== "ECDSA" && name !== "Ed25519") {
    throw new TypeError("Cannot prove the key `dpop`: use ECDSA with P-256, or Ed25519");
  }
  const exported = await crypto.subtle.exportKey("jwk", publicKey);
  const jwk = Object.fromEntries(
    PUBLIC.filter((member) => exported[member] !== undefined)
      .map((member) => [member, exported[member]]),
  );
  const header = { typ: "dpop+jwt", alg: name === "ECDSA" ? "ES256" : "Ed25519", jwk };
  const { origin, pathname } = new URL(url);
  const claims = {
    jti: randomText(),
    htm: method,
    htu: origin + pathname,
    iat: nowSeconds(),
    ...nonce === undefined ? {} : { nonce },
    ...token === undefined ? {} : { ath: await sha256Text(token) },
  };
  const signed = `${encodeJson(header)}.${encodeJson(claims)}`;
  const params = { name, hash: "SHA-256" };
  const bytes = new TextEncoder().encode(signed);
  return `${signed}.${encode(await crypto.subtle.sign(params, privateKey, bytes))}`;
}

/**
 * Cryptography of a client.
 *
 * @param given Default: Web Crypto
 * @throws {TypeError} where there is none
 */
export function cryptoFor(given: NativeCrypto | undefined): NativeCrypto {
  const found = given ?? (globalThis as { crypto?: NativeCrypto }).crypto;
  if (
    typeof found?.getRandomValues === "function" &&
    typeof (found.digest ?? found.subtle?.digest) === "function"
  ) {
    return found;
  }
  throw new TypeError(
    "Cannot sign in: there is no Web Crypto. Set `crypto`, for example to the module `expo-crypto`",
  );
}

/** 256 random bits, in base64url. */
export function randomText(own: NativeCrypto = crypto): string {
  return encode(own.getRandomValues(new Uint8Array(32)).buffer);
}

/** SHA-256 of a text, in base64url. */
export async function sha256Text(text: string, own: NativeCrypto = crypto): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return encode(
    await (own.digest ? own.digest("SHA-256", bytes) : own.subtle!.digest("SHA-256", bytes)),
  );
}

function encodeJson(value: object): string {
  return encode(new TextEncoder().encode(JSON.stringify(value)).buffer as ArrayBuffer);
}

function encode(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Proofs that a client has a key (DPoP).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-4.2 RFC 9449 §4.2}
 * @module
 */

import { nowSeconds } from "../base/time.ts";

/** Members of a public key. */
const PUBLIC = ["kty", "crv", "x", "y"] as const;

/**
 * Makes the proof of a request.
 *
 * @param token access token of the request; absent where a token is asked for
 * @throws {TypeError} for a key of another kind
 */
export async function provesKey(
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

/** 256 random bits, in base64url. */
export function randomText(): string {
  return encode(crypto.getRandomValues(new Uint8Array(32)).buffer);
}

/** SHA-256 of a text, in base64url. */
export async function sha256Text(text: string): Promise<string> {
  return encode(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function encodeJson(value: object): string {
  return encode(new TextEncoder().encode(JSON.stringify(value)).buffer as ArrayBuffer);
}

function encode(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

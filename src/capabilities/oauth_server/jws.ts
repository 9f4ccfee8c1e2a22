/**
 * Signed tokens (JWS, RFC 7515): the algorithms of the server, and no others.
 *
 * @module
 */

import { fromBase64url, toBase64url } from "../../base/crypto/bytes.ts";
import { isRecord } from "../../base/objects.ts";

/** An algorithm. */
export type Algorithm = "EdDSA" | "ES256" | "RS256";

/** Public members of keys, in the order of RFC 7638, and the parameters of Web Crypto. */
interface AlgorithmFacts {
  readonly members: readonly (keyof JsonWebKey)[];
  readonly generate: { readonly name: "Ed25519" } | EcKeyGenParams | RsaHashedKeyGenParams;
  readonly use: { readonly name: "Ed25519" } | EcdsaParams & EcKeyImportParams | {
    readonly name: string;
    readonly hash: string;
  };
}

/** The algorithms. */
export const ALGORITHMS: Readonly<Record<Algorithm, AlgorithmFacts>> = {
  // Of the curve Ed25519 (RFC 8037): signed in a fifth of the time or less.
  EdDSA: {
    members: ["crv", "kty", "x"],
    generate: { name: "Ed25519" },
    use: { name: "Ed25519" },
  },
  ES256: {
    members: ["crv", "kty", "x", "y"],
    generate: { name: "ECDSA", namedCurve: "P-256" },
    use: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  },
  RS256: {
    members: ["e", "kty", "n"],
    generate: {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-256",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    use: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  },
};

/** A key that signs. */
export interface SigningKey {
  /** Id: its thumbprint. */
  readonly kid: string;
  readonly alg: Algorithm;
  readonly key: CryptoKey;
}

const encoder = new TextEncoder();

/** Signs claims. */
export async function signJws(
  { kid, alg, key }: SigningKey,
  typ: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const parts = [{ alg, typ, kid }, claims];
  const signed = parts.map((part) => toBase64url(encoder.encode(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign(ALGORITHMS[alg].use, key, encoder.encode(signed));
  return `${signed}.${toBase64url(new Uint8Array(signature))}`;
}

/** The parts of a token, of which nothing has been verified. */
export interface ParsedJws {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Parses a token; `undefined` for text that is none. */
export function parseJws(token: string): ParsedJws | undefined {
  const [header = "", claims = "", signature = "", ...more] = token.split(".");
  if (more.length > 0) return undefined;
  try {
    return {
      header: toRecord(header),
      claims: toRecord(claims),
      signed: `${header}.${claims}`,
      signature: fromBase64url(signature),
    };
  } catch {
    return undefined;
  }
}

/** Returns `true` for the signature of a key. */
export async function verifyJws(
  { signed, signature }: Pick<ParsedJws, "signed" | "signature">,
  alg: Algorithm,
  key: CryptoKey,
): Promise<boolean> {
  return await crypto.subtle.verify(
    ALGORITHMS[alg].use,
    key,
    signature,
    encoder.encode(signed),
  );
}

function toRecord(part: string): Record<string, unknown> {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(fromBase64url(part));
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new TypeError("it is not a JSON object");
  return value;
}

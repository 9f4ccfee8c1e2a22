/**
 * Hashes of passwords as text: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>` and
 * `$pbkdf2-sha256$i=600000$<salt>$<hash>`, in base64 without padding.
 *
 * @see {@link https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md PHC string format}
 * @module
 */

import { isPossibleCost } from "./check.ts";
import { fromBase64url, toBase64url } from "../../base/crypto/bytes.ts";

/** A hash with its parameters. */
export type PasswordHash =
  & {
    /** Random bytes. */
    salt: Uint8Array<ArrayBuffer>;
    /** Derived bytes. */
    hash: Uint8Array;
  }
  & Algorithm;

/** An algorithm with its parameters. */
export type Algorithm =
  | { name: "scrypt"; ln: number; r: number; p: number }
  | { name: "pbkdf2"; iterations: number };

/** A stored text can be hostile: longer ones are not parsed. */
const MAX_LENGTH = 256;

const SCRYPT = /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)\$([\w+/]+)\$([\w+/]+)$/;
const PBKDF2 = /^\$pbkdf2-sha256\$i=([1-9]\d{0,7})\$([\w+/]+)\$([\w+/]+)$/;

/** Lengths in bytes. */
const SALT = { least: 8, most: 64 };
const HASH = { least: 16, most: 64 };

/** Writes a hash. */
export function toPhc(hash: PasswordHash): string {
  const parameters = hash.name === "scrypt"
    ? `scrypt$ln=${hash.ln},r=${hash.r},p=${hash.p}`
    : `pbkdf2-sha256$i=${hash.iterations}`;
  return `$${parameters}$${toBase64(hash.salt)}$${toBase64(hash.hash)}`;
}

/**
 * Reads a hash.
 *
 * @returns `undefined` for any other text, and for parameters beyond the limits, which would
 * take all memory or minutes
 */
export function fromPhc(text: string): PasswordHash | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, ln, r, p, ...scrypt] = SCRYPT.exec(text) ?? [];
  if (ln !== undefined) {
    const algorithm = { name: "scrypt" as const, ln: Number(ln), r: Number(r), p: Number(p) };
    return isPossibleCost(algorithm) ? withBytes(algorithm, scrypt) : undefined;
  }
  const [, iterations, ...pbkdf2] = PBKDF2.exec(text) ?? [];
  if (iterations === undefined) return undefined;
  const algorithm = { name: "pbkdf2" as const, iterations: Number(iterations) };
  return isPossibleCost(algorithm) ? withBytes(algorithm, pbkdf2) : undefined;
}

function withBytes(algorithm: Algorithm, texts: readonly string[]): PasswordHash | undefined {
  const [salt, hash] = texts.map(fromBase64);
  if (!salt || salt.length < SALT.least || salt.length > SALT.most) return undefined;
  if (!hash || hash.length < HASH.least || hash.length > HASH.most) return undefined;
  return { ...algorithm, salt, hash };
}

function toBase64(bytes: Uint8Array): string {
  return toBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64url(text.replaceAll("+", "-").replaceAll("/", "_"));
  } catch {
    return undefined;
  }
}

/**
 * Hashes of passwords: scrypt of the runtime, off the event loop, else PBKDF2 of Web Crypto.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7914 RFC 7914}, {@link https://www.rfc-editor.org/rfc/rfc8018#section-5.2 RFC 8018 §5.2}
 * @module
 */

import { workOf } from "./check.ts";
import { requireNodeCrypto, scryptOf } from "../../base/crypto/runtime.ts";
import { AuthError } from "../../errors.ts";
import type { PasswordSettings } from "../../types/password.ts";
import { type Algorithm, fromPhc, type PasswordHash, toPhc } from "./phc.ts";
import { type Client, turns } from "./semaphore.ts";

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const encoder = new TextEncoder();

type Cost = PasswordSettings["cost"];

/** One form of a password: devices write the same characters in several ways. */
export function normalize(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Returns `true` for a text: a lone surrogate is none, and to a hash U+0000 at the end of a
 * password is nothing, so that the password would open with it too.
 */
export function isText(password: string): boolean {
  return password.isWellFormed() && !password.includes("\0");
}

/**
 * Hashes a normalized password, when it is the client's turn.
 *
 * @throws {TooManyRequests} when too many wait
 */
export async function hashPassword(password: string, cost: Cost, client: Client): Promise<string> {
  const algorithm = algorithmOf(cost);
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const hash = await derive(password, salt, HASH_BYTES, algorithm, client);
  return toPhc({ ...algorithm, salt, hash });
}

/**
 * Returns `true` for the normalized password of a hash, when it is the client's turn.
 *
 * @throws {AuthError} when this runtime cannot compute the hash
 * @throws {TooManyRequests} when too many wait
 */
export async function matches(
  password: string,
  known: PasswordHash,
  client: Client,
): Promise<boolean> {
  const found = await derive(password, known.salt, known.hash.length, known, client);
  let difference = 0;
  for (let i = 0; i < found.length; i++) difference |= found[i]! ^ known.hash[i]!;
  return difference === 0;
}

/** A hash of no password, with the parameters of new ones: to check it takes as long. */
export function hashOfNone(cost: Cost): string {
  const salt = new Uint8Array(SALT_BYTES);
  return toPhc({ ...algorithmOf(cost), salt, hash: new Uint8Array(HASH_BYTES) });
}

/** Returns `true` for a hash that should be replaced: its work is less than configured. */
export function isOutdated(text: string, cost: Cost): boolean {
  const known = fromPhc(text);
  if (!known) return true;
  const wanted = algorithmOf(cost);
  // A runtime without scrypt leaves hashes of it to those that have it.
  if (known.name !== wanted.name) return wanted.name === "scrypt";
  return amountOf(known) < amountOf(wanted);
}

function amountOf(algorithm: Algorithm): number {
  return algorithm.name === "pbkdf2" ? algorithm.iterations : workOf(algorithm);
}

function algorithmOf({ ln, r, p, iterations }: Cost): Algorithm {
  return scryptOf(requireNodeCrypto())
    ? { name: "scrypt", ln, r, p }
    : { name: "pbkdf2", iterations };
}

function derive(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  bytes: number,
  algorithm: Algorithm,
  client: Client,
): Promise<Uint8Array> {
  return turns.run(
    client,
    () =>
      algorithm.name === "scrypt"
        ? deriveByScrypt(password, salt, bytes, algorithm)
        : deriveByPbkdf2(password, salt, bytes, algorithm.iterations),
  );
}

/**
 * Derives bytes by scrypt, off the event loop.
 *
 * @throws {AuthError} on a runtime without it
 */
export function deriveByScrypt(
  password: string,
  salt: Uint8Array,
  bytes: number,
  { ln, r, p }: { ln: number; r: number; p: number },
): Promise<Uint8Array> {
  const scrypt = scryptOf(requireNodeCrypto());
  if (!scrypt) {
    return Promise.reject(
      new AuthError("Cannot check a password: this runtime has no scrypt, which hashed it"),
    );
  }
  const N = 2 ** ln;
  // What the function itself needs, beside the blocks.
  const maxmem = 128 * N * r + 128 * r * p + 1024 * 1024;
  return new Promise((resolve, reject) =>
    scrypt(password, salt, bytes, { N, r, p, maxmem }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    })
  );
}

async function deriveByPbkdf2(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  bytes: number,
  iterations: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", encoder.encode(password), "PBKDF2", false, [
    "deriveBits",
  ]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, bytes * 8));
}

/**
 * Public keys of clients that sign (`private_key_jwt`).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7517 RFC 7517}
 * @module
 */

import { isRecord } from "../../base/objects.ts";

/** A public key with the members that matter. */
export type ClientKey = { readonly [name: string]: string };

/** A set of public keys. */
export type ClientKeys = { readonly keys: readonly ClientKey[] };

/** Most keys of a set. */
const MAX_KEYS = 20;

/** Longest member, in characters: the modulus of an RSA key of 8192 bits has 1366. */
const MAX_LENGTH = 1400;

/** Members of keys that are private, or that two parties share (RFC 7518 §6). */
const PRIVATE = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

/** Members that each type of key needs. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ["crv", "x", "y"],
  OKP: ["crv", "x"],
  RSA: ["n", "e"],
};

/** Says why a set cannot be used; `undefined` for one that can. */
export function faultOfKeys(value: unknown): string | undefined {
  if (!isRecord(value) || !Array.isArray(value.keys)) return "it is not a set of keys";
  const keys: unknown[] = value.keys;
  if (keys.length > MAX_KEYS) return `it has more than ${MAX_KEYS} keys`;
  if (keys.some((key) => isRecord(key) && (key.kty === "oct" || PRIVATE.some((m) => m in key)))) {
    return "it has a key that is not public";
  }
  return usableKeys(keys).length > 0 ? undefined : "it has no public key for signatures";
}

/** The set as it is kept: public members alone. */
export function toStoredKeys(value: { readonly keys: readonly unknown[] }): ClientKeys {
  return { keys: usableKeys(value.keys) };
}

function usableKeys(keys: readonly unknown[]): ClientKey[] {
  return keys.flatMap((key) => {
    if (!isRecord(key) || typeof key.kty !== "string" || !Object.hasOwn(MEMBERS, key.kty)) {
      return [];
    }
    if (key.use !== undefined && key.use !== "sig") return [];
    const needed = ["kty", ...MEMBERS[key.kty]!];
    const isUsable = needed.every((name) => isText(key[name]));
    if (!isUsable) return [];
    const names = [...needed, ...["kid", "alg"].filter((name) => isText(key[name]))];
    return [Object.fromEntries(names.map((name) => [name, key[name] as string]))];
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_LENGTH;
}

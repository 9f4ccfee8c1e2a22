/**
 * Hashes that say what they are for. Each purpose is a row here, so no two places can share one, or
 * spell one in two ways. A spelling is part of what is stored, so it never changes. The rows are
 * types: they cost an app nothing.
 *
 * @module
 */

import type { Awaitable } from "../types/entities.ts";
import { sha256Base64url } from "./crypto/hash.ts";

/** Characters of a whole hash in base64url: 256 bits. */
type Whole = 43;

/** Characters of a hash that names something within its record, or on a page: 132 bits. */
type Short = 22;

/** Characters of a short hash. */
export const SHORT_HASH: Short = 22;

/** Purposes of one text, hashed as `purpose: text`, with the length of the hash. */
interface OfText {
  "access of user": Whole;
  "address change of session": Whole;
  "admin link": Whole;
  "admin link in a browser": Whole;
  "adopted session": Short;
  "anchor of user": Whole;
  "audit log": Whole;
  "Better Auth": Short;
  "creating": Whole;
  "deletion of user": Whole;
  "factor attempt": Whole;
  "family of code": Short;
  "held address": Whole;
  "imported user": Whole;
  "kept password": Whole;
  "key of Better Auth": Whole;
  "lock": Whole;
  "name of the passkey": Whole;
  "native code": Whole;
  "native nonce": Whole;
  "new device": Whole;
  "oauth client": Whole;
  "oauth client secret": Whole;
  "oauth registration token": Whole;
  "oauth code": Whole;
  "oauth device code": Whole;
  "oauth document": Whole;
  "oauth request": Whole;
  "organization invitation": Whole;
  "passkey": Whole;
  "password of user": Whole;
  "recovery code": Whole;
  "refresh token": Whole;
  "reset of second factors": Whole;
  "session of Better Auth": Whole;
  "spent native code": Whole;
  "test by an admin link": Whole;
  "trusted device": Whole;
  "undo of a change of address": Whole;
  "user of a device": Short;
  "user of Better Auth": Whole;
  "webhook endpoint": Short;
}

/** Purposes of several parts, hashed as the JSON of `[purpose, …parts]`, with the length of the hash. */
interface OfParts {
  "account": Short;
  "change of a password": Short;
  "claimed domain": Whole;
  "client assertion": Whole;
  "code used by": Whole;
  "dpop": Whole;
  "dpop nonce": Whole;
  "expected": Whole;
  "form of a key": Whole;
  "form of an app": Whole;
  "id of a connection": Whole;
  "identity assertion": Whole;
  "identity of connection": Whole;
  "limit": Whole;
  "link": Short;
  "member": Whole;
  "membership": Whole;
  "quota": Whole;
  "refresh of tokens": Whole;
  "refresh token after": Whole;
  "removal": Whole;
  "removed identity": Whole;
  "scim name": Whole;
  "scim person": Whole;
  "session at a SAML provider": Whole;
  "session at a client": Whole;
  "sign-in that waits": Short;
  "sign-up of a user": Whole;
  "statement": Whole;
  "tokens": Whole;
  "upstream": Whole;
  "used SAML assertion": Whole;
  "visitor": Short;
  "way in": Short;
}

/** The purposes whose hashes have a length. */
type WithLength<Rows, Length> = {
  [Purpose in keyof Rows]: Rows[Purpose] extends Length ? Purpose : never;
}[keyof Rows];

/** A purpose of one text with a whole hash. */
export type TextPurpose = WithLength<OfText, Whole>;

/** SHA-256 of a text for a purpose, in base64url. */
export function hashText(purpose: TextPurpose, text: string): Awaitable<string> {
  return sha256Base64url(`${purpose}: ${text}`);
}

/** The first 22 characters of {@linkcode hashText}. */
export function shortHashText(purpose: WithLength<OfText, Short>, text: string): Awaitable<string> {
  return short(sha256Base64url(`${purpose}: ${text}`));
}

/** SHA-256 of several parts for a purpose, in base64url: no two lists of parts are written alike. */
export function hashParts(
  purpose: WithLength<OfParts, Whole>,
  parts: readonly string[],
): Awaitable<string> {
  return sha256Base64url(JSON.stringify([purpose, ...parts]));
}

/**
 * The first 22 characters of {@linkcode hashParts}.
 *
 * @param secret follows the parts: who lacks it can check no guess. Default: none
 */
export function shortHashParts(
  purpose: WithLength<OfParts, Short>,
  parts: readonly string[],
  secret = "",
): Awaitable<string> {
  return short(sha256Base64url(JSON.stringify([purpose, ...parts]) + secret));
}

/**
 * SHA-256 of parts alone, in base64url: ids of accounts, which were stored before purposes had
 * names. Nothing new has such an id.
 */
export function hashUnnamed(parts: readonly string[]): Awaitable<string> {
  return sha256Base64url(JSON.stringify(parts));
}

/** {@linkcode hashText} for the records of an app: `kind` is their kind, which has a dot. */
export function hashOfApp(kind: string, text: string): Awaitable<string> {
  return sha256Base64url(`${kind}: ${text}`);
}

function short(hash: Awaitable<string>): Awaitable<string> {
  return typeof hash === "string"
    ? hash.slice(0, SHORT_HASH)
    : hash.then((whole) => whole.slice(0, SHORT_HASH));
}

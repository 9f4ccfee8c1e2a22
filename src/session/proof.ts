/**
 * The proof of a session as it is stored: in a claim of the token, or in the
 * session's record. It is checked when it is read, and a value that is no proof is
 * read as a proof of unknown methods.
 *
 * @module
 */

import { isRecord } from "../base/objects.ts";
import { preciseSeconds } from "../base/time.ts";
import type { ActingTime, AuthenticationMethod, Proof, ProviderProof } from "../types/proof.ts";

const METHODS: Readonly<Record<AuthenticationMethod, true>> = {
  face: true,
  fed: true,
  fpt: true,
  geo: true,
  hwk: true,
  iris: true,
  kba: true,
  mail: true,
  mca: true,
  mfa: true,
  otp: true,
  pin: true,
  pwd: true,
  rba: true,
  retina: true,
  sc: true,
  sms: true,
  swk: true,
  tel: true,
  user: true,
  vbm: true,
  wia: true,
};

/** Returns `true` for the name of a method. */
export function isMethod(name: unknown): name is AuthenticationMethod {
  return typeof name === "string" && Object.hasOwn(METHODS, name);
}

/** Seconds that a time may be in the future, since clocks differ. */
const CLOCK_TOLERANCE = 300;

/** Text of a provider: limited, since it is stored in each token. */
const TEXT = /^[\x20-\x7e]{1,256}$/;

/** Most methods of a provider. */
const MAX_METHODS = 16;

/** A proof of unknown methods. */
export function unknownProof(at: number): Proof {
  return { at, methods: [], provider: null };
}

/** A stored proof; `undefined` when the value is none. */
export function readProof(value: unknown): Proof | undefined {
  if (!isRecord(value)) return undefined;
  const { at, methods, provider, upstream, actor, acting } = value;
  if (!isTime(at) || !isMethods(methods)) return undefined;
  if (provider !== null && typeof provider !== "string") return undefined;
  const proof: Proof = { at, methods, provider };
  const statement = toProviderProof(upstream);
  if (statement) proof.upstream = statement;
  // Without its actor, an act of another user would count as the user's own.
  if (actor !== undefined) proof.actor = typeof actor === "string" ? actor : "";
  if (isActingTime(acting)) proof.acting = { since: acting.since, until: acting.until };
  return proof;
}

/** Longest time for which an operator acts for a user, in seconds. */
export const MAX_ACTING = 60 * 60;

function isActingTime(value: unknown): value is ActingTime {
  if (!isRecord(value)) return false;
  const { since, until } = value;
  return isTime(since) && typeof until === "number" && until > since &&
    until - since <= MAX_ACTING;
}

/** The valid members of a provider's statement; `undefined` without any. */
export function toProviderProof(statement: unknown): ProviderProof | undefined {
  if (!isRecord(statement)) return undefined;
  const { acr, amr, authTime, sid } = statement;
  const valid: ProviderProof = {};
  if (isText(acr)) valid.acr = acr;
  if (isTexts(amr)) valid.amr = amr;
  if (isTime(authTime)) valid.authTime = authTime;
  if (isText(sid)) valid.sid = sid;
  return Object.keys(valid).length > 0 ? valid : undefined;
}

function isTime(value: unknown): value is number {
  if (typeof value !== "number" || !(value >= 0)) return false;
  return value <= preciseSeconds() + CLOCK_TOLERANCE;
}

function isMethods(value: unknown): value is AuthenticationMethod[] {
  return Array.isArray(value) &&
    value.every(isMethod);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && TEXT.test(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_METHODS &&
    value.every(isText);
}

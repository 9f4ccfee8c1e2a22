/**
 * Forms of hashes that other systems have made, with the most that one of them may cost. A
 * person who writes a row of an import must not decide how long a sign-in takes.
 *
 * @module
 */

import { isPossibleCost } from "./check.ts";
import { fromPhc } from "./phc.ts";

/** A hash of another system. */
export type ForeignHash =
  /** `$2b$10$…`. */
  | { readonly form: "bcrypt" }
  /** `$argon2id$v=19$m=65536,t=3,p=4$…$…`. */
  | { readonly form: "argon2" }
  /** The scrypt of Firebase: `$firebase-scrypt$ln=14,r=8$<salt with separator>$<hash>`, base64url. */
  | {
    readonly form: "firebase";
    readonly ln: number;
    readonly r: number;
    readonly salt: string;
    readonly hash: string;
  };

/** A stored text can be hostile: longer ones are not parsed. */
const MAX_LENGTH = 512;

/** Binary logarithm of the most rounds of bcrypt: a second or two. */
const MAX_BCRYPT = 14;

/** Most of Argon2: 256 MiB, and four times over it. */
const MAX_ARGON2 = { kib: 256 * 1024, passes: 100, work: 4 * 256 * 1024, lanes: 16 };

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53}$/;
const ARGON2 = /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[\w+/]+\$[\w+/]+$/;
const FIREBASE = /^\$firebase-scrypt\$ln=(\d{1,3}),r=(\d{1,3})\$([\w-]+)\$([\w-]+)$/;

/**
 * Reads a hash of another system.
 *
 * @returns the reason, for a text of another form, and for one that costs too much
 */
export function readForeign(text: string): ForeignHash | "hash-unknown" | "hash-too-costly" {
  if (text.length > MAX_LENGTH) return "hash-unknown";
  const [, rounds] = BCRYPT.exec(text) ?? [];
  if (rounds !== undefined) {
    // Four is the least that the form can have.
    if (Number(rounds) < 4) return "hash-unknown";
    return Number(rounds) > MAX_BCRYPT ? "hash-too-costly" : { form: "bcrypt" };
  }
  const [, ...argon2] = ARGON2.exec(text) ?? [];
  if (argon2.length > 0) {
    const [kib, passes, lanes] = argon2.map(Number) as [number, number, number];
    const most = MAX_ARGON2;
    const isCheap = kib <= most.kib && passes <= most.passes && lanes <= most.lanes &&
      kib * passes <= most.work;
    return isCheap ? { form: "argon2" } : "hash-too-costly";
  }
  const [, ln, r, salt, hash] = FIREBASE.exec(text) ?? [];
  if (hash === undefined) return "hash-unknown";
  const cost = { ln: Number(ln), r: Number(r), p: 1 };
  return isPossibleCost(cost)
    ? { form: "firebase", ln: cost.ln, r: cost.r, salt: salt!, hash }
    : "hash-too-costly";
}

/** Why a hash cannot be a password of an import; `undefined` for one that can. */
export function findFormFault(
  text: string,
): "hash-unknown" | "hash-too-costly" | "needs-verify" | undefined {
  if (fromPhc(text)) return undefined;
  // The form of this library, with parameters beyond what it computes.
  if (/^\$(?:scrypt|pbkdf2-sha256)\$/.test(text.slice(0, MAX_LENGTH))) return "hash-too-costly";
  const found = readForeign(text);
  return typeof found === "string" ? found : "needs-verify";
}

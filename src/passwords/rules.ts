/**
 * Rules for new passwords: a length, and no password that is guessed first. Any characters
 * are allowed, and none are demanded.
 *
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver NIST SP 800-63B-4 §3.1.1.2}
 * @module
 */

import type { User } from "../types/entities.ts";
import type { PasswordFault } from "../types/password.ts";
import { COMMON, RUNS } from "./common.ts";
import { normalize } from "./hash.ts";

/** Facts that a password is compared with. */
export interface RuleFacts {
  /** Fewest characters. */
  minLength: number;
  /** Most characters. */
  maxLength: number;
  /** The user. */
  user: Pick<User, "email" | "name">;
  /** Host of the site; absent when it is not known. */
  host?: string | undefined;
}

/** Shortest text of a person or site that is looked for: shorter ones are in many words. */
const LEAST_PERSONAL = 4;

/** Characters around a word that make it no harder to guess. */
const MOST_AROUND = 8;

/** Different characters that are too few for any length. */
const FEW = 3;

/** Shortest run that counts: any letter is one of the alphabet. */
const LEAST_RUN = 4;

/** Letters that signs and digits often stand for. */
const LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  "$": "s",
  "!": "i",
};

/** The rule that a new password breaks; `undefined` for a good one. */
export function faultOf(
  password: string,
  { minLength, maxLength, user, host }: RuleFacts,
): PasswordFault | undefined {
  if (!password.isWellFormed()) return "malformed";
  // Before the normalization, which can make a text longer.
  if (password.length > 2 * maxLength) return "too-long";
  const normal = normalize(password);
  const { length } = [...normal];
  if (length < minLength) return "too-short";
  if (length > maxLength) return "too-long";
  const cores = coresOf(normal.toLowerCase());
  const personal = personalWords(user, host);
  if (cores.some((core) => personal.has(core))) return "personal";
  const isCommon = new Set(normal).size <= FEW ||
    cores.some((core) => COMMON.has(core) || isRun(core));
  if (isCommon) return "common";
}

/** Parts of a password that are compared: the whole, what it repeats, and the word inside. */
function coresOf(password: string): string[] {
  const cores = new Set<string>();
  for (const text of [password, unitOf(password)]) {
    cores.add(text);
    cores.add(plain(text));
    const word = /^[^\p{L}]*(.*?)[^\p{L}]*$/u.exec(text)?.[1] ?? "";
    if (word === "" || text.length - word.length > MOST_AROUND) continue;
    for (const inner of [word, unitOf(word)]) cores.add(inner).add(plain(inner));
  }
  // Without signs between the characters, and between repetitions.
  for (const core of [...cores]) {
    const bare = core.replaceAll(/[^\p{L}\p{N}]/gu, "");
    cores.add(bare).add(unitOf(bare));
  }
  return [...cores].filter(Boolean);
}

function plain(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => LETTERS[sign] ?? "");
}

/** The shortest text whose repetition is the password, such as `abc` of `abcabcabc`. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.length % length > 0) continue;
    const unit = text.slice(0, length);
    if (unit.repeat(text.length / length) === text) return unit;
  }
  return text;
}

/** Returns `true` for a run of the keyboard or the alphabet. */
function isRun(text: string): boolean {
  return text.length >= LEAST_RUN && RUNS.some((run) => {
    const cycle = run.repeat(Math.ceil(text.length / run.length) + 1);
    return cycle.includes(text) || [...cycle].reverse().join("").includes(text);
  });
}

/** The address, its parts, the name, and the names of the site. */
function personalWords({ email, name }: RuleFacts["user"], host: string | undefined): Set<string> {
  const [local = "", domain = ""] = (email ?? "").split("@");
  const words = [
    email,
    local,
    domain,
    ...local.split(/[^\p{L}\p{N}]+/u),
    ...domain.split("."),
    name,
    ...(name ?? "").split(/\s+/),
    host,
    ...(host ?? "").split(/[.:]/),
  ];
  const found = new Set<string>();
  for (const word of words) {
    const low = normalize(word ?? "").toLowerCase();
    for (const form of [low, low.replaceAll(/[^\p{L}\p{N}]/gu, "")]) {
      if (form.length >= LEAST_PERSONAL) found.add(form).add(plain(form));
    }
  }
  return found;
}

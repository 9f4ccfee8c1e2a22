/**
 * Rules for new passwords: a length, and no password that is guessed first. Any characters
 * are allowed, and none are demanded.
 *
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver NIST SP 800-63B-4 §3.1.1.2}
 * @module
 */

import type { User } from "../../types/entities.ts";
import type { PasswordFault } from "../../types/password.ts";
import { BESIDE, COMMON, FILLERS, turned, WAYS, WordIndex } from "./common.ts";
import { isText, normalize } from "./hash.ts";

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

/** Different characters that are too few for any length. */
const FEW = 3;

/** Shortest run or way over keys that counts, of letters and of digits. */
const LEAST_RUN = { letters: 3, digits: 4 };

/** Characters that are looked at: a password that begins with as many common ones has no others. */
const MOST_READ = 64;

/** Longest run that is looked for; a longer one is several. */
const LONGEST_PIECE = 40;

/** Shortest word that is looked for among other letters; shorter ones are in many words. */
const LEAST_INSIDE = 4;

/** Shortest word that is looked for backwards. */
const LEAST_BACKWARDS = 6;

const LETTER = /[\p{L}\p{M}]/u;

/** Longest text that is common when it is written several times. */
const LONGEST_UNIT = 6;

/** Most different words of a common password. */
const MOST_WORDS = 2;

/** Most letters of a common password, one of six, that belong to no word and to no run. */
const MOST_LETTERS = 2;

/** Most digits and signs, half of all, without an order in a common password without a word. */
const MOST_FIGURES = 6;

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
export function findFault(
  password: string,
  { minLength, maxLength, user, host }: RuleFacts,
): PasswordFault | undefined {
  if (!isText(password)) return "malformed";
  // Before the normalization, which can make a text longer.
  if (password.length > 2 * maxLength) return "too-long";
  const normal = normalize(password);
  const { length } = [...normal];
  if (length < minLength) return "too-short";
  if (length > maxLength) return "too-long";
  const low = normal.toLowerCase();
  const bare = low.replaceAll(/[\s\-_.,:;'+/]/g, "");
  const personal = new WordIndex(personalWords(user, host));
  const forms = [low, bare, sorted(bare)];
  const once = eachOnce(bare);
  if (once !== undefined) forms.push(once);
  const words = forms.map((text) => commonWords(text.slice(0, MOST_READ), personal));
  if (words.some((found) => found?.some((word) => personal.has(word)))) return "personal";
  const letters = bare.replaceAll(/\p{N}/gu, "");
  const isRepeated = isUnitRepeated(bare) ||
    // With a number after each.
    (2 * letters.length >= bare.length && letters.length > LONGEST_UNIT && isUnitRepeated(letters));
  if (isRepeated || new Set(normal).size <= FEW || words.some(Boolean)) return "common";
}

/** What a part of a password is made of. */
interface Made {
  /** Different words. */
  words: readonly string[];
  /** Digits and signs without an order. */
  figures: number;
}

/**
 * The words of a password that is made of little else: at most two different words, and two other
 * letters, or small words in their place. Runs and ways over keys count as nothing, and digits and
 * signs beside a word neither.
 *
 * @returns `undefined` for a password that is made of more
 */
function commonWords(text: string, personal: WordIndex): readonly string[] | undefined {
  const decoded = plain(text);
  // For each place, what the text before it is made of, by the numbers of letters and of words.
  const before: Map<string, Made>[] = Array.from({ length: text.length + 1 }, () => new Map());
  const mostLetters = Math.min(MOST_LETTERS, Math.floor(text.length / 6));
  const mostFigures = Math.min(MOST_FIGURES, Math.floor(text.length / 2));
  const reach = (end: number, letters: number, made: Made) => {
    if (letters > mostLetters || made.words.length > MOST_WORDS) return;
    const key = `${letters} ${made.words.length}`;
    const known = before[end]!.get(key);
    if (!known || made.figures < known.figures) before[end]!.set(key, made);
  };
  reach(0, 0, { words: [], figures: 0 });
  for (let start = 0; start < text.length; start++) {
    if (before[start]!.size === 0) continue;
    const pieces = piecesAt(text, decoded, start, personal);
    const isFigure = /[\p{N}\x20-\x7e]/u.test(text[start]!) && !/[a-z]/.test(text[start]!);
    for (const [key, made] of before[start]!) {
      const letters = Number(key.split(" ")[0]);
      for (const { end, word, isFiller } of pieces) {
        const isNew = word !== undefined && !made.words.includes(word);
        const words = isNew ? [...made.words, word] : made.words;
        reach(end, isFiller ? letters + 1 : letters, { ...made, words });
      }
      if (isFigure) reach(start + 1, letters, { ...made, figures: made.figures + 1 });
      else reach(start + 1, letters + 1, made);
    }
  }
  const whole = [...before[text.length]!.values()]
    .filter(({ words, figures }) => words.length > 0 || figures <= mostFigures);
  return (whole.find(({ words }) => words.some((word) => personal.has(word))) ?? whole[0])?.words;
}

/** A piece of a password; runs have no word. */
interface Piece {
  end: number;
  word?: string;
  isFiller?: boolean;
}

/** Pieces that begin at a place. */
function piecesAt(text: string, decoded: string, start: number, personal: WordIndex): Piece[] {
  const pieces: Piece[] = [];
  const add = (word: string, written = word) => {
    const end = start + written.length;
    const isFiller = FILLERS.has(word);
    const isShort = !isFiller && written.length < LEAST_INSIDE;
    if (isShort && LETTER.test((text[start - 1] ?? "") + (text[end] ?? ""))) return;
    pieces.push(isFiller ? { end, isFiller } : { end, word });
  };
  for (const index of [COMMON, personal]) {
    for (const word of index.at(text, start)) add(word);
    for (const written of index.backwardsAt(text, start)) {
      if (written.length >= LEAST_BACKWARDS) add(turned(written), written);
    }
    for (const word of index.at(decoded, start)) {
      // Signs stand for letters where there are as many letters; most digits stand for none.
      const written = text.slice(start, start + word.length);
      const letters = written.match(/\p{L}/gu)?.length ?? 0;
      if (written !== word && 2 * letters >= word.length) add(word);
    }
  }
  const most = Math.min(text.length, start + LONGEST_PIECE);
  const isDigit = /\d/.test(text[start]!);
  const least = LEAST_RUN[isDigit ? "digits" : "letters"];
  for (const end of [runFrom(text, start, most), keysFrom(text, start, most)]) {
    for (let at = start + least; at <= end; at++) pieces.push({ end: at });
  }
  if (isDigit && WAYS.has(text.slice(start, start + 3))) pieces.push({ end: start + 3 });
  return pieces;
}

/** End of the characters that are the same, or in the order of letters or digits. */
function runFrom(text: string, start: number, most: number): number {
  let end = start + 1;
  const step = findStep(text, start);
  while (end < most && step !== undefined && findStep(text, end - 1) === step) end++;
  return end;
}

/** Places from a character to the next one, if they are few. After 9 comes 0. */
function findStep(text: string, at: number): number | undefined {
  const [one, two] = [text[at]!, text[at + 1] ?? ""];
  const areDigits = /^\d\d$/.test(one + two);
  if (!areDigits && !/^\p{L}\p{L}$/u.test(one + two)) return one === two ? 0 : undefined;
  const step = two.charCodeAt(0) - one.charCodeAt(0);
  const short = areDigits ? ((step + 15) % 10) - 5 : step;
  return Math.abs(short) <= (areDigits ? 2 : 1) ? short : undefined;
}

/** End of a way over keys that are beside each other. */
function keysFrom(text: string, start: number, most: number): number {
  let end = start + 1;
  while (end < most && BESIDE.has(text.slice(end - 1, end + 1))) end++;
  return end;
}

/** The characters at even places, and those at odd ones: two rows of keys can be typed in turns. */
function sorted(text: string): string {
  const at = (rest: number) => text.split("").filter((_, place) => place % 2 === rest).join("");
  return at(0) + at(1);
}

/** A text in which each character is written several times → each once. */
function eachOnce(text: string): string | undefined {
  let once = "";
  let last: string | undefined;
  let times = 0;
  for (const char of text) {
    if (char === last) times++;
    else {
      if (times === 1) return undefined;
      once += char;
      last = char;
      times = 1;
    }
  }
  return times > 1 ? once : undefined;
}

/** Signs and digits that stand for letters → these letters. */
function plain(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => LETTERS[sign] ?? "");
}

/** Returns `true` for a short text that is written several times, such as `hahaha`. */
function isUnitRepeated(text: string): boolean {
  const longest = Math.min(LONGEST_UNIT, Math.floor(text.length / 2));
  for (let length = 1; length <= longest; length++) {
    const unit = text.slice(0, length);
    // The last one may be cut off.
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
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

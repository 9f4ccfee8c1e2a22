/**
 * The one rule for names that people see, and that a stranger may have chosen: those of users, their
 * passkeys, second factors and keys, of organizations and services, and of apps that ask for access.
 * Two names that look alike must be alike, and a name must not change how the text around it reads.
 *
 * @see {@link https://www.unicode.org/reports/tr36/ UTR #36} and {@link https://www.unicode.org/reports/tr39/#Mixed_Script_Confusables UTS #39}
 * @module
 */

/** Maximum length of a name, in characters. */
export const MAX_NAME_LENGTH = 64;

/** UTF-16 units that are looked at; white space and what is invisible make a text longer. */
const MAX_UNITS = 1024;

/** A character that shows something: no space, no filler, no empty Braille cell. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u;

/** Characters that reorder the text after a name, which could then read as another sentence. */
const REORDERS = /[\p{Cc}\p{Bidi_Control}]/u;
const REORDERING = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Characters without a shape, such as zero-width spaces, soft hyphens and fillers. */
const SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;

/** Emoji, and what modifies them. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u20e3]$/u;

/** Letters and marks whose shape never depends on a joiner. */
const UNJOINED =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}]$/u;

const LETTER = /^[\p{L}\p{M}]$/u;
const JOINERS = "\u200c\u200d";

/** Words, for the comparison of their scripts. */
const WORD = /[\p{L}\p{M}]+/gu;

/** Scripts with letters that look like those of another one of the list. */
const LOOKALIKES: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/**
 * A name as it is stored: in NFC, without surrounding and repeated white space, and without
 * characters that have no shape. Joiners stay where a script or an emoji needs them.
 *
 * @param maxLength in characters. Default 64
 * @returns `undefined` when nothing of it is visible, when it is too long, when it has control
 * characters, among them those of the writing direction, and when a word mixes letters of scripts
 * that look alike, such as Latin and Cyrillic. A word of one script stays, although another one can
 * look like it: no rule tells `СССР` from a disguise.
 */
export function cleanName(name: string, maxLength = MAX_NAME_LENGTH): string | undefined {
  if (name.length > MAX_UNITS || REORDERS.test(withSpaces(name))) return undefined;
  const clean = reduced(name);
  return [...clean].length <= maxLength && isReadable(clean) ? clean : undefined;
}

/**
 * The same for a name that a program gives itself: one that is too long loses its end.
 *
 * @returns `undefined` as {@linkcode cleanName}, but for a name that is too long
 */
export function shortName(name: string): string | undefined {
  const clean = cleanName(name, MAX_UNITS);
  return clean === undefined ? undefined : cleanName(shorten(clean));
}

/**
 * The same for a name that is stored as another service gave it, and shown to other people. It
 * loses what {@linkcode cleanName} refuses, as far as it stays readable, and its end.
 *
 * @returns `undefined` when another name must be shown, such as the address
 */
export function displayName(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  const known = name.slice(0, MAX_UNITS);
  const clean = reduced(withSpaces(known).replaceAll(REORDERING, ""));
  const shown = shorten(clean);
  return isReadable(shown) ? shown : undefined;
}

function shorten(clean: string): string {
  const characters = [...clean];
  return characters.length <= MAX_NAME_LENGTH
    ? clean
    : `${characters.slice(0, MAX_NAME_LENGTH - 1).join("").trimEnd()}…`;
}

/** Line breaks and tabs are white space, which becomes one space. */
function withSpaces(name: string): string {
  return name.replaceAll(/\s/g, " ");
}

function reduced(name: string): string {
  return withSpaces(name).normalize("NFC").replaceAll(SHAPELESS, allowedShapeless)
    .replaceAll(/ +/g, " ").trim();
}

function isReadable(name: string): boolean {
  return VISIBLE.test(name) && !mixesLookalikes(name) && name.isWellFormed();
}

function mixesLookalikes(name: string): boolean {
  for (const [word] of name.matchAll(WORD)) {
    if (LOOKALIKES.filter((script) => script.test(word)).length > 1) return true;
  }
  return false;
}

/** Keeps a joiner or a selector of a variant where what stands before and after it can change. */
function allowedShapeless(character: string, at: number, name: string): string {
  const before = [...name.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
  const [after = ""] = [...name.slice(at + character.length, at + character.length + 2)];
  if (JOINERS.includes(character)) {
    const isEmoji = character === "\u200d" && EMOJI.test(before) && EMOJI.test(after);
    return isEmoji || (isJoined(before) && isJoined(after)) ? character : "";
  }
  const isVariant = character === "\ufe0f" && (EMOJI.test(before) || after === "\u20e3");
  // Variants of ideographs, which are parts of Japanese names.
  const isIdeograph = character >= "\u{e0100}" && character <= "\u{e01ef}" &&
    /^\p{Script=Han}$/u.test(before);
  return isVariant || isIdeograph ? character : "";
}

function isJoined(character: string): boolean {
  return LETTER.test(character) && !UNJOINED.test(character);
}

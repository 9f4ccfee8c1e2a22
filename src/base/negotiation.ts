/**
 * The language that a browser prefers. Loaded with the first page or email: reading a session
 * needs none.
 *
 * @module
 */

import { acceptsLanguages } from "@std/http/negotiation";

/** Codes that ISO 639 replaced in 1989, and that Java still sends. */
const RENAMED: ReadonlyMap<string, string> = new Map([["iw", "he"], ["in", "id"], ["ji", "yi"]]);

/** The most characters of a header or tag that are read. */
const MOST_CHARACTERS = 200;

/** The most headers that are remembered. A browser sends one, and most users few different ones. */
const MOST_ANSWERS = 1000;

/** Answers to headers, by the languages of the app and the header. */
const answers = new Map<string, string | undefined>();

/**
 * The language that a browser prefers; `undefined` when it accepts none of them. Each tag that it
 * names is looked up before the next one (RFC 4647, section 3.4), but never across scripts: `zh-TW`
 * is Traditional Chinese, which readers of `zh-Hans` do not read. Regions are no such border:
 * `pt-PT` is answered in `pt-BR` where there is nothing nearer.
 *
 * @param wanted a language tag, or the request's `Accept-Language`
 */
export function pickLanguage(
  wanted: string | null | undefined,
  languages: readonly string[],
): string | undefined {
  // A header that no browser sends counts as no wish.
  if (typeof wanted !== "string" || wanted.length > MOST_CHARACTERS) return undefined;
  // A tag has no line break, so no two pairs of languages and header have one key.
  const key = `${languages.join(" ")}\n${wanted}`;
  const known = answers.get(key);
  if (known !== undefined || answers.has(key)) return known;
  const language = negotiate(wanted, languages);
  if (answers.size >= MOST_ANSWERS) answers.delete(answers.keys().next().value!);
  answers.set(key, language);
  return language;
}

/** The answer to a header that is not remembered: `Intl` takes most of the time. */
function negotiate(wanted: string, languages: readonly string[]): string | undefined {
  if (!/^[\x20-\x7e]+$/.test(wanted)) return undefined;
  for (const tag of acceptsLanguages(requestOf(wanted))) {
    const found = tag === "*" ? languages[0] : lookUp(tag.toLowerCase(), languages);
    if (found !== undefined) return found;
  }
}

/** The nearest of the languages: this tag, else its region, else a more general tag, else any. */
function lookUp(tag: string, languages: readonly string[]): string | undefined {
  const same = languages.find((language) => language.toLowerCase() === tag);
  if (same !== undefined) return same;
  const [first = ""] = tag.split("-");
  const primary = RENAMED.get(first) ?? first;
  const wanted = primary && languages.some((one) => startsWith(one, primary)) && likely(tag);
  if (!wanted) return undefined;
  const readable = languages.filter((one) =>
    startsWith(one, primary) && likely(one)?.script === wanted.script
  );
  return readable.find((one) => likely(one)?.region === wanted.region) ??
    readable.find((one) => startsWith(tag, one)) ?? readable[0];
}

/** `true` when a tag is another one, or begins with its subtags. */
function startsWith(tag: string, start: string): boolean {
  return `${tag}-`.toLowerCase().startsWith(`${start}-`.toLowerCase());
}

/** Script and region that a tag has or implies; `undefined` for text that is no tag. */
function likely(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** Has the one member that is read: making a `Request` takes longer than all the rest. */
function requestOf(acceptLanguage: string): Request {
  return { headers: new Map([["accept-language", acceptLanguage]]) } as unknown as Request;
}

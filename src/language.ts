/**
 * Languages of pages and mails.
 *
 * @module
 */

import { acceptsLanguages } from "@std/http/negotiation";

/** Languages of pages and mails; the first one is the default. */
export const LANGUAGES = ["en", "de"] as const;

/** A language of pages and mails. */
export type Language = typeof LANGUAGES[number];

/** Texts in each language. */
export type ByLanguage<Texts> = Readonly<Record<Language, Texts>>;

/**
 * The language that a browser prefers.
 *
 * @param acceptLanguage the request's `Accept-Language`; English when absent
 */
export function languageOf(acceptLanguage: string | null | undefined): Language {
  // A header that no browser sends counts as no wish.
  if (!acceptLanguage || !/^[\x20-\x7e]{1,200}$/.test(acceptLanguage)) return "en";
  const wanted = acceptsLanguages(requestOf(acceptLanguage), ...LANGUAGES);
  return LANGUAGES.find((language) => language === wanted) ?? "en";
}

/** Has the one member that is read: making a `Request` takes longer than all the rest. */
function requestOf(acceptLanguage: string): Request {
  return { headers: new Map([["accept-language", acceptLanguage]]) } as unknown as Request;
}

/** Puts values into the `{slots}` of a text. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    /\{(\w+)\}/g,
    (slot, name) => Object.hasOwn(values, name) ? values[name]! : slot,
  );
}

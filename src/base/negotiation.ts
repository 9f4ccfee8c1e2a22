/**
 * The language that a browser prefers. Loaded with the first page or email: reading a session
 * needs none.
 *
 * @module
 */

import { acceptsLanguages } from "@std/http/negotiation";

/**
 * The language that a browser prefers; `undefined` when it accepts none of them.
 *
 * @param wanted a language tag, or the request's `Accept-Language`
 */
export function languageOf(
  wanted: string | null | undefined,
  languages: readonly string[],
): string | undefined {
  // A header that no browser sends counts as no wish.
  if (typeof wanted !== "string" || !/^[\x20-\x7e]{1,200}$/.test(wanted)) return undefined;
  const found = acceptsLanguages(requestOf(wanted), ...languages);
  return languages.find((language) => language === found);
}

/** Has the one member that is read: making a `Request` takes longer than all the rest. */
function requestOf(acceptLanguage: string): Request {
  return { headers: new Map([["accept-language", acceptLanguage]]) } as unknown as Request;
}

/**
 * Texts of the pages in the language of a request.
 *
 * @module
 */

import { textsIn, type Wording } from "../src/base/language.ts";
import { ownMember } from "../src/base/objects.ts";
import { footEnglish } from "../src/mail/foot_english.ts";
import type { PageTexts } from "../src/types/texts.ts";
import { pageEnglish } from "./english.ts";

const english: PageTexts = { ...pageEnglish, links: footEnglish };

/** The texts of the pages. */
export function pageTexts(wording: Wording): PageTexts {
  return textsIn(english, wording, (texts) => texts);
}

/** Errors with the same meaning: the sign-in at the provider failed. */
const ANOTHER = new Set([
  "Signin",
  "OAuthSignin",
  "OAuthCallbackError",
  "OAuthCreateAccount",
  "EmailCreateAccount",
  "Callback",
]);

/** `true` for an error of a sign-in at another site. */
export function isOfAnother(error: string): boolean {
  return ANOTHER.has(error);
}

/** Text of the box on the sign-in page. */
export function signInError({ signInErrors }: PageTexts, error: string, code?: string): string {
  if (error === "Configuration" && code === "EmailSignin") return signInErrors.EmailSignin;
  if (error === "SessionRequired" && code === "SessionEnded") return signInErrors.SessionEnded;
  if (error === "MissingCSRF" && code === "NoCookies") return signInErrors.NoCookies;
  if (ANOTHER.has(error)) return signInErrors.another;
  return ownMember(signInErrors, error) ?? signInErrors.default;
}

/**
 * Every built-in page in every state of the gallery, rendered in a language.
 *
 * @module
 */

import type { PageProps } from "../../pages/mod.ts";
import type { Wording } from "../../src/base/language.ts";
import { ORIGIN, PAGES } from "../../src/tools/gallery/pages.ts";

export { EMAIL } from "../../src/tools/gallery/sample.ts";

/** Every page in a language, by name; each is rendered when it is read. */
export function pagesIn(wording: Wording): Readonly<Record<string, string>> {
  const frame: PageProps = {
    nonce: "nonce-1",
    theme: { colorScheme: "auto", brandColor: "", logo: "", buttonText: "" },
    siteUrl: ORIGIN,
    signinUrl: `${ORIGIN}/auth/signin`,
    wording,
  };
  const states = Object.values(PAGES).flatMap((states) => Object.entries(states));
  const pages: Record<string, string> = {};
  for (const [name, state] of states) {
    Object.defineProperty(pages, name, { enumerable: true, get: () => state(frame).html });
  }
  return pages;
}

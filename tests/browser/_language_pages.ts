/**
 * Every built-in page in every state of the gallery, rendered in a language.
 *
 * @module
 */

import type { PageProps } from "../../pages/mod.ts";
import type { Wording } from "../../src/base/language.ts";
import { ORIGIN, PAGES } from "../../src/tools/gallery/pages.ts";

export { EMAIL } from "../../src/tools/gallery/sample.ts";

/** Every page in a language, by name. */
export function pagesIn(wording: Wording): Readonly<Record<string, string>> {
  const frame: PageProps = {
    nonce: "nonce-1",
    theme: { colorScheme: "auto", brandColor: "", logo: "", buttonText: "" },
    siteUrl: ORIGIN,
    signinUrl: `${ORIGIN}/auth/signin`,
    wording,
  };
  const states = Object.values(PAGES).flatMap((states) => Object.entries(states));
  return Object.fromEntries(states.map(([name, state]) => [name, state(frame).html]));
}

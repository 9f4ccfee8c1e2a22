/**
 * The links of `theme.links`, at the foot of pages and emails.
 *
 * @module
 */

import { textsIn, type Wording } from "../base/language.ts";
import type { FootLink } from "../types/factor.ts";
import type { Theme } from "../types/options.ts";
import { footEnglish } from "./foot_english.ts";

/**
 * The links for an email, which has no page whose address a path could continue.
 *
 * @param origin of the site; without one, paths are left out
 */
export function footLinks({ links }: Theme, wording: Wording, origin?: string): FootLink[] {
  if (!links) return [];
  const texts = textsIn(footEnglish, wording, (texts) => texts.links);
  return (["terms", "privacy", "support"] as const).flatMap((name) => {
    const url = links[name];
    // Without a scheme it is a path, which needs an origin.
    if (!url || !URL.canParse(url, origin)) return [];
    const { href, protocol } = new URL(url, origin);
    return /^(https?|mailto):$/.test(protocol) ? [{ url: href, label: texts[name] }] : [];
  });
}

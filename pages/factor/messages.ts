/**
 * Texts of factors in the language of a request.
 *
 * @module
 */

import { fill, textsIn, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type { FactorTexts, Texts } from "../../src/types/texts.ts";
import { factorEnglish } from "./english.ts";

/** The texts of the page. */
export function factorMessages(wording: Wording): Texts["factor"] {
  return textsIn(factorEnglish, wording, ({ factor }) => factor);
}

/** The texts of a factor; those of a factor of the app are made from its name. */
export function pickTexts(
  { factors, other }: Texts["factor"],
  { id, name }: { id: string; name: string },
): FactorTexts {
  return ownMember<FactorTexts>(factors, id) ??
    { ...other, name, setUp: fill(other.setUp, { name }) };
}

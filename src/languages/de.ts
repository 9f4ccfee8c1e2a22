/**
 * Pages and emails in German.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./de.json" with { type: "json" };

/**
 * Pages and emails in German, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { de } from "@x/auth/languages/de";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(de.texts.signIn.heading, "Anmelden");
 * ```
 */
export const de: Translation = toTranslation("de", texts);

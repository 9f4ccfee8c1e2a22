/**
 * Pages and emails in Hebrew.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./he.json" with { type: "json" };

/**
 * Pages and emails in Hebrew, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { he } from "@x/auth/languages/he";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(he.texts.signIn.heading, "כניסה");
 * ```
 */
export const he: Translation = toTranslation("he", texts);

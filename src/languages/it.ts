/**
 * Pages and emails in Italian.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./it.json" with { type: "json" };

/**
 * Pages and emails in Italian, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { it } from "@x/auth/languages/it";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(it.texts.signIn.heading, "Accedi");
 * ```
 */
export const it: Translation = toTranslation("it", texts);

/**
 * Pages and emails in Polish.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./pl.json" with { type: "json" };

/**
 * Pages and emails in Polish, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { pl } from "@x/auth/languages/pl";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(pl.texts.signIn.heading, "Zaloguj się");
 * ```
 */
export const pl: Translation = toTranslation("pl", texts);

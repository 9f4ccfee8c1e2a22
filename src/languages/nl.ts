/**
 * Pages and emails in Dutch.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./nl.json" with { type: "json" };

/**
 * Pages and emails in Dutch, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { nl } from "@x/auth/languages/nl";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(nl.texts.signIn.heading, "Inloggen");
 * ```
 */
export const nl: Translation = toTranslation("nl", texts);

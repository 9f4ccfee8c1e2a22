/**
 * Pages and emails in French.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./fr.json" with { type: "json" };

/**
 * Pages and emails in French, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { fr } from "@x/auth/languages/fr";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(fr.texts.signIn.heading, "Connexion");
 * ```
 */
export const fr: Translation = toTranslation("fr", texts);

/**
 * Pages and emails in Brazilian Portuguese.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./pt.json" with { type: "json" };

/**
 * Pages and emails in Brazilian Portuguese, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { pt } from "@x/auth/languages/pt";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(pt.texts.signIn.heading, "Entrar");
 * ```
 */
export const pt: Translation = toTranslation("pt-BR", texts);

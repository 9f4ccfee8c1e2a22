/**
 * Pages and emails in Spanish.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./es.json" with { type: "json" };

/**
 * Pages and emails in Spanish, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { es } from "@x/auth/languages/es";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(es.texts.signIn.heading, "Iniciar sesión");
 * ```
 */
export const es: Translation = toTranslation("es", texts);

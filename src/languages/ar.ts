/**
 * Pages and emails in Arabic.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./ar.json" with { type: "json" };

/**
 * Pages and emails in Arabic, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { ar } from "@x/auth/languages/ar";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(ar.texts.signIn.heading, "تسجيل الدخول");
 * ```
 */
export const ar: Translation = toTranslation("ar", texts);

/**
 * Pages and emails in Japanese.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./ja.json" with { type: "json" };

/**
 * Pages and emails in Japanese, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { ja } from "@x/auth/languages/ja";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(ja.texts.signIn.heading, "ログイン");
 * ```
 */
export const ja: Translation = toTranslation("ja", texts);

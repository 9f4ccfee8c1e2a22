/**
 * Pages and emails in Traditional Chinese.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./zh_hant.json" with { type: "json" };

/**
 * Pages and emails in Traditional Chinese, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { zhHant } from "@x/auth/languages/zh-hant";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(zhHant.texts.signIn.heading, "登入");
 * ```
 */
export const zhHant: Translation = toTranslation("zh-Hant", texts);

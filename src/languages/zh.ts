/**
 * Pages and emails in Simplified Chinese.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./zh.json" with { type: "json" };

/**
 * Pages and emails in Simplified Chinese, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { zh } from "@x/auth/languages/zh";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(zh.texts.signIn.heading, "登录");
 * ```
 */
export const zh: Translation = toTranslation("zh-Hans", texts);

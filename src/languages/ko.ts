/**
 * Pages and emails in Korean.
 *
 * @module
 */

import type { Translation } from "../types/texts.ts";
import { toTranslation } from "./_translation.ts";
import texts from "./ko.json" with { type: "json" };

/**
 * Pages and emails in Korean, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { ko } from "@x/auth/languages/ko";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(ko.texts.signIn.heading, "로그인");
 * ```
 */
export const ko: Translation = toTranslation("ko", texts);

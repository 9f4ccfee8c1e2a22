/**
 * Every language that the library has in addition to English.
 *
 * @module
 */

import { ar } from "@x/auth/languages/ar";
import { de } from "@x/auth/languages/de";
import { es } from "@x/auth/languages/es";
import { fr } from "@x/auth/languages/fr";
import { he } from "@x/auth/languages/he";
import { it } from "@x/auth/languages/it";
import { ja } from "@x/auth/languages/ja";
import { ko } from "@x/auth/languages/ko";
import { nl } from "@x/auth/languages/nl";
import { pl } from "@x/auth/languages/pl";
import { pt } from "@x/auth/languages/pt";
import { zh } from "@x/auth/languages/zh";
import { zhHant } from "@x/auth/languages/zh-hant";

/** The languages of the library's pages, without English, which comes with them. */
export const LANGUAGES = [ar, de, es, fr, he, it, ja, ko, nl, pl, pt, zh, zhHant];

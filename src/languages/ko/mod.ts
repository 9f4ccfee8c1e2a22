/**
 * Pages and emails in Korean.
 *
 * @module
 */

import type { Translation } from "../../types/texts.ts";
import { account } from "./account.ts";
import { device } from "./device.ts";
import { keys, organizationKeys } from "./keys.ts";
import { mails } from "./mails.ts";
import { native } from "./native.ts";
import { oauthServer } from "./oauth_server.ts";
import { organizations } from "./organizations.ts";
import { pages } from "./pages.ts";

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
export const ko: Translation = {
  language: "ko",
  texts: {
    ...pages,
    ...account,
    ...mails,
    device,
    keys,
    native,
    oauthServer,
    organizationKeys,
    organizations,
  },
};

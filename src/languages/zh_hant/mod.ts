/**
 * Pages and emails in Traditional Chinese.
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
export const zhHant: Translation = {
  language: "zh-Hant",
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

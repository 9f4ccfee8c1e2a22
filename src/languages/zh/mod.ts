/**
 * Pages and emails in Simplified Chinese.
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
export const zh: Translation = {
  language: "zh-Hans",
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

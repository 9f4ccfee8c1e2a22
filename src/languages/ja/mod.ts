/**
 * Pages and emails in Japanese.
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
export const ja: Translation = {
  language: "ja",
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

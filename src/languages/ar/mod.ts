/**
 * Pages and emails in Arabic.
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
export const ar: Translation = {
  language: "ar",
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

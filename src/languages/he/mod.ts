/**
 * Pages and emails in Hebrew.
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
 * Pages and emails in Hebrew, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { he } from "@x/auth/languages/he";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(he.texts.signIn.heading, "כניסה");
 * ```
 */
export const he: Translation = {
  language: "he",
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

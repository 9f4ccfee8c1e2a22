/**
 * Pages and emails in German.
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
 * Pages and emails in German, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { de } from "@x/auth/languages/de";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(de.texts.signIn.heading, "Anmelden");
 * ```
 */
export const de: Translation = {
  language: "de",
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

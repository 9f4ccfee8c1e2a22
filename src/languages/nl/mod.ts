/**
 * Pages and emails in Dutch.
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
 * Pages and emails in Dutch, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { nl } from "@x/auth/languages/nl";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(nl.texts.signIn.heading, "Inloggen");
 * ```
 */
export const nl: Translation = {
  language: "nl",
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

/**
 * Pages and emails in Polish.
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
 * Pages and emails in Polish, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { pl } from "@x/auth/languages/pl";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(pl.texts.signIn.heading, "Zaloguj się");
 * ```
 */
export const pl: Translation = {
  language: "pl",
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

/**
 * Pages and emails in Italian.
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
 * Pages and emails in Italian, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { it } from "@x/auth/languages/it";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(it.texts.signIn.heading, "Accedi");
 * ```
 */
export const it: Translation = {
  language: "it",
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

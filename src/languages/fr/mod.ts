/**
 * Pages and emails in French.
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
 * Pages and emails in French, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { fr } from "@x/auth/languages/fr";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(fr.texts.signIn.heading, "Connexion");
 * ```
 */
export const fr: Translation = {
  language: "fr",
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

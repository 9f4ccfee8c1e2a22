/**
 * Pages and emails in Brazilian Portuguese.
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
 * Pages and emails in Brazilian Portuguese, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { pt } from "@x/auth/languages/pt";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(pt.texts.signIn.heading, "Entrar");
 * ```
 */
export const pt: Translation = {
  language: "pt-BR",
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

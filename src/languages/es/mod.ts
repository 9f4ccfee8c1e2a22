/**
 * Pages and emails in Spanish.
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
 * Pages and emails in Spanish, for `languages` of the config.
 *
 * @example
 * ```ts
 * import { es } from "@x/auth/languages/es";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(es.texts.signIn.heading, "Iniciar sesión");
 * ```
 */
export const es: Translation = {
  language: "es",
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

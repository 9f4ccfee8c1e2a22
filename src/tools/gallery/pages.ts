/**
 * Every built-in page in every state that looks different, with sample data: for the gallery, and
 * for the tests that look at all of them.
 *
 * @module
 */

import { account } from "./account_pages.ts";
import { address } from "./address_pages.ts";
import { device } from "./device_pages.ts";
import { factor, factors } from "./factor_pages.ts";
import { keys } from "./key_pages.ts";
import { native } from "./native_pages.ts";
import { oauthServer } from "./oauth_server_pages.ts";
import { organizationKeys } from "./organization_key_pages.ts";
import { organizations } from "./organizations_pages.ts";
import { password } from "./password_pages.ts";
import type { PageStates } from "./sample.ts";
import { errors, signIn } from "./sign_in_pages.ts";

/** Origin of the site on the pages. */
export const ORIGIN = "https://app.example";

/** All states, by the part of the service that they belong to. */
export const PAGES: Readonly<Record<string, PageStates>> = {
  "Sign in": signIn,
  "Errors": errors,
  "Two-step verification": { ...factor, ...factors },
  "Password": password,
  "Account": account,
  "Address": address,
  "API keys": { ...keys, ...organizationKeys },
  "Organizations": organizations,
  "Native clients": native,
  "Authorization server": oauthServer,
  "Devices": device,
};

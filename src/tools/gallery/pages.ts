/**
 * Every built-in page in every state that looks different, with sample data: for the gallery, and
 * for the tests that look at all of them.
 *
 * @module
 */

import { account } from "../../../pages/account/states.ts";
import { activity } from "../../../pages/activity/states.ts";
import { address } from "../../../pages/address/states.ts";
import { connections } from "../../../pages/connections/states.ts";
import { developerApps } from "../../../pages/oauth_server/developer_states.ts";
import { device } from "../../../pages/oauth_server/device_states.ts";
import { factor, factors } from "../../../pages/factor/states.ts";
import { keys } from "../../../pages/keys/states.ts";
import { acting } from "../../../pages/acting/states.ts";
import { native } from "../../../pages/native/states.ts";
import { oauthServer } from "../../../pages/oauth_server/states.ts";
import { operators } from "../../../pages/operators/states.ts";
import { organizationKeys } from "../../../pages/keys/organization_states.ts";
import { organizations } from "../../../pages/organizations/states.ts";
import { password } from "../../../pages/password/states.ts";
import type { PageStates } from "./sample.ts";
import { errors, signIn } from "../../../pages/states.ts";

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
  "Activity": activity,
  "Organizations": organizations,
  "Single sign-on": connections,
  "Native clients": native,
  "Operators who act": acting,
  "Authorization server": { ...oauthServer, ...developerApps },
  "Devices": device,
  "Operators": operators,
};

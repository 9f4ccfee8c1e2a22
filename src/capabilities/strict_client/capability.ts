/**
 * The code of strict clients.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { StrictClientCode } from "../../flows/oauth/strict_client.ts";
import { findStrictClientError, profileDefaults } from "./check.ts";

/** The check at start, and what the flow asks. */
export const strictClientCode: StrictClientCode = {
  defaults: profileDefaults,
  findError: findStrictClientError,
  possession: lazy(() => import("./dpop.ts")),
  request: lazy(() => import("./protected_request.ts")),
  profile: lazy(() => import("./security_profile.ts")),
};

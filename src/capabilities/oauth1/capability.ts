/**
 * The code of providers with OAuth 1.0a.
 *
 * @module
 */

import type { OAuth1Code } from "../../config/capability.ts";
import { lazy } from "../../base/lazy.ts";

/** The flow, loaded at the first sign-in. */
export const oauth1Code: OAuth1Code = {
  flow: lazy(async () => (await import("./flow.ts")).oauth1Flow),
};

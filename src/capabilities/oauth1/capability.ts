/**
 * The code of providers with OAuth 1.0a.
 *
 * @module
 */

import type { FlowCode } from "../../config/capability.ts";
import { lazy } from "../../base/lazy.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";

/** The flow, loaded at the first sign-in. */
export const oauth1Code: FlowCode<ResolvedOAuthProvider> = {
  flow: lazy(async () => (await import("./flow.ts")).oauth1Flow),
};

/**
 * What others ask of sign-outs at providers.
 *
 * @module
 */

import type { Context } from "./internal.ts";
import type { ResolvedSignOut } from "./sign_out_settings.ts";

/** What the core asks of sign-outs at providers. */
export interface ProviderSignOutParts {
  /**
   * Prepares the sign-out at the provider.
   *
   * @returns a function to call when the session has ended: it returns the URL at the provider to
   * send the browser to; `undefined` when there is none
   */
  prepare(
    ctx: Context,
    wish: Pick<ResolvedSignOut, "federated" | "revokeTokens">,
  ): Promise<(() => Promise<string | undefined>) | undefined>;
}

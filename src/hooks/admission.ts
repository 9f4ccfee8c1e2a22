/**
 * Addresses that may become users although `signUp` is `"invited"`, as capabilities say.
 *
 * @module
 */

import type { ResolvedConfig } from "../types/internal.ts";

/**
 * Asks the capabilities.
 *
 * @param address proven, or about to be proven by an email
 */
export async function mayBecomeUser(config: ResolvedConfig, address: string): Promise<boolean> {
  for (const admits of config.hooks.admits) {
    if (await admits(config, address)) return true;
  }
  return false;
}

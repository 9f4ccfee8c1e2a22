/**
 * Addresses that may become users although `signUp` is `"invited"`, as capabilities say.
 *
 * @module
 */

import { askFirst } from "./topics.ts";
import type { ResolvedConfig } from "../types/internal.ts";

/**
 * Asks the capabilities.
 *
 * @param address proven, or about to be proven by an email
 * @param provider id of the provider that has proven it. Default: it is about to be proven
 */
export async function mayBecomeUser(
  config: ResolvedConfig,
  address: string,
  provider?: string,
): Promise<boolean> {
  return await askFirst(config, "address.admitted", { config, address, provider }) === true;
}

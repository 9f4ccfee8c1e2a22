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
 */
export async function mayBecomeUser(config: ResolvedConfig, address: string): Promise<boolean> {
  return await askFirst(config, "address.admitted", { config, address }) === true;
}

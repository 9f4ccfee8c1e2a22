/**
 * Links and codes by email that are still open when their address is given up.
 *
 * @module
 */

import type { Store } from "../types/internal.ts";

/** Removes those of an address. A store without the method keeps them until they expire. */
export async function endLinks(store: Store, address: string): Promise<void> {
  await store.deleteVerificationTokens?.(address);
}

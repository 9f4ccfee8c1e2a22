/**
 * An adapter with `createUsers`, which says in whose place it writes.
 *
 * @module
 */

import { writesFor } from "../src/symbols.ts";
import type { Adapter, AdapterBatches, AdapterExtras } from "../src/types/adapter.ts";

/**
 * Adds the method to an adapter. A copy of the adapter may have other methods than those that the method
 * was made with, or other records: the import then calls those.
 */
export function withNewUsers<One extends Required<Adapter> & Required<AdapterExtras>>(
  adapter: One,
  { createUsers }: Required<AdapterBatches>,
): One & Required<AdapterBatches> {
  const { createUser, getUserByAccount, getUserByEmail, linkAccount, records } = adapter;
  const replaced = { createUser, getUserByAccount, getUserByEmail, linkAccount, records };
  return { ...adapter, createUsers: Object.assign(createUsers, { [writesFor]: replaced }) };
}

/**
 * What a store says of itself to tools.
 *
 * @module
 */

import type { SqlTables, StoreFacts } from "../src/base/store_facts.ts";
import { storeFacts } from "../src/symbols.ts";

/**
 * Members by which tools know a store.
 *
 * @param name name of the database
 * @param tables its tables. Default: none that SQL makes
 */
export function describeStore(name: string, tables?: SqlTables): object {
  return { [storeFacts]: { name, ...tables && { tables } } satisfies StoreFacts };
}

/**
 * The store of records of a config.
 *
 * @module
 */

import type { AuthConfig } from "../types/config.ts";
import type { RecordStore } from "../types/records.ts";

/** The store of records: the config's, else the adapter's own. */
export function recordsOf(
  { records, adapter }: Pick<AuthConfig, "records" | "adapter">,
): RecordStore | undefined {
  // An app that wraps each member of an adapter in a function makes one of `records` too.
  return records ?? (typeof adapter?.records === "object" ? adapter.records : undefined);
}

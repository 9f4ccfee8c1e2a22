/**
 * Stores beside users, accounts and sessions.
 *
 * @module
 */

import { lackingOf, RECORD_METHODS } from "../hooks/adapter.ts";
import { sessionRecordsIn } from "../hooks/session_records.ts";
import type { SessionRecordStore } from "../types/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import type { RecordStore } from "../types/records.ts";

/** The store of records: the config's, else the adapter's own. */
export function recordsOf({ records, adapter }: AuthConfig): RecordStore | undefined {
  // An app that wraps each member of an adapter in a function makes one of `records` too.
  return records ?? (typeof adapter?.records === "object" ? adapter.records : undefined);
}

/**
 * The store of session records: the one of `session.revocation`, else the config's
 * `records`, else the adapter's own methods or records. It can lack methods.
 */
export function sessionRecordsOf(
  config: AuthConfig,
): Partial<SessionRecordStore> | undefined {
  const { session, records, adapter } = config;
  if (session?.revocation?.store) return session.revocation.store;
  if (records) return sessionRecordsIn(records);
  if (adapter && lackingOf(adapter, RECORD_METHODS).length === 0) return adapter;
  const own = recordsOf(config);
  return own ? sessionRecordsIn(own) : adapter;
}

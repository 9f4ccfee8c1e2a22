/**
 * Keeps records in Deno KV: in memory, in a file, on Deno Deploy, or in any database that
 * implements KV Connect.
 *
 * ## Key layout
 *
 * After the prefix (option `prefix`, default `["auth"]`):
 *
 * | Key | Value |
 * |---|---|
 * | `"record", kind, id` | record: owner, version, expiry, JSON as UTF-8, id of the call that wrote it |
 * | `"record_by_owner", owner, kind, id` | expiry; of an owner of at most 64 UTF-16 code units |
 * | `"record_by_long_owner", hash, kind, id` | expiry; `hash` is the SHA-256 of the owner in hex |
 * | `"record_taken", random id` | `true` for a minute after a `take` |
 *
 * A record and its entry under the owner change in one atomic operation. Both carry the
 * expiry in the value, and also `expireIn`, which removes them some time later.
 *
 * Over KV Connect a client repeats a commit whose answer was lost, and the repeated commit
 * fails: `put` and `take` then read back, and return `true` or the record when the first
 * one had succeeded. `deleteOwner` counts no records whose answer was lost.
 *
 * @module
 */

import type { RecordStore } from "../../src/types/records.ts";
import { forgetfulness, type KvKeyPart, type KvStore } from "../_kv_store.ts";
import { createRecordRows } from "./_kv_rows.ts";
import { createRecordStore } from "./_store.ts";

export type { KvAtomic, KvCheck, KvCommit, KvEntry, KvKeyPart, KvStore } from "../_kv_store.ts";

/** Options of {@linkcode DenoKvRecords}. */
export interface DenoKvRecordsOptions {
  /** Prefix of every key, of at most 200 bytes. Default `["auth"]`. */
  prefix?: readonly KvKeyPart[] | undefined;
}

/**
 * Makes a store on an open `Deno.Kv`, which the app opens and closes. Other writes to the
 * same record are waited for with growing random pauses, at most a hundred times; then the
 * call throws an `AdapterError`.
 *
 * @example
 * ```ts
 * import { DenoKvRecords } from "@x/auth/records/deno-kv";
 * import { assertEquals } from "@std/assert";
 *
 * using kv = await Deno.openKv(":memory:");
 * const records = DenoKvRecords(kv);
 * const key = { kind: "invitation", id: "1", owner: "ada", expires: null };
 * assertEquals(await records.put({ ...key, version: 1, data: { team: "x" } }, null), true);
 * assertEquals((await records.list("ada", "invitation")).length, 1);
 * assertEquals(await records.deleteOwner("ada"), 1);
 * ```
 */
export function DenoKvRecords(
  kv: KvStore,
  { prefix = ["auth"] }: DenoKvRecordsOptions = {},
): RecordStore {
  return { ...createRecordStore(createRecordRows(kv, prefix)), ...forgetfulness(kv) };
}

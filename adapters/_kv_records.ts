/**
 * Session records in Deno KV.
 *
 * @module
 */

import type { SessionRecord, SessionRecordStore } from "../src/types/adapter.ts";
import { isReadable, type Keys } from "./_kv_keys.ts";
import type { DeleteOwned, ReadOwned } from "./_kv_owned.ts";
import {
  commit,
  deleteAll,
  type KvAtomic,
  type KvStore,
  millisecondsUntil,
  retry,
} from "./_kv_store.ts";

/** The adapter methods for session records. */
export function sessionRecordsIn(
  kv: KvStore,
  { recordKey, recordsOf }: Keys,
  readOwned: ReadOwned,
  deleteOwned: DeleteOwned,
): Required<SessionRecordStore> {
  const write = (atomic: KvAtomic, record: SessionRecord): KvAtomic => {
    const options = { expireIn: millisecondsUntil(record.expires) };
    return atomic
      .set(recordKey(record.id), record, options)
      .set([...recordsOf(record.userId), record.id], true, options);
  };
  return {
    createSessionRecord: async (record) => void await commit(write(kv.atomic(), record)),

    getSessionRecord: async (id) =>
      isReadable([id]) ? (await kv.get<SessionRecord>(recordKey(id))).value : null,

    updateSessionRecord: (id, changes) =>
      retry("update the session record", async () => {
        const entry = await kv.get<SessionRecord>(recordKey(id));
        if (!entry.value) return false;
        const next = { ...entry.value, ...changes };
        return await commit(write(kv.atomic().check(entry), next)) || undefined;
      }),

    listSessionRecords: (userId) => readOwned(recordsOf(userId), ([id]) => recordKey(String(id))),

    async deleteSessionRecord(id) {
      if (!isReadable([id])) return false;
      const { value } = await kv.get<SessionRecord>(recordKey(id));
      if (!value) return false;
      await commit(deleteAll(kv.atomic(), [recordKey(id), [...recordsOf(value.userId), id]]));
      return true;
    },

    async deleteSessionRecords(userId, ids) {
      const meant = new Set<unknown>(ids);
      const deleted = await deleteOwned(
        recordsOf(userId),
        ([id]) => recordKey(String(id)),
        ([id]) => meant.has(id),
      );
      return deleted.map(({ key }) => String(key.at(-1)));
    },
  };
}

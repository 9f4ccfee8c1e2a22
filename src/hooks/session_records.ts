/**
 * Session records in a {@linkcode RecordStore}: for adapters that keep none, such
 * as those of Auth.js.
 *
 * @module
 */

import type { SessionRecord, SessionRecordStore } from "../types/adapter.ts";
import type { Json, RecordEntry, RecordStore } from "../types/records.ts";

const KIND = "session";

/** Most records that are removed at once, so that a store with few connections is not flooded. */
const AT_ONCE = 50;

/** Records that are listed at once. */
const PAGE = 1000;

/** Tries to change a record that parallel calls change too. */
const TRIES = 20;

/** One object per store, since the cache of session records is kept per object. */
const made = new WeakMap<RecordStore, SessionRecordStore>();

/** The session records of a store. */
export function sessionRecordsIn(records: RecordStore): SessionRecordStore {
  let store = made.get(records);
  if (!store) made.set(records, store = create(records));
  return store;
}

function create(records: RecordStore): SessionRecordStore {
  const get = async (id: string): Promise<SessionRecord | null> => {
    const entry = await records.get(KIND, id);
    return entry && toRecord(entry);
  };
  const remove = async (id: string): Promise<boolean> => await records.take(KIND, id) !== null;

  return {
    async createSessionRecord(record) {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const known = await records.get(KIND, record.id);
        const version = (known?.version ?? 0) + 1;
        if (await records.put(toEntry(record, version), known && known.version)) return;
      }
      throw tooBusy();
    },

    getSessionRecord: get,

    async updateSessionRecord(id, changes) {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const entry = await records.get(KIND, id);
        if (!entry) return false;
        const changed = toEntry({ ...toRecord(entry), ...changes }, entry.version + 1);
        if (await records.put(changed, entry.version)) return true;
      }
      throw tooBusy();
    },

    async listSessionRecords(userId) {
      const found: SessionRecord[] = [];
      for (;;) {
        const page = await records.list(userId, KIND, { after: found.at(-1)?.id, limit: PAGE });
        found.push(...page.map(toRecord));
        if (page.length < PAGE) return found;
      }
    },

    deleteSessionRecord: remove,

    async deleteSessionRecords(_userId, ids) {
      const removed: string[] = [];
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        await Promise.all(
          ids.slice(from, from + AT_ONCE).map(async (id) => {
            if (await remove(id)) removed.push(id);
          }),
        );
      }
      return removed;
    },
  };
}

/** Members of a record that stand in the data of its entry. */
type Data = {
  createdAt: string;
  lastSeenAt: string;
  device: string | null;
  address: string | null;
};

function toEntry(record: SessionRecord, version: number): RecordEntry {
  const { id, userId, expires, createdAt, lastSeenAt, device, address } = record;
  const data: Data = {
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    device,
    address,
  };
  return { kind: KIND, id, owner: userId, version, expires, data: data satisfies Json };
}

function toRecord({ id, owner, expires, data }: RecordEntry): SessionRecord {
  // Only this file writes records of this kind: with an owner and an expiry.
  const { createdAt, lastSeenAt, device, address } = data as Data;
  return {
    id,
    userId: owner!,
    expires: expires!,
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
    device,
    address,
  };
}

function tooBusy(): Error {
  return new Error("Cannot write the session record: other calls changed it each time");
}

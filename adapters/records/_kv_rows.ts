/**
 * Rows of records in Deno KV. A row and its entry in the index of its owner are written
 * and removed in one atomic operation.
 *
 * @module
 */

import { sha256Hex } from "../../src/base/crypto/hash.ts";
import type { Key } from "../_kv_keys.ts";
import { ownedRowsIn } from "../_kv_owned.ts";
import {
  commit,
  commitWithVersion,
  getAll,
  type KvStore,
  listAll,
  millisecondsUntil,
  retry,
} from "../_kv_store.ts";
import { createCache } from "../_kv_users.ts";
import { isLive, type RecordRow, type RecordRows } from "./_store.ts";

/** Longest owner that is readable in keys; owner and id of 512 characters each do not fit. */
const MAX_OWNER_LENGTH = 64;

/** Milliseconds until the mark of a `take` is removed; long enough to check a lost answer. */
const TAKEN_MARK_MS = 60_000;

/** Index entries that `list` reads at least: those that have expired may still be there. */
const MIN_LISTED = 100;

/** Value of an index entry. */
interface Listed {
  expires: number | null;
}

/** A stored row. */
interface StoredRow extends Listed {
  owner: string | null;
  version: number;
  /** JSON as UTF-8: as text, KV would store some of it with two bytes for each character. */
  data: Uint8Array;
  /** Random id of the call that wrote it. */
  by: string;
}

/** Rows whose versions are remembered, at least; at most twice as many. */
const MOST_SEEN = 1000;

/** Facts of a row that a commit checks. */
interface SeenRow extends Pick<StoredRow, "owner" | "version" | "expires"> {
  /** Version of its key. */
  versionstamp: string;
}

/** A row that a write replaces, as it is or is believed to be. */
interface Found {
  versionstamp: string | null;
  value: Omit<SeenRow, "versionstamp"> & Partial<Pick<StoredRow, "by">> | null;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Makes the operations under a prefix. */
export function createRecordRows(kv: KvStore, prefix: Key): RecordRows {
  const rowKey = (kind: string, id: string): Key => [...prefix, "record", kind, id];
  const takenKey = (by: string): Key => [...prefix, "record_taken", by];
  const listEntries = async (owner: string): Promise<Key> =>
    owner.length <= MAX_OWNER_LENGTH
      ? [...prefix, "record_by_owner", owner]
      : [...prefix, "record_by_long_owner", await sha256Hex(owner)];
  const { deleteOwned } = ownedRowsIn(kv);

  /**
   * Versions of rows as this process has seen them last, by key. A write that expects such a row
   * checks its version in the commit, in place of reading it again; when the row has changed since,
   * the commit fails, and the row is read.
   */
  const seen = createCache<SeenRow>(MOST_SEEN);
  const seenKey = (kind: string, id: string): string => `${kind}\n${id}`;
  const see = (
    kind: string,
    id: string,
    versionstamp: string | null | undefined,
    row: Pick<StoredRow, "owner" | "version" | "expires"> | null,
  ): void => {
    const key = seenKey(kind, id);
    if (!row || !versionstamp) return seen.delete(key);
    const { owner, version, expires } = row;
    seen.set(key, { versionstamp, owner, version, expires });
  };

  /** Key of the index entry of a row. */
  const entryKey = async (kind: string, id: string, owner: string): Promise<Key> => [
    ...await listEntries(owner),
    kind,
    id,
  ];

  return {
    async get(kind, id) {
      const { value, versionstamp } = await kv.get<StoredRow>(rowKey(kind, id));
      see(kind, id, versionstamp, value);
      return value && toRow(kind, id, value);
    },

    async put({ kind, id, owner, version, expires, data }, expected, now) {
      const key = rowKey(kind, id);
      const by = crypto.randomUUID();
      const stored: StoredRow = { owner, version, expires, data: encoder.encode(data), by };
      const listed: Listed = { expires };
      const options = expires === null ? {} : { expireIn: millisecondsUntil(new Date(expires)) };
      // A new record is written without a look before, and one that was seen without another.
      const last = seen.get(seenKey(kind, id));
      let guess: Found | null = expected === null
        ? { versionstamp: null, value: null }
        : last?.version === expected
        ? { versionstamp: last.versionstamp, value: last }
        : null;
      seen.delete(seenKey(kind, id));
      return await retry("store the record", async () => {
        const { versionstamp, value }: Found = guess ?? await kv.get<StoredRow>(key);
        guess = null;
        // Written by this call already, when the commit succeeded and its answer was lost.
        if (value?.by === by) return true;
        if ((value && isLive(value, now) ? value.version : null) !== expected) return false;
        const atomic = kv.atomic().check({ key, versionstamp }).set(key, stored, options);
        if (value && value.owner !== null && value.owner !== owner) {
          atomic.delete(await entryKey(kind, id, value.owner));
        }
        if (owner !== null) atomic.set(await entryKey(kind, id, owner), listed, options);
        const done = await commitWithVersion(atomic);
        if (!done.ok) return undefined;
        see(kind, id, done.versionstamp, stored);
        return true;
      });
    },

    async take(kind, id) {
      const by = crypto.randomUUID();
      seen.delete(seenKey(kind, id));
      return await retry("take the record", async () => {
        const entry = await kv.get<StoredRow>(rowKey(kind, id));
        if (!entry.value) return null;
        const { owner } = entry.value;
        const atomic = kv.atomic().check(entry).delete(entry.key);
        if (owner !== null) atomic.delete(await entryKey(kind, id, owner));
        atomic.set(takenKey(by), true, { expireIn: TAKEN_MARK_MS });
        const isDone = await commit(atomic) ||
          // The commit may have succeeded although its answer was lost.
          (await kv.get<true>(takenKey(by))).value;
        return isDone ? toRow(kind, id, entry.value) : undefined;
      });
    },

    async list(owner, kind, { after, limit }, now) {
      const index = [...await listEntries(owner), kind];
      const rows: RecordRow[] = [];
      let start = after === "" ? undefined : keyAfter([...index, after]);
      while (rows.length < limit) {
        const wanted = limit - rows.length;
        const most = Math.max(wanted, MIN_LISTED);
        const entries = await listAll<Listed>(kv, index, { start, limit: most });
        const live = entries.filter(({ value }) => isLive(value!, now)).slice(0, wanted);
        const ids = live.map(({ key }) => String(key.at(-1)));
        const found = await getAll<StoredRow>(kv, ids.map((id) => rowKey(kind, id)));
        for (const [at, { value }] of found.entries()) {
          // Another call may have changed or removed the row since the index was read.
          if (value?.owner === owner && isLive(value, now)) rows.push(toRow(kind, ids[at]!, value));
        }
        if (live.length < wanted && entries.length < most) break;
        start = keyAfter((live.length < wanted ? entries : live).at(-1)!.key);
      }
      return rows;
    },

    async deleteOwner(owner, kind, except, now) {
      const within = kind === null ? [] : [kind];
      const deleted = await deleteOwned<Listed>(
        [...await listEntries(owner), ...within],
        (rest) => [...prefix, "record", ...within, ...rest],
        (rest) => rest.at(-1) !== except,
      );
      return deleted.filter(({ value }) => isLive(value!, now)).length;
    },
  };
}

/** The first key after another one and before those that follow it. */
function keyAfter(key: Key): Key {
  return [...key, 0];
}

function toRow(kind: string, id: string, { data, owner, version, expires }: StoredRow): RecordRow {
  return { kind, id, owner, version, expires, data: decoder.decode(data) };
}

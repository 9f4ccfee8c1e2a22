/**
 * Typical mistakes of stores of records, one at a time: `testRecords()` must report each.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { checkRecords } from "@x/auth/testing/records";
import { createRecordRows, type MemoryRecordRows } from "../../../adapters/records/_memory_rows.ts";
import { createRecordStore, isLive, type RecordRow } from "../../../adapters/records/_store.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import type { RecordEntry, RecordStore } from "../../../src/types/records.ts";
import { isChosen } from "../../_stride.ts";

/** Yields to concurrent calls between two steps, as a network does. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Mistakes of a store. */
const STORES: Record<string, (store: RecordStore) => Partial<RecordStore>> = {
  "get returns undefined": (store) => ({
    get: async (kind, id) => (await store.get(kind, id) ?? undefined) as never,
  }),
  "put looks first and writes later": (store) => ({
    async put(entry, expected) {
      const found = await store.get(entry.kind, entry.id);
      if ((found?.version ?? null) !== expected) return false;
      await pause();
      for (;;) {
        const now = await store.get(entry.kind, entry.id);
        if (now?.version === entry.version) return true;
        if (await store.put(entry, now && now.version)) return true;
      }
    },
  }),
  "put ignores the expected version": (store) => ({
    async put(entry, expected) {
      const found = await store.get(entry.kind, entry.id);
      return await store.put(entry, expected === null ? null : found && found.version);
    },
  }),
  "put creates a record although a version is expected": (store) => ({
    put: async (entry, expected) =>
      await store.put(entry, expected) ||
      expected !== null && await store.put(entry, null),
  }),
  "put keeps the owner": (store) => ({
    async put(entry, expected) {
      const { owner } = await store.get(entry.kind, entry.id) ?? entry;
      return await store.put({ ...entry, owner }, expected);
    },
  }),
  "put keeps the expiry": (store) => ({
    async put(entry, expected) {
      const { expires } = await store.get(entry.kind, entry.id) ?? entry;
      return await store.put({ ...entry, expires }, expected);
    },
  }),
  "expiries are rounded to seconds": (store) => ({
    put: (entry, expected) =>
      store.put({
        ...entry,
        expires: entry.expires && new Date(Math.ceil(entry.expires.valueOf() / 1000) * 1000),
      }, expected),
  }),
  "take reads first and removes later": (store) => ({
    async take(kind, id) {
      const found = await store.get(kind, id);
      await pause();
      await store.take(kind, id);
      return found;
    },
  }),
  "take leaves the record": (store) => ({ take: (kind, id) => store.get(kind, id) }),
  "get returns the same object each time": (store) => {
    const entries = new Map<string, RecordEntry>();
    return {
      async get(kind, id) {
        const found = await store.get(kind, id);
        if (!found) return null;
        const name = `${kind} ${id} ${found.version}`;
        entries.set(name, entries.get(name) ?? found);
        return entries.get(name)!;
      },
    };
  },
  "list ignores the limit": (store) => ({
    list: (owner, kind, page) => store.list(owner, kind, { ...page, limit: 1000 }),
  }),
  "list begins each page with the record before": (store) => ({
    async list(owner, kind, { after, limit = 1000 } = {}) {
      const all = await store.list(owner, kind);
      return all.filter(({ id }) => after === undefined || id >= after).slice(0, limit);
    },
  }),
  "list sorts by UTF-16 code units": (store) => ({
    list: async (owner, kind, page) =>
      (await store.list(owner, kind, page)).toSorted((a, b) => a.id < b.id ? -1 : 1),
  }),
  "list cuts the page before it leaves out what has expired": (store) => {
    const expired = new Map<string, RecordEntry>();
    return {
      put: (entry, expected) => {
        expired.set(entry.id, { ...entry });
        return store.put(entry, expected);
      },
      async list(owner, kind, page = {}) {
        const live = await store.list(owner, kind, page);
        const { after = "", limit = 1000 } = page;
        const all = [...expired.values()].filter((entry) => entry.owner === owner)
          .filter(({ id }) => id > after).toSorted((a, b) => a.id < b.id ? -1 : 1);
        const meant = new Set(all.slice(0, limit).map(({ id }) => id));
        return live.filter(({ id }) => meant.has(id));
      },
    };
  },
  "deleteOwner removes a page": (store) => ({
    async deleteOwner(owner, kind, exceptId) {
      let count = 0;
      for (const name of kind === undefined ? ["test", "kind-0", "kind-1"] : [kind]) {
        for (const { id } of await store.list(owner, name)) {
          if (id !== exceptId && await store.take(name, id)) count++;
        }
      }
      return count;
    },
  }),
  "deleteOwner ignores the kind": (store) => ({
    deleteOwner: (owner, _, exceptId) => store.deleteOwner(owner, undefined, exceptId),
  }),
  "deleteOwner ignores the excepted id": (store) => ({
    deleteOwner: (owner, kind) => store.deleteOwner(owner, kind),
  }),
  "deleteOwner with an excepted id removes nothing": (store) => ({
    deleteOwner: async (owner, kind, exceptId) =>
      exceptId === undefined ? await store.deleteOwner(owner, kind) : 0,
  }),
  "deleteOwner keeps the excepted record, and unlists it": (store) => ({
    async deleteOwner(owner, kind, exceptId) {
      const kept = exceptId === undefined ? null : await store.get(kind!, exceptId);
      if (!kept) return await store.deleteOwner(owner, kind, exceptId);
      await store.put({ ...kept, owner: undefined, version: kept.version + 1 }, kept.version);
      return await store.deleteOwner(owner, kind);
    },
  }),
  "deleteOwner counts nothing": (store) => ({
    deleteOwner: async (owner, kind, exceptId) =>
      void await store.deleteOwner(owner, kind, exceptId) as never,
  }),
  "limits are not checked": (store) => ({
    get: async (kind, id) => {
      try {
        return await store.get(kind, id);
      } catch {
        return null;
      }
    },
  }),
  "too much is cut off": (store) => ({
    put: (entry, expected) =>
      store.put(
        { ...entry, id: typeof entry.id === "string" ? entry.id.slice(0, 512) : entry.id },
        expected,
      ),
  }),
};

/** Mistakes of the rows of a database. */
const ROWS: Record<string, (rows: MemoryRecordRows) => Partial<MemoryRecordRows>> = {
  "a record that has expired cannot be replaced": (rows) => ({
    put: (row, expected, now) =>
      expected === null && rows.get(row.kind, row.id) ? false : rows.put(row, expected, now),
  }),
  "a record that has expired is replaced by its version": (rows) => ({
    put: (row, expected) => rows.put(row, expected, 0),
  }),
  "lists have what has expired": (rows) => ({
    list: (owner, kind, page) => rows.list(owner, kind, page, 0),
  }),
  "deleteOwner counts what has expired": (rows) => ({
    deleteOwner: (owner, kind, except) => rows.deleteOwner(owner, kind, except, 0),
  }),
  "kinds share their ids": (rows) => {
    const kinds = new Map<string, string>();
    return {
      put: (row, expected, now) => {
        kinds.set(row.id, row.kind);
        return rows.put(row, expected, now);
      },
      get: (kind, id) => rows.get(kinds.get(id) ?? kind, id),
    };
  },
  "ids are normalized": (rows) => ({
    put: (row, expected, now) => rows.put({ ...row, id: row.id.normalize() }, expected, now),
    get: (kind, id) => rows.get(kind, id.normalize()),
    take: (kind, id) => rows.take(kind, id.normalize()),
  }),
  "ids ignore case": (rows) => ({
    put: (row, expected, now) => rows.put({ ...row, id: row.id.toLowerCase() }, expected, now),
    get: (kind, id) => rows.get(kind, id.toLowerCase()),
    take: (kind, id) => rows.take(kind, id.toLowerCase()),
  }),
  "members named __proto__ are left out": (rows) => ({
    put: (row, expected, now) => {
      const leaveOut = (name: string, value: unknown) => name === "__proto__" ? undefined : value;
      const data = JSON.stringify(JSON.parse(row.data, leaveOut));
      return rows.put({ ...row, data }, expected, now);
    },
  }),
  "versions are 32-bit integers": (rows) => ({
    put: (row, expected, now) => rows.put({ ...row, version: row.version | 0 }, expected, now),
  }),
  "the list of the owner before keeps the record": (rows) => {
    const owners = new Map<string, RecordRow>();
    return {
      put: (row, expected, now) => {
        const isWritten = rows.put(row, expected, now);
        if (isWritten && row.owner === "ada") owners.set(row.id, row);
        return isWritten;
      },
      list: async (owner, kind, page, now) => {
        const found = await rows.list(owner, kind, page, now);
        if (owner !== "ada" || found.length > 0) return found;
        return [...owners.values()].filter((row) => row.kind === kind && isLive(row, now))
          .flatMap(({ id }) => rows.get(kind, id) as RecordRow | null ?? []);
      },
    };
  },
};

async function assertReported(mistake: string, open: () => RecordStore): Promise<void> {
  const results = await checkRecords(() => ({ store: open() }));
  const failed = results.filter(({ outcome }) => outcome === "failed");
  assert(failed.length > 0, `not reported: ${mistake}`);
  assert(failed.every(({ detail }) => detail), mistake);
  console.log(`${mistake}: ${failed[0]!.name} (${failed.length})`);
}

Deno.test("testRecords(): reports each typical mistake with a rule that names it", async () => {
  for (const [index, [mistake, mutate]] of Object.entries(STORES).entries()) {
    if (!isChosen(index, 3)) continue;
    await assertReported(mistake, () => {
      const store = MemoryRecords();
      return { ...store, ...mutate(store) };
    });
  }
  for (const [index, [mistake, mutate]] of Object.entries(ROWS).entries()) {
    if (!isChosen(index, 3)) continue;
    await assertReported(mistake, () => {
      const rows = createRecordRows();
      return createRecordStore({ ...rows, ...mutate(rows) });
    });
  }
});

Deno.test("testRecords(): reports a failure that leaves a record half written", async () => {
  const results = await checkRecords(() => {
    const rows = createRecordRows();
    const store = createRecordStore(rows);
    let left = 0;
    return {
      store: {
        ...store,
        // Two steps, of which the second may fail.
        async put(entry, expected) {
          const isWritten = await store.put({ ...entry, owner: undefined }, expected);
          if (!isWritten) return false;
          if (--left === 0) throw new Error("The database failed");
          const { version } = entry;
          rows.put(
            { ...rows.get(entry.kind, entry.id) as RecordRow, owner: entry.owner ?? null },
            version,
            0,
          );
          return true;
        },
      },
      failAt: (call) => void (left = call),
    };
  });
  const failed = results.filter(({ outcome }) => outcome === "failed");
  assert(
    failed.some(({ name }) => name.startsWith("a failure at any call")),
    JSON.stringify(failed),
  );
});

Deno.test("testRecords(): reports nothing for a correct store", async () => {
  const results = await checkRecords(() => ({ store: MemoryRecords() }));
  assertEquals(results.filter(({ outcome }) => outcome === "failed"), []);
  assertEquals(
    results.filter(({ outcome }) => outcome === "skipped").map(({ detail }) => detail),
    ["the fixture has no failAt", "the fixture has no failAt"],
  );
});

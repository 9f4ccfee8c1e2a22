/**
 * Checks of the records of an owner: lists, pages, and their removal.
 *
 * @module
 */

import { msFromNow, nowMs } from "../../../base/time.ts";
import type { RecordEntry, RecordStore } from "../../../types/records.ts";
import { expect, expectEqual, inAnHour } from "../adapter/check.ts";
import { newEntry, newVersion, putAll, type RecordCheck } from "./check.ts";

/** Records of an owner who has many: more than a page holds, and than one step removes. */
const MANY = 3000;

/** Ids in the order of their code points. UTF-16 code units would put the fox before `ﬀ`. */
const SORTED = [
  "",
  "!",
  "A",
  "a",
  "a!",
  "aa",
  "b",
  "e\u0301",
  "z",
  "é",
  "李",
  "ﬀ",
  "\uFFFF",
  "🦊",
  "🦊a",
];

const many = (owner: string, count: number): RecordEntry[] =>
  Array.from({ length: count }, (_, index) =>
    newEntry({
      id: String(index).padStart(5, "0"),
      kind: `kind-${index % 2}`,
      owner,
      expires: index % 3 === 0 ? inAnHour() : null,
      data: index,
    }));

const idsOf = (entries: readonly RecordEntry[]): string[] => entries.map(({ id }) => id);

/** The list, read in pages. */
async function readPages(
  store: RecordStore,
  owner: string,
  kind: string,
  limit: number,
): Promise<RecordEntry[][]> {
  const pages: RecordEntry[][] = [];
  let page: RecordEntry[];
  do {
    page = await store.list(owner, kind, { limit, after: pages.at(-1)?.at(-1)?.id });
    pages.push(page);
    expect(pages.length <= MANY, "the pages of a list do not end");
  } while (page.length === limit);
  return pages;
}

/** The checks. */
export const ownerChecks: RecordCheck[] = [
  {
    name: "list returns the records of one owner and one kind",
    async run(store) {
      const mine = newEntry({ owner: "ada" });
      const others = [
        newEntry({ owner: "ad" }),
        newEntry({ owner: "adam" }),
        newEntry({ owner: "Ada" }),
        newEntry({ owner: "a%" }),
        newEntry({ owner: "ada", kind: "test2" }),
        newEntry({ owner: "ada", kind: "tes" }),
        newEntry({ id: "ada" }),
      ];
      await putAll(store, [mine, ...others]);
      expectEqual(await store.list("ada", "test"), [mine], "list");
      expectEqual(await store.list("ada", "none"), [], "list of another kind");
      expectEqual(await store.list("none", "test"), [], "list of another owner");
    },
  },
  {
    name: "owners with the same beginning are told apart, however long it is",
    async run(store) {
      const start = "x".repeat(511);
      const [one, other] = [newEntry({ owner: `${start}1` }), newEntry({ owner: `${start}2` })];
      await putAll(store, [one, other]);
      expectEqual(await store.list(`${start}1`, "test"), [one], "list");
      expectEqual(await store.list(start, "test"), [], "list of the beginning");
      expectEqual(await store.deleteOwner(start), 0, "deleteOwner of the beginning");
      expectEqual(await store.deleteOwner(`${start}1`), 1, "deleteOwner");
      expectEqual(await store.get("test", other.id), other, "the record of the other owner");
    },
  },
  {
    name: "a record whose owner changes leaves the list of the owner before",
    async run(store) {
      let entry = newEntry({ owner: "ada" });
      await store.put(entry, null);
      for (const owner of ["grace", undefined, "x".repeat(512), "ada"]) {
        const before = entry;
        entry = { ...entry, owner, version: newVersion() };
        expectEqual(await store.put(entry, before.version), true, "put");
        if (before.owner) {
          expectEqual(await store.list(before.owner, "test"), [], "the list before");
        }
        if (owner) expectEqual(await store.list(owner, "test"), [entry], "the list after");
      }
      expectEqual(await store.deleteOwner("grace"), 0, "deleteOwner of an owner before");
      expectEqual(await store.get("test", entry.id), entry, "get");
    },
  },
  {
    name: "list is sorted by the code points of the ids, and so are its pages",
    async run(store) {
      const entries = SORTED.map((text) => newEntry({ id: `-${text}`, owner: "ada" }));
      await putAll(store, entries.toSorted((a, b) => a.version - b.version));
      expectEqual(idsOf(await store.list("ada", "test")), idsOf(entries), "list");
      for (const limit of [1, 2, 7]) {
        const pages = await readPages(store, "ada", "test", limit);
        expectEqual(idsOf(pages.flat()), idsOf(entries), `pages of ${limit}`);
        expect(pages.slice(0, -1).every(({ length }) => length === limit), `pages of ${limit}`);
      }
      // The record after which a page begins may be gone.
      const rest = await store.list("ada", "test", { after: "-aab", limit: 3 });
      expectEqual(idsOf(rest), ["-b", "-e\u0301", "-z"], "a page after an id of no record");
      expectEqual(await store.list("ada", "test", { after: "🦊" }), [], "the page after the last");
    },
  },
  {
    name: "pages are full although records between them have expired",
    async run(store) {
      const entries = many("ada", 300).map((entry) => ({ ...entry, kind: "test" }));
      const live = entries.filter((_, index) => index % 100 === 99);
      await putAll(store, live);
      const expires = msFromNow(50);
      await putAll(
        store,
        entries.filter((entry) => !live.includes(entry))
          .map((entry) => ({ ...entry, expires })),
      );
      while (nowMs() <= expires.valueOf()) await store.get("test", "none");
      expectEqual(
        await store.list("ada", "test", { limit: 2 }),
        live.slice(0, 2),
        "the first page",
      );
      const after = live[1]!.id;
      expectEqual(
        await store.list("ada", "test", { limit: 2, after }),
        live.slice(2),
        "the second",
      );
    },
  },
  {
    name: "a page has at most a thousand records, and all pages have all of them",
    async run(store) {
      const entries = many("ada", MANY).map((entry) => ({ ...entry, kind: "test" }));
      await putAll(store, entries);
      expectEqual((await store.list("ada", "test")).length, 1000, "without a limit");
      const pages = await readPages(store, "ada", "test", 1000);
      expectEqual(pages.map(({ length }) => length), [1000, 1000, 1000, 0], "pages of a thousand");
      expectEqual(pages.flat(), entries, "the records");
    },
  },
  {
    name: "deleteOwner removes three thousand records, of one kind or of all",
    async run(store) {
      const entries = many("ada", MANY);
      const others = [newEntry({ owner: "grace", kind: "kind-0" }), newEntry({ kind: "kind-0" })];
      await putAll(store, [...entries, ...others]);
      expectEqual(await store.deleteOwner("ada", "kind-0"), MANY / 2, "of one kind");
      expectEqual(await store.list("ada", "kind-0"), [], "list of that kind");
      expectEqual((await store.list("ada", "kind-1")).length, 1000, "list of the other kind");
      expectEqual(await store.deleteOwner("ada"), MANY / 2, "of all kinds");
      expectEqual(await store.deleteOwner("ada"), 0, "again");
      for (const { kind, id } of entries) expectEqual(await store.get(kind, id), null, "get");
      for (const other of others) {
        expectEqual(await store.get(other.kind, other.id), other, "a record of another owner");
      }
    },
  },
  {
    name: "deleteOwner keeps the record with the excepted id, and its place in the list",
    async run(store) {
      const [spared, ...others] = many("ada", 250).map((entry) => ({ ...entry, kind: "test" }));
      const same = newEntry({ owner: "grace", kind: "other", id: spared!.id });
      await putAll(store, [spared!, ...others, same]);
      expectEqual(await store.deleteOwner("ada", "test", spared!.id), others.length, "the count");
      expectEqual(await store.get("test", spared!.id), spared!, "the kept record");
      expectEqual(await store.list("ada", "test"), [spared!], "the list");
      expectEqual(await store.deleteOwner("ada", "test", spared!.id), 0, "again");
      expectEqual(await store.deleteOwner("ada", "test", "unknown"), 1, "another exception");
      expectEqual(await store.get("other", same.id), same, "a record of another owner");
    },
  },
  {
    name: "deleteOwner at the same time as writes removes what was there before",
    async run(store) {
      const before = many("ada", 500);
      await putAll(store, before);
      const during = many("ada", 600).slice(500);
      const moved = before.slice(0, 20).map((entry) => ({
        ...entry,
        owner: "grace",
        version: newVersion(),
      }));
      const [count, moves] = await Promise.all([
        store.deleteOwner("ada"),
        Promise.all(
          moved.map(async (entry, at) => await store.put(entry, before[at]!.version)),
        ),
        Promise.all(during.map(async (entry) => await store.put(entry, null))),
      ]);
      const spared = moved.filter((_, at) => moves[at]);
      for (const entry of before) {
        const own = spared.find(({ id }) => id === entry.id);
        expectEqual(await store.get(entry.kind, entry.id), own ?? null, "a record of before");
      }
      const left = [
        ...await store.list("ada", "kind-0"),
        ...await store.list("ada", "kind-1"),
      ];
      expect(left.every(({ id }) => Number(id) >= 500), "only records written meanwhile are left");
      expectEqual(count + spared.length + left.length, 600, "removed, moved and left");
      expectEqual(await store.deleteOwner("ada"), left.length, "deleteOwner again");
      expectEqual(
        await store.deleteOwner("grace"),
        spared.length,
        "deleteOwner of the other owner",
      );
    },
  },
  {
    name: "deleteOwner by fifty calls at once counts each record once",
    async run(store) {
      const entries = many("ada", 250);
      await putAll(store, entries);
      const counts = await Promise.all(
        Array.from({ length: 50 }, async () => await store.deleteOwner("ada")),
      );
      expectEqual(counts.reduce((sum, count) => sum + count, 0), entries.length, "the counts");
    },
  },
];

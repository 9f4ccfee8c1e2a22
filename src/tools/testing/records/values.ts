/**
 * Checks of single records, with one call after another: reads return what was written.
 *
 * @module
 */

import { msFromNow, nowDate, nowMs } from "../../../base/time.ts";
import type { Json, RecordEntry } from "../../../types/records.ts";
import { expect, expectEqual, inAnHour } from "../adapter/check.ts";
import { expectRefused, newEntry, newVersion, putExpired, type RecordCheck } from "./check.ts";

/** Text that stores often do not keep exactly, or mistake for other text. */
const TEXTS = [
  "Zoë 🦊 李雷",
  "' OR 1=1; --",
  '"quoted" \\ back $1 ? :id',
  "e\u0301",
  "\u00e9",
  "ﬀ",
  "%_*?",
  "__proto__",
  "constructor",
  " a ",
  "A",
  "a",
  "\u{10FFFF}",
  "x".repeat(512),
  "\uFFFF".repeat(512),
  "🦊".repeat(256),
];

/** Values at the edges of JSON. */
const VALUES: readonly Json[] = [
  null,
  false,
  0,
  -1.5,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  "",
  "NUL \0, lone \ud800, line\u2028",
  [],
  {},
  [[null], { a: [{}] }],
  { "": 1, "a.b": 2, "$date": 3, constructor: 4, toString: "x" },
  JSON.parse('{"__proto__":{"admin":true},"a":{"__proto__":1}}'),
  Object.assign(Object.create(null), { plain: true }),
  nested(100),
];

/** Times at the edges of `Date`. */
const TIMES = [
  msFromNow(3_600_123),
  new Date("9999-12-31T23:59:59.999Z"),
  new Date(8.64e15),
];

/** Most bytes of data as JSON. */
const MAX_DATA_BYTES = 32 * 1024;

/** An array in an array, so many levels deep. */
function nested(levels: number): Json {
  let value: Json = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}

/** Text that no database can compress, with three bytes for each character. */
function randomText(length: number): string {
  const random = crypto.getRandomValues(new Uint16Array(length));
  return String.fromCharCode(...random.map((value) => 0x1000 + value % 0xb000));
}

/** The checks. */
export const valueChecks: RecordCheck[] = [
  {
    name: "an absent record: get and take return null, put with a version returns false",
    async run(store) {
      const entry = newEntry();
      expectEqual(await store.get("test", entry.id), null, "get");
      expectEqual(await store.take("test", entry.id), null, "take");
      expectEqual(await store.put(entry, newVersion()), false, "put with a version");
      expectEqual(await store.get("test", entry.id), null, "get after put");
      expectEqual(await store.list("ada", "test"), [], "list");
      expectEqual(await store.deleteOwner("ada"), 0, "deleteOwner");
    },
  },
  {
    name: "a present record: get returns it, put with null returns false, take removes it",
    async run(store) {
      const entry = newEntry({ owner: "ada", expires: inAnHour() });
      expectEqual(await store.put(entry, null), true, "put");
      expectEqual(await store.get("test", entry.id), entry, "get");
      expectEqual(await store.put(newEntry({ id: entry.id }), null), false, "put with null");
      expectEqual(await store.get("test", entry.id), entry, "get after put with null");
      expectEqual(await store.get("other", entry.id), null, "get of another kind");
      expectEqual(await store.take("other", entry.id), null, "take of another kind");
      expectEqual(await store.take("test", entry.id), entry, "take");
      expectEqual(await store.get("test", entry.id), null, "get after take");
      expectEqual(await store.list("ada", "test"), [], "list after take");
      expectEqual(await store.put(entry, null), true, "put after take");
    },
  },
  {
    name: "an expired record is absent for every method",
    async run(store) {
      const mine = { owner: "ada" };
      const entry = newEntry(mine);
      await putExpired(store, entry);
      expectEqual(await store.get("test", entry.id), null, "get");
      expectEqual(
        await store.put({ ...entry, version: newVersion() }, entry.version),
        false,
        "put",
      );
      expectEqual(await store.list("ada", "test"), [], "list");
      expectEqual(await store.take("test", entry.id), null, "take");

      const other = newEntry(mine);
      await putExpired(store, other);
      const next = newEntry({ id: other.id, owner: "grace" });
      expectEqual(await store.put(next, null), true, "put with null");
      expectEqual(await store.get("test", other.id), next, "get after put with null");
      expectEqual(await store.list("grace", "test"), [next], "list of the new owner");

      await putExpired(store, newEntry(mine));
      const live = newEntry(mine);
      await store.put(live, null);
      expectEqual(await store.deleteOwner("ada"), 1, "deleteOwner counts live records only");
      expectEqual(await store.get("test", live.id), null, "get after deleteOwner");
    },
  },
  {
    name: "a record whose expiry passes while it is stored becomes absent",
    async run(store) {
      const entry = newEntry({ owner: "ada" });
      await store.put({ ...entry, expires: inAnHour() }, null);
      expect(await store.get("test", entry.id), "get before the expiry");
      await putExpired(store, { ...entry, version: newVersion() }, entry.version);
      expectEqual(await store.get("test", entry.id), null, "get");
      expectEqual(await store.list("ada", "test"), [], "list");
      expectEqual(await store.take("test", entry.id), null, "take");
    },
  },
  {
    name: "a record that was written with a time in the past is absent",
    async run(store) {
      const past = [new Date(nowMs() - 1000), new Date(0), new Date(-8.64e15)];
      for (const expires of past) {
        const entry = newEntry({ owner: "ada", expires });
        await store.put(entry, null);
        expectEqual(await store.get("test", entry.id), null, `get of ${expires.valueOf()}`);
        expectEqual(await store.put(newEntry({ id: entry.id }), null), true, "put with null");
      }
      expectEqual(await store.list("ada", "test"), [], "list");
    },
  },
  {
    name: "put replaces the whole record if the version is the expected one",
    async run(store) {
      const first = newEntry({ owner: "ada", expires: inAnHour(), data: { a: 1, b: 2 } });
      await store.put(first, null);
      const second = newEntry({ id: first.id, data: { b: 3 } });
      expectEqual(await store.put(second, newVersion()), false, "put with another version");
      expectEqual(await store.get("test", first.id), first, "get after it");
      expectEqual(await store.put(second, first.version), true, "put");
      const found = await store.get("test", first.id);
      expectEqual(found, second, "get");
      expect(found && !("owner" in found), "a record without an owner has no such member");
      expectEqual(await store.put(newEntry({ id: first.id }), first.version), false, "put again");
      const third = newEntry({ id: first.id, version: 1, expires: inAnHour() });
      expectEqual(await store.put(third, second.version), true, "put of a smaller version");
      expectEqual(await store.get("test", first.id), third, "get of the smaller version");
      const fourth = newEntry({ id: first.id, version: Number.MAX_SAFE_INTEGER });
      expectEqual(await store.put(fourth, 1), true, "put of the largest version");
      expectEqual(await store.get("test", first.id), fourth, "get of the largest version");
    },
  },
  {
    name: "dates are kept in milliseconds, up to the last one there is",
    async run(store) {
      for (const expires of TIMES) {
        const entry = newEntry({ expires });
        await store.put(entry, null);
        const found = await store.get("test", entry.id);
        expect(found?.expires instanceof Date, "expires is a Date");
        expectEqual(found.expires.valueOf(), expires.valueOf(), "expires");
      }
    },
  },
  {
    name: "unusual text is kept exactly, and different ids stay different",
    async run(store) {
      const entries = TEXTS.map((text) =>
        newEntry({ id: text, owner: text, data: { [text]: text } })
      );
      for (const entry of entries) expectEqual(await store.put(entry, null), true, entry.id);
      for (const entry of entries) {
        expectEqual(await store.get("test", entry.id), entry, "get");
        expectEqual(await store.list(entry.id, "test"), [entry], "list");
      }
      for (const entry of entries) {
        expectEqual(await store.take("test", entry.id), entry, "take");
      }
    },
  },
  {
    name: "data is kept exactly, members named __proto__ included",
    async run(store) {
      for (const [index, data] of VALUES.entries()) {
        const entry = newEntry({ id: `value ${index}`, data });
        await store.put(entry, null);
        const found = await store.get("test", entry.id);
        expectEqual(JSON.stringify(found?.data), JSON.stringify(data), "data as JSON");
      }
      expectEqual(({} as Record<string, unknown>).admin, undefined, "Object.prototype");
    },
  },
  {
    name: "changes of an entry after put, or after get, change no stored record",
    async run(store) {
      const data = { list: ["a"] };
      const entry = newEntry({ owner: "ada", expires: inAnHour(), data });
      const written = structuredClone(entry);
      const change = (target: RecordEntry) => {
        target.version = 1;
        target.owner = "grace";
        target.expires?.setTime(0);
        (target.data as typeof data).list.push("b");
      };
      const putting = store.put(entry, null);
      change(entry);
      expectEqual(await putting, true, "put");
      for (
        const read of [() => store.get("test", entry.id), async () => {
          return (await store.list("ada", "test"))[0] ?? null;
        }]
      ) {
        const found = await read();
        expectEqual(found, written, "the first read");
        change(found!);
        expectEqual(await read(), written, "the second read");
      }
    },
  },
  {
    name: "records at the limits are kept",
    async run(store) {
      const kind = "a-b.0".padEnd(64, "z");
      const owner = randomText(512);
      const wide = `"${"é".repeat(MAX_DATA_BYTES / 2 - 1)}"`;
      // Databases that store some text with two bytes for each character double this one.
      const doubled = `"🦊${"x".repeat(MAX_DATA_BYTES - 6)}"`;
      for (const json of [`"${"x".repeat(MAX_DATA_BYTES - 2)}"`, wide, doubled]) {
        const entry = newEntry({ kind, id: randomText(512), owner, data: JSON.parse(json) });
        await store.put(entry, null);
        expectEqual(await store.get(kind, entry.id), entry, "get");
      }
      expectEqual((await store.list(owner, kind)).length, 3, "list");
      expectEqual(await store.deleteOwner(owner, kind), 3, "deleteOwner");
    },
  },
  {
    name: "arguments beyond the limits are refused, and nothing is written",
    async run(store) {
      const entry = newEntry({ id: "refused", owner: "ada" });
      const put = (members: object) => () => store.put({ ...entry, ...members }, null);
      const far = "x".repeat(513);
      const loop: unknown[] = [];
      loop.push(loop);
      const ranges: [string, unknown[]][] = [
        ["kind", ["", "x".repeat(65), "Upper", "a b", "a_b", "a\n"]],
        ["id", ["", far, "a\0", "\ud800", "\udc00a"]],
        ["owner", ["", far, "a\0", "\ud800"]],
        ["version", [0, -1, 1.5, NaN, Infinity, 2 ** 53]],
        ["data", [
          "x".repeat(MAX_DATA_BYTES - 1),
          "é".repeat(MAX_DATA_BYTES / 2),
          nested(101),
          loop,
        ]],
      ];
      const types: [string, unknown[]][] = [
        ["kind", [undefined, null, 1, {}]],
        ["id", [undefined, null, 1, ["a"]]],
        ["owner", [null, 1]],
        ["version", [undefined, null, "1", 1n]],
        ["expires", [undefined, 0, "2030-01-01", new Date(NaN)]],
        ["data", [undefined, NaN, Infinity, 1n, Symbol(), () => {}, nowDate(), new Map()]],
        ["data", [{ a: undefined }, [undefined], [{ a: [NaN] }], new Uint8Array(1), [, 1]]],
      ];
      for (const [type, table] of [[RangeError, ranges], [TypeError, types]] as const) {
        for (const [member, values] of table) {
          for (const value of values) await expectRefused(put({ [member]: value }), type, member);
        }
      }
      for (const method of ["get", "take"] as const) {
        await expectRefused(() => store[method]("A", "a"), RangeError, "kind");
        await expectRefused(() => store[method]("a", ""), RangeError, "id");
      }
      await expectRefused(() => store.list("", "a"), RangeError, "owner");
      await expectRefused(() => store.list("a", "A"), RangeError, "kind");
      await expectRefused(() => store.list("a", "a", { after: "" }), RangeError, "after");
      for (const limit of [0, -1, 1.5, 1001, NaN]) {
        await expectRefused(() => store.list("a", "a", { limit }), RangeError, "limit");
      }
      await expectRefused(() => store.deleteOwner(""), RangeError, "owner");
      await expectRefused(() => store.deleteOwner("a", ""), RangeError, "kind");
      await expectRefused(() => store.deleteOwner("a", "a", ""), RangeError, "exceptId");
      for (const expected of [0, 1.5, entry.version]) {
        await expectRefused(() => store.put(entry, expected), RangeError, "expected");
      }
      await expectRefused(() => store.put(entry, undefined as never), TypeError, "expected");
      expectEqual(await store.list("ada", "test"), [], "list");
    },
  },
];

/**
 * Checks of calls that fail: an answer that is lost, and a database that fails at any of
 * its calls.
 *
 * @module
 */

import type { RecordEntry, RecordStore } from "../../../types/records.ts";
import { expect, expectEqual, inAnHour } from "../adapter/check.ts";
import { newEntry, newVersion, putAll, type RecordCheck } from "./check.ts";

/** Times of a failure. */
const MOMENTS = ["before", "after"] as const;

/** Calls of the database that one method may make, at most. */
const MAX_CALLS = 40;

/** The store, which performs a call of `put` and then throws, when `isLost` returns `true`. */
function losing(store: RecordStore, isLost: () => boolean): RecordStore {
  return {
    get: (kind, id) => store.get(kind, id),
    take: (kind, id) => store.take(kind, id),
    list: (owner, kind, page) => store.list(owner, kind, page),
    deleteOwner: (owner, kind, exceptId) => store.deleteOwner(owner, kind, exceptId),
    async put(entry, expected) {
      const result = await store.put(entry, expected);
      if (isLost()) throw new Error("The answer was lost");
      return result;
    },
  };
}

/** The documented recipe: after a failure, the version tells whether the write took place. */
async function putSurely(
  store: RecordStore,
  entry: RecordEntry,
  expected: number | null,
): Promise<boolean> {
  try {
    return await store.put(entry, expected);
  } catch {
    const found = await store.get(entry.kind, entry.id);
    return found?.version === entry.version;
  }
}

/** A call of a method on records that are there, and the states it may leave behind. */
interface Scenario {
  name: string;
  before: RecordEntry[];
  act(store: RecordStore): Promise<unknown>;
  after: RecordEntry[];
}

function scenarios(): Scenario[] {
  const entry = newEntry({ owner: "ada", expires: inAnHour() });
  const moved = { ...entry, owner: "grace", version: newVersion() };
  const free = { ...entry, owner: undefined, version: newVersion() };
  const put = (next: RecordEntry, expected: number | null) => async (store: RecordStore) =>
    expectEqual(await store.put(next, expected), true, "put");
  return [
    { name: "a new record", before: [], act: put(entry, null), after: [entry] },
    { name: "a new owner", before: [entry], act: put(moved, entry.version), after: [moved] },
    { name: "no owner any more", before: [entry], act: put(free, entry.version), after: [free] },
    {
      name: "take",
      before: [entry],
      act: async (store) => expectEqual(await store.take(entry.kind, entry.id), entry, "take"),
      after: [],
    },
    {
      name: "deleteOwner",
      before: [entry],
      act: async (store) => expectEqual(await store.deleteOwner("ada"), 1, "deleteOwner"),
      after: [],
    },
  ];
}

/** The records of all owners, and what each record's own key leads to. */
async function readState(store: RecordStore, { before, after }: Scenario): Promise<unknown> {
  const { kind, id } = (before[0] ?? after[0])!;
  return [
    await store.get(kind, id),
    await store.list("ada", kind),
    await store.list("grace", kind),
  ];
}

function expectedState(entries: readonly RecordEntry[]): unknown {
  const of = (owner: string) => entries.filter((entry) => entry.owner === owner);
  return [entries[0] ?? null, of("ada"), of("grace")];
}

function isSame(actual: unknown, expected: unknown): boolean {
  try {
    expectEqual(actual, expected, "");
    return true;
  } catch {
    return false;
  }
}

/** The checks. */
export const faultChecks: RecordCheck[] = [
  {
    name: "a put whose answer was lost is recognized by reading back",
    async run(store) {
      let count = 0;
      const unreliable = losing(store, () => ++count % 2 === 0);
      let expected: number | null = null;
      for (let round = 0; round < 20; round++) {
        const entry = newEntry({ id: "one", owner: "ada", data: round });
        expectEqual(await putSurely(unreliable, entry, expected), true, "put");
        // A call that wrote nothing is told apart, answered or not.
        const late = newEntry({ id: "one" });
        expectEqual(await putSurely(unreliable, late, expected), false, "put with an old version");
        expectEqual(await putSurely(unreliable, late, null), false, "put with null");
        expectEqual(await store.get("test", "one"), entry, "get");
        expected = entry.version;
      }
      expect(count === 60, "every put was made once");
    },
  },
  {
    name: "a repeated put of one version writes once",
    async run(store) {
      const first = newEntry({ owner: "ada" });
      expectEqual(await store.put(first, null), true, "put");
      expectEqual(await store.put(first, null), false, "the same put again");
      const second = { ...first, version: newVersion() };
      expectEqual(await store.put(second, first.version), true, "put with a version");
      expectEqual(await store.put(second, first.version), false, "the same put again");
      expectEqual(await store.get("test", first.id), second, "get");
    },
  },
  {
    name: "a failure at any call of the database leaves the record as before or as after",
    needsFaults: true,
    async run(store, { failAt, inspect }) {
      let faults = 0;
      for (const moment of MOMENTS) {
        for (const { name } of scenarios()) {
          for (let call = 1;; call++) {
            expect(call <= MAX_CALLS, `${name}: more than ${MAX_CALLS} calls of the database`);
            const scenario = scenarios().find((other) => other.name === name)!;
            await putAll(store, scenario.before);
            failAt!(call, moment);
            const failed = await scenario.act(store).then(() => false, (error: Error) => error);
            failAt!(0, moment);
            const state = await readState(store, scenario);
            const after = expectedState(scenario.after);
            if (failed) {
              faults++;
              const states = [expectedState(scenario.before), after];
              expect(
                states.some((allowed) => isSame(state, allowed)),
                `${name}, failure ${moment} call ${call}: ${JSON.stringify(state)}`,
              );
            } else {
              expectEqual(state, after, `${name} without a failure`);
            }
            await inspect?.();
            for (const owner of ["ada", "grace"]) await store.deleteOwner(owner);
            const { kind, id } = scenario.after[0] ?? scenario.before[0]!;
            await store.take(kind, id);
            if (!failed) break;
          }
        }
      }
      expect(faults > 0, "failAt makes calls of the database fail");
      return `${faults} failures, nothing half written`;
    },
  },
  {
    name: "deleteOwner of many records that fails is completed by the next call",
    needsFaults: true,
    async run(store, { failAt, inspect }) {
      let faults = 0;
      for (const moment of MOMENTS) {
        for (let call = 1; call <= MAX_CALLS; call++) {
          const entries = Array.from({ length: 250 }, () => newEntry({ owner: "ada" }));
          await putAll(store, entries);
          failAt!(call, moment);
          const failed = await Promise.resolve(store.deleteOwner("ada")).then(() => 0, () => 1);
          failAt!(0, moment);
          faults += failed;
          await inspect?.();
          await store.deleteOwner("ada");
          expectEqual(await store.list("ada", "test"), [], "list");
          for (const { id } of entries) expectEqual(await store.get("test", id), null, "get");
          if (!failed) break;
        }
      }
      return `${faults} failures of deleteOwner`;
    },
  },
];

/**
 * Checks of fifty concurrent calls: exactly one succeeds, in any order.
 *
 * @module
 */

import type { RecordStore } from "../../../types/records.ts";
import { CROWD, crowd, expect, expectEqual, inAnHour, valuesOf } from "../adapter/check.ts";
import { newEntry, newVersion, putExpired, type RecordCheck } from "./check.ts";

/** Number of versions in a row that fifty calls compete for. */
const ROUNDS = 5;

/** Fifty calls of `put`; all of them answer, and the record is that of the one that wrote. */
async function raceToPut(
  store: RecordStore,
  id: string,
  expected: number | null,
  what: string,
): Promise<number> {
  const entries = Array.from(
    { length: CROWD },
    (_, index) => newEntry({ id, owner: `owner ${index % 3}`, data: index }),
  );
  const results = valuesOf(await crowd((index) => store.put(entries[index]!, expected)));
  expectEqual(results.length, CROWD, `${what}: calls that did not fail`);
  const winners = entries.filter((_, index) => results[index]);
  expectEqual(winners.length, 1, `${what}: number of writes`);
  expectEqual(await store.get("test", id), winners[0], `${what}: the record`);
  for (const owner of ["owner 0", "owner 1", "owner 2"]) {
    const mine = winners.filter((winner) => winner.owner === owner);
    expectEqual(await store.list(owner, "test"), mine, `${what}: the list of ${owner}`);
  }
  return winners[0]!.version;
}

/** The checks. */
export const raceChecks: RecordCheck[] = [
  {
    name: "fifty puts of one new record: one writes",
    run: async (store) => void await raceToPut(store, "one", null, "put"),
  },
  {
    name: "fifty puts over one expired record: one writes",
    async run(store) {
      const entry = newEntry({ owner: "owner 1" });
      await putExpired(store, entry);
      await raceToPut(store, entry.id, null, "put");
    },
  },
  {
    name: "fifty puts with one expected version: one writes, for each version",
    async run(store) {
      let version = await raceToPut(store, "one", null, "put of a new record");
      for (let round = 1; round <= ROUNDS; round++) {
        version = await raceToPut(store, "one", version, `version ${round}`);
      }
    },
  },
  {
    name: "fifty takes of one record: one gets it",
    async run(store) {
      for (const owner of [undefined, "ada"]) {
        const entry = newEntry({ owner, expires: inAnHour() });
        await store.put(entry, null);
        const results = valuesOf(await crowd(() => store.take("test", entry.id)));
        expectEqual(results.length, CROWD, "calls that did not fail");
        expectEqual(results.filter((found) => found !== null), [entry], "records that were taken");
        expectEqual(await store.get("test", entry.id), null, "get");
      }
    },
  },
  {
    name: "fifty increments of one counter with repetition end at fifty",
    async run(store) {
      let conflicts = 0;
      const increment = async () => {
        // Each round has a winner, so a call loses at most as often as there are others.
        for (let attempt = 0; attempt < CROWD; attempt++) {
          const found = await store.get("test", "counter");
          const next = newEntry({ id: "counter", data: Number(found?.data ?? 0) + 1 });
          if (await store.put(next, found && found.version)) return;
          conflicts++;
        }
        throw new Error("An increment lost more often than there are others");
      };
      const results = await crowd(increment);
      const failed = results.find(({ status }) => status === "rejected");
      expectEqual(
        (failed as PromiseRejectedResult | undefined)?.reason?.message,
        undefined,
        "failed",
      );
      expectEqual((await store.get("test", "counter"))?.data, CROWD, "the counter");
      return `${CROWD} increments at once, ${conflicts} conflicts`;
    },
  },
  {
    name: "of a take and puts at the same time, none is half done",
    async run(store) {
      for (let round = 0; round < 10; round++) {
        const id = `round ${round}`;
        const first = newEntry({ id, owner: "ada" });
        await store.put(first, null);
        const next = newEntry({ id, owner: "grace" });
        const again = newEntry({ id, owner: "mary" });
        const [taken, replaced, created] = await Promise.all([
          store.take("test", id),
          store.put(next, first.version),
          store.put(again, null),
        ]);
        const left = await store.get("test", id);
        const written = [first, ...(replaced ? [next] : []), ...(created ? [again] : [])];
        expect(taken || !created, "a record was created while another one was there");
        expectEqual(
          [...(taken ? [taken] : []), ...(left ? [left] : [])].length,
          written.length - (replaced ? 1 : 0),
          "records that were taken or left",
        );
        for (const owner of ["ada", "grace", "mary"]) {
          const mine = left?.owner === owner ? [left] : [];
          expectEqual(await store.list(owner, "test"), mine, `the list of ${owner}`);
        }
        if (left) {
          await store.put({ ...left, owner: undefined, version: newVersion() }, left.version);
        }
      }
    },
  },
];

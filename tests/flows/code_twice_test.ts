/**
 * A code that comes twice, at both doors at which clients exchange one: a lost answer ends nothing, and
 * a copy ends everything that came from the code, as long as there is anything.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { onEveryStore, type StoreTest } from "./_every_store.ts";
import { later } from "./_later.ts";
import { STRATEGIES } from "./_strategies.ts";
import {
  type Door,
  type DoorAnswer,
  DOORS,
  type Fields,
  given,
  KEYS,
  type OpenDoor,
  refused,
  withPut,
} from "./_token_doors.ts";

const TIMES = 50;
const HOUR = 60 * 60 * 1000;

/** A second request. */
interface Second {
  /** What differs from the first one. Default: nothing. */
  readonly change?: Fields;
  /** Key of the first request, and of the second. Default: none. */
  readonly keys?: readonly [keyof typeof KEYS, (keyof typeof KEYS)?];
  /** Milliseconds between them. Default: 0. */
  readonly after?: number;
  /** What came from the code then. */
  readonly ends: boolean;
  /** The door that has this case. Default: both. */
  readonly door?: string;
}

const OTHER_VERIFIER = "a".repeat(43);

/** The policy. */
const SECOND: Readonly<Record<string, Second>> = {
  "the same request": { ends: false },
  "the same request, 9 seconds later": { after: 9_000, ends: false },
  "the same request, 10 seconds later": { after: 10_001, ends: true },
  "the same request, two hours later": { after: 2 * HOUR, ends: true },
  "the same request, two days later": { after: 48 * HOUR, ends: true },
  "another verifier": { change: { code_verifier: OTHER_VERIFIER }, ends: true },
  "a verifier of another form": { change: { code_verifier: "short" }, ends: true },
  "another client": {
    change: { client_id: "cli" },
    ends: true,
    door: "authorization server",
  },
  "the same key": { keys: ["own", "own"], after: 9_000, ends: false },
  "another key": { keys: ["own", "other"], ends: true },
  "no key after one": { keys: ["own"], ends: true },
};

async function assertLives(door: Door, tokens: DoorAnswer, second: Second): Promise<void> {
  const key = second.keys && KEYS.own;
  if (!key && (second.after ?? 0) < HOUR) {
    assertEquals(await door.accepts(tokens.access_token), !second.ends);
  }
  const next = door.send(door.refresh(tokens.refresh_token), key);
  if (second.ends) assertEquals((await refused(next)).error, "invalid_grant");
  else await given(next);
  assertEquals(door.reused.length, second.ends ? 1 : 0);
}

function register(test: StoreTest, name: string, openDoor: OpenDoor): void {
  for (const strategy of STRATEGIES) {
    const at = (title: string, run: (door: Door) => Promise<void>) =>
      test(`${name}, ${strategy}: ${title}`, async (store) => {
        await run(await openDoor(strategy, store.config as Partial<AuthConfig>));
      });

    for (const [title, second] of Object.entries(SECOND)) {
      if (second.door !== undefined && second.door !== name) continue;
      const { change, keys: [first, again] = [], after = 0, ends } = second;
      at(`${title} ${ends ? "ends everything" : "ends nothing"}`, async (door) => {
        const fields = await door.code();
        const tokens = await given(door.send(fields, first && KEYS[first]));
        using _later = later(after);
        const told = await refused(
          door.send({ ...fields, ...change }, again && KEYS[again]),
        );
        assertEquals(told.error, "invalid_grant");
        await assertLives(door, tokens, second);
      });
    }

    at("a session that lives by refreshes ends by its code, a month later", async (door) => {
      const fields = await door.code();
      let tokens = await given(door.send(fields));
      for (const days of [20, 40]) {
        using _later = later(days * 24 * HOUR);
        tokens = await given(door.send(door.refresh(tokens.refresh_token)));
      }
      using _later = later(50 * 24 * HOUR);
      await refused(door.send(fields));
      await refused(door.send(door.refresh(tokens.refresh_token)));
      assertEquals(door.reused.length, 1);
    });

    test(`${name}, ${strategy}: a mark that the version before has written counts as it did`, async ({ config }) => {
      const door = await openDoor(strategy, {
        ...config as Partial<AuthConfig>,
        records: asBefore(config.records!),
      });
      const isNative = name === "native";
      const fields = await door.code();
      const tokens = await given(door.send(fields));
      await refused(door.send({ ...fields, code_verifier: OTHER_VERIFIER }));
      assertEquals(await door.accepts(tokens.access_token), !isNative);
      using _later = later(10_001);
      await refused(door.send(fields));
      await refused(door.send(door.refresh(tokens.refresh_token)));
      assertEquals(door.reused.length, 1);
    });

    at("a wrong first request gives nothing, and uses the code up", async (door) => {
      const changes: Fields[] = [
        { code_verifier: OTHER_VERIFIER },
        { code_verifier: "short" },
        { redirect_uri: "http://127.0.0.1:1/callback" },
      ];
      for (const change of changes) {
        const fields = await door.code();
        await refused(door.send({ ...fields, ...change }));
        await refused(door.send(fields));
      }
      assertEquals(door.reused, []);
    });

    at("of fifty at once, one gets tokens that live", async (door) => {
      const fields = await door.code();
      const all = await Promise.all(Array.from({ length: TIMES }, () => door.send(fields)));
      const good = all.filter(({ status }) => status === 200);
      assertEquals(good.length, 1);
      for (const one of all) if (one !== good[0]) assertEquals(one.error, "invalid_grant");
      await assertLives(door, good[0]!, { ends: false });
    });

    at(
      "of fifty at once with fifty copies, at most one gets tokens, which a copy ends",
      async (door) => {
        const fields = await door.code();
        const copy = { ...fields, code_verifier: OTHER_VERIFIER };
        const all = await Promise.all(
          Array.from({ length: 2 * TIMES }, (_, index) => door.send(index % 2 ? copy : fields)),
        );
        const good = all.filter(({ status }) => status === 200);
        assert(good.length <= 1);
        await refused(door.send(copy));
        for (const { refresh_token } of good) await refused(door.send(door.refresh(refresh_token)));
      },
    );
  }
}

for (const [name, openDoor] of Object.entries(DOORS)) {
  onEveryStore("code twice", (test) => register(test, name, openDoor), true);
}

/** A store with marks of used codes as the version before wrote them. */
function asBefore(records: RecordStore): RecordStore {
  const marks = ["native.spent", "oauth.used"];
  return withPut(records, (entry, expected) => {
    if (!marks.includes(entry.kind)) return records.put(entry, expected);
    const { at, by: _, ...data } = entry.data as { at: number; by: string };
    const isNative = entry.kind === "native.spent";
    return records.put({ ...entry, data: isNative ? data : { ...data, at } }, expected);
  });
}

/** A store whose next write of a kind waits, from the time at which it is asked for that. */
function holding(records: RecordStore, kind: string) {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let waits = false;
  const store = withPut(records, async (entry, expected) => {
    if (entry.kind === kind && waits) {
      waits = false;
      begun.resolve();
      await released.promise;
    }
    return await records.put(entry, expected);
  });
  return {
    store,
    hold: () => void (waits = true),
    hasBegun: begun.promise,
    release: () => released.resolve(),
  };
}

onEveryStore("code twice", (test) => {
  for (const strategy of STRATEGIES) {
    // The session that a native code gives begins with it.
    for (const kind of ["native.spent", "native"]) {
      for (const isCopy of [false, true]) {
        const title = `native, ${strategy}: ${isCopy ? "a copy" : "the same request"} while ` +
          `\`${kind}\` is written ends ${isCopy ? "what begins" : "nothing"}`;
        test(title, async ({ config }) => {
          const { store, hold, hasBegun, release } = holding(config.records!, kind);
          const door = await DOORS.native!(strategy, {
            ...config as Partial<AuthConfig>,
            records: store,
          });
          const fields = await door.code();
          hold();
          const first = door.send(fields);
          await hasBegun;
          await refused(door.send(isCopy ? { ...fields, code_verifier: OTHER_VERIFIER } : fields));
          release();
          if (isCopy) await refused(first);
          else await given(door.send(door.refresh((await given(first)).refresh_token)));
        });
      }
    }
  }
}, true);

/**
 * A store in which a use of a code is finished between the read of its mark and the next read, of
 * the request that asks for the mark first.
 */
function between(records: RecordStore, mark: string) {
  const asked = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const store: RecordStore = {
    async get(kind, id) {
      const found = await records.get(kind, id);
      if (kind === mark && !found) {
        asked.resolve();
        await finished.promise;
      }
      return found;
    },
    async put(entry, expected) {
      if (entry.kind === mark) await asked.promise;
      return await records.put(entry, expected);
    },
    take: (kind, id) => records.take(kind, id),
    list: (owner, kind, page) => records.list(owner, kind, page),
    deleteOwner: (owner, kind, exceptId) => records.deleteOwner(owner, kind, exceptId),
  };
  return { store, finish: () => finished.resolve() };
}

onEveryStore("code twice", (test) => {
  for (const strategy of STRATEGIES) {
    for (const [name, openDoor] of Object.entries(DOORS)) {
      const title =
        `${name}, ${strategy}: the same request, whose read of the mark the first one ` +
        "overtakes, ends nothing";
      test(title, async ({ config }) => {
        const mark = name === "native" ? "native.spent" : "oauth.used";
        const { store, finish } = between(config.records!, mark);
        const door = await openDoor(strategy, {
          ...config as Partial<AuthConfig>,
          records: store,
        });
        const fields = await door.code();
        const first = door.send(fields);
        const second = door.send(fields);
        const tokens = await Promise.any([first, second].map(given));
        finish();
        await Promise.any([first, second].map(refused));
        assertEquals(door.reused, []);
        await given(door.send(door.refresh(tokens.refresh_token)));
      });
    }
  }
}, true);

/**
 * A refresh token that comes twice, at both doors: a lost answer, or other windows of the client, get
 * the same successor, and a copy ends what the family gives. A store that fails ends nothing.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { onEveryStore, type StoreTest } from "./_every_store.ts";
import type { When } from "./_fault_store.ts";
import { later } from "./_later.ts";
import { STRATEGIES } from "./_strategies.ts";
import {
  type Door,
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

/** Another client. */
const OTHER: Fields = { client_id: "cli" };

/** A use of a refresh token, after one of it or of an older one. */
interface Again {
  /** Key of the code, and of the second use. Default: none. */
  readonly keys?: readonly [keyof typeof KEYS, (keyof typeof KEYS)?];
  /** Milliseconds since the first use. Default: 0. */
  readonly after?: number;
  /** Number of uses of successors in between. Default: 0. */
  readonly between?: number;
  /** What differs from the first one. Default: nothing. */
  readonly change?: Fields;
  /** What is answered: the same successor, or a refusal that ends what the family gives. */
  readonly gets: keyof typeof GETS;
  /** The door that has this case. Default: both. */
  readonly door?: string;
}

/** What is answered, in the titles of tests. */
const GETS = {
  end: "ends the family",
  successor: "gets the same successor",
} as const;

/** The policy. */
const AGAIN: Readonly<Record<string, Again>> = {
  "the same request": { gets: "successor" },
  "the same request, 9 seconds later": { after: 9_000, gets: "successor" },
  "the same request, 10 seconds later": { after: 10_001, gets: "end" },
  "the same request, days later": { after: 72 * HOUR, gets: "end" },
  "one that is older than the one before": { between: 1, gets: "end" },
  "the same key": { keys: ["own", "own"], after: 9_000, gets: "successor" },
  "another key": { keys: ["own", "other"], gets: "end" },
  "no key after one": { keys: ["own"], gets: "end" },
  "another client": { change: OTHER, gets: "end", door: "authorization server" },
  "another client, an hour later": {
    ...{ change: OTHER, after: HOUR },
    ...{ gets: "end", door: "authorization server" },
  },
};

function register(test: StoreTest, name: string, openDoor: OpenDoor): void {
  for (const strategy of STRATEGIES) {
    const open = (config: object) => openDoor(strategy, config as Partial<AuthConfig>);
    const at = (title: string, run: (door: Door) => Promise<void>) =>
      test(`${name}, ${strategy}: ${title}`, async ({ config }) => await run(await open(config)));

    for (const [title, again] of Object.entries(AGAIN)) {
      if (again.door !== undefined && again.door !== name) continue;
      const { keys: [key, second] = [], after = 0, between = 0, change, gets } = again;
      at(`${title} ${GETS[gets]}`, async (door) => {
        const own = key && KEYS[key];
        const first = await given(door.send(await door.code(), own));
        let last = await given(door.send(door.refresh(first.refresh_token), own));
        for (let use = 0; use < between; use++) {
          last = await given(door.send(door.refresh(last.refresh_token), own));
        }
        using _later = later(after);
        const sent = { ...door.refresh(first.refresh_token), ...change };
        const answer = door.send(sent, second && KEYS[second]);
        if (gets === "successor") {
          const same = await given(answer);
          assertEquals(
            await door.opened(same.refresh_token),
            await door.opened(last.refresh_token),
          );
          assertNotEquals(same.access_token, last.access_token);
        } else assertEquals((await refused(answer)).error, "invalid_grant");
        const next = door.send(door.refresh(last.refresh_token), own);
        if (gets === "end") await refused(next);
        else await given(next);
        assertEquals(door.reused.length, gets === "end" ? 1 : 0);
        if (!key && after < HOUR) {
          assertEquals(await door.accepts(last.access_token), gets !== "end");
        }
      });
    }

    at("further uses within the time get the same successor", async (door) => {
      const { refresh_token: token } = await given(door.send(await door.code()));
      const next = await given(door.send(door.refresh(token)));
      const access = new Set([next.access_token]);
      for (let use = 0; use < 3; use++) {
        const again = await given(door.send(door.refresh(token)));
        assertEquals(await door.opened(again.refresh_token), await door.opened(next.refresh_token));
        assert(await door.accepts(again.access_token));
        access.add(again.access_token);
      }
      assertEquals(access.size, 4);
      await given(door.send(door.refresh(next.refresh_token)));
      assertEquals(door.reused, []);
    });

    at("of a copy and its original, the second to be used ends the family", async (door) => {
      const { refresh_token: token } = await given(door.send(await door.code()));
      const [own, copy] = [
        await given(door.send(door.refresh(token))),
        await given(door.send(door.refresh(token))),
      ];
      const next = await given(door.send(door.refresh(copy.refresh_token)));
      using _later = later(10_001);
      await refused(door.send(door.refresh(own.refresh_token)));
      await refused(door.send(door.refresh(next.refresh_token)));
      assertEquals(door.reused.length, 1);
    });

    at("of fifty at once with other keys among them, no other key gets anything", async (door) => {
      const { refresh_token: token } = await given(door.send(await door.code(), KEYS.own));
      const all = await Promise.all(
        Array.from(
          { length: TIMES },
          (_, index) => door.send(door.refresh(token), index % 10 === 9 ? KEYS.other : KEYS.own),
        ),
      );
      for (const [index, { status, error }] of all.entries()) {
        if (status !== 200) assertEquals([status, error], [400, "invalid_grant"]);
        if (index % 10 === 9) assertEquals(status, 400);
      }
    });

    at("the one that counts with another key gets nothing, and ends nothing", async (door) => {
      const { refresh_token } = await given(door.send(await door.code(), KEYS.own));
      await refused(door.send(door.refresh(refresh_token), KEYS.other));
      await refused(door.send(door.refresh(refresh_token)));
      await given(door.send(door.refresh(refresh_token), KEYS.own));
    });

    at("of fifty at once, there is one successor, which all get", async (door) => {
      const { refresh_token: token } = await given(door.send(await door.code()));
      const all = await Promise.all(
        Array.from({ length: TIMES }, () => door.send(door.refresh(token))),
      );
      assertEquals(all.map(({ status }) => status), Array(TIMES).fill(200));
      const successors = await Promise.all(all.map((one) => door.opened(one.refresh_token)));
      assertEquals(new Set(successors).size, 1);
      assertEquals(new Set(all.map((one) => one.access_token)).size, TIMES);
      await given(door.send(door.refresh(all[0]!.refresh_token)));
      assertEquals(door.reused, []);
    });

    at("of fifty pairs of uses in turn, the family has one line", async (door) => {
      let { refresh_token: token } = await given(door.send(await door.code()));
      for (let turn = 0; turn < TIMES; turn++) {
        const [a, b] = await Promise.all([
          given(door.send(door.refresh(token))),
          given(door.send(door.refresh(token))),
        ]);
        assertEquals(await door.opened(a.refresh_token), await door.opened(b.refresh_token));
        token = a.refresh_token;
      }
      assertEquals(door.reused, []);
    });

    test(`${name}, ${strategy}: a secret that was added since gives the same successor`, async ({ config }) => {
      const door = await open({
        ...config,
        secret: ["the first secret, of 32 characters or more"],
      });
      const { refresh_token } = await given(door.send(await door.code()));
      const next = await given(door.send(door.refresh(refresh_token)));
      const newer = await open({
        ...config,
        secret: [
          "the second secret, of 32 characters or more",
          "the first secret, of 32 characters or more",
        ],
      });
      await given(newer.send(newer.refresh(refresh_token)));
      await given(newer.send(newer.refresh(next.refresh_token)));
      assertEquals(newer.reused, []);
    });

    test(`${name}, ${strategy}: what the version before has replaced is refused, and lives`, async ({ config }) => {
      const door = await open({ ...config, records: withoutSalt(config.records!) });
      const { refresh_token } = await given(door.send(await door.code()));
      const next = await given(door.send(door.refresh(refresh_token)));
      assertEquals((await refused(door.send(door.refresh(refresh_token)))).replaced, true);
      await given(door.send(door.refresh(next.refresh_token)));
      assertEquals(door.reused, []);
    });

    test(`${name}, ${strategy}: a family that ends meanwhile gives no successor again`, async ({ config }) => {
      const { records, end } = ending(config.records!);
      const door = await open({ ...config, records });
      const { refresh_token } = await given(door.send(await door.code()));
      await given(door.send(door.refresh(refresh_token)));
      // The first read is the one that judges the token.
      end(1);
      await refused(door.send(door.refresh(refresh_token)));
    });

    for (const when of ["before", "after", "away", "empty"] as const satisfies When[]) {
      test(`${name}, ${strategy}: a store that fails (${when}) ends nothing`, async (store) => {
        const door = await open(store.config);
        let { refresh_token: token } = await given(door.send(await door.code()));
        let number = 0;
        do {
          store.arm(++number, when);
          const answer = await door.send(door.refresh(token));
          const isKnown = answer.status === 200;
          const title = `call ${number} of ${store.calls.join(" ")}: ${JSON.stringify(answer)}`;
          if (!isKnown) {
            assertEquals([answer.status, answer.error], [503, "temporarily_unavailable"], title);
            assert(answer.retryAfter !== null, title);
          }
          const { length } = store.calls;
          store.arm(0, when);
          const next = isKnown ? answer : await given(door.send(door.refresh(token)));
          assert(await door.accepts(next.access_token), title);
          token = next.refresh_token;
          if (length < number) break;
        } while (true);
        assert(number > 3);
        assertEquals(door.reused, []);
      });
    }
  }
}

/** A store that loses a family after so many of its reads. */
function ending(store: RecordStore): { records: RecordStore; end(after: number): void } {
  let left = Infinity;
  const records: RecordStore = {
    ...withPut(store, (entry, expected) => store.put(entry, expected)),
    async get(kind, id) {
      if (isFamily(kind) && left-- <= 0) await store.take(kind, id);
      return await store.get(kind, id);
    },
  };
  return { records, end: (after) => void (left = after) };
}

function isFamily(kind: string): boolean {
  return kind === "native" || kind === "oauth.refresh";
}

/** A store without the member by which a successor is given again. */
function withoutSalt(records: RecordStore): RecordStore {
  return withPut(records, (entry, expected) => {
    if (!isFamily(entry.kind)) return records.put(entry, expected);
    const { salt: _, ...data } = entry.data as { salt?: string };
    return records.put({ ...entry, data }, expected);
  });
}

for (const [name, openDoor] of Object.entries(DOORS)) {
  onEveryStore("refresh twice", (test) => register(test, name, openDoor), true);
}

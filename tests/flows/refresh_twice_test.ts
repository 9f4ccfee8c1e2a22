/**
 * A refresh token that comes twice, at both doors: a lost answer, or another window of the client, gets
 * the same successor once, and a copy ends what the family gives. A store that fails ends nothing.
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
  /** What is answered: the same successor, a refusal alone, or one that ends what the family gives. */
  readonly gets: keyof typeof GETS;
  /** The door that has this case. Default: both. */
  readonly door?: string;
}

/** What is answered, in the titles of tests. */
const GETS = {
  end: "ends the family",
  refusal: "gets nothing, and ends nothing",
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
  // Any client could end what another one has, else.
  "another client": {
    change: { client_id: "cli" },
    after: HOUR,
    gets: "refusal",
    door: "authorization server",
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

    at("a third use within the time gets nothing, and ends nothing", async (door) => {
      const { refresh_token: token } = await given(door.send(await door.code()));
      const next = await given(door.send(door.refresh(token)));
      await given(door.send(door.refresh(token)));
      for (let use = 0; use < 3; use++) {
        assertEquals((await refused(door.send(door.refresh(token)))).replaced, true);
      }
      await given(door.send(door.refresh(next.refresh_token)));
      assertEquals(door.reused, []);
    });

    at("the one that counts with another key gets nothing, and ends nothing", async (door) => {
      const { refresh_token } = await given(door.send(await door.code(), KEYS.own));
      await refused(door.send(door.refresh(refresh_token), KEYS.other));
      await refused(door.send(door.refresh(refresh_token)));
      await given(door.send(door.refresh(refresh_token), KEYS.own));
    });

    at("of fifty at once, there is one successor, which two get", async (door) => {
      const { refresh_token: token } = await given(door.send(await door.code()));
      const all = await Promise.all(
        Array.from({ length: TIMES }, () => door.send(door.refresh(token))),
      );
      const good = all.filter(({ status }) => status === 200);
      assertEquals(good.length, 2);
      const successors = await Promise.all(good.map((one) => door.opened(one.refresh_token)));
      assertEquals(new Set(successors).size, 1);
      for (const { status, error } of all) {
        if (status !== 200) assertEquals([status, error], [400, "invalid_grant"]);
      }
      await given(door.send(door.refresh(good[0]!.refresh_token)));
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

/** A store without the member by which a successor is given again. */
function withoutSalt(records: RecordStore): RecordStore {
  return withPut(records, (entry, expected) => {
    const isFamily = entry.kind === "native" || entry.kind === "oauth.refresh";
    if (!isFamily) return records.put(entry, expected);
    const { salt: _, ...data } = entry.data as { salt?: string };
    return records.put({ ...entry, data }, expected);
  });
}

for (const [name, openDoor] of Object.entries(DOORS)) {
  onEveryStore("refresh twice", (test) => register(test, name, openDoor), true);
}

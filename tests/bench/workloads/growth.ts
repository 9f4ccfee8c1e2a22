/**
 * The time of a session read with few and with many stored sessions.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { fetchHeaders, Jar, ORIGIN, readText } from "../_browser.ts";
import {
  monthFromNow,
  openStore,
  type SessionRow,
  type Store,
  type StoreName,
  tokenOf,
  userOf,
} from "../_stores.ts";
import { atRandom, nameOf, SESSION_COOKIE } from "../_users.ts";
import type { Prepare, Workload } from "../_workload.ts";
import { ours } from "../subjects/ours.ts";

/** Two stores that differ in size, and the small one without this library. */
export type Size = "few" | "many" | "bare";

export const FEW = 1_000;
export const MANY = 1_000_000;

/** Sessions that are written at once. */
const CHUNK = 10_000;

/** People, of whom each has the same number of sessions. */
const PEOPLE = 100;

async function fillWith(store: Store, count: number): Promise<void> {
  await store.fill(Array.from({ length: PEOPLE }, (_, index) => userOf(index)), []);
  const expires = monthFromNow();
  for (let start = 0; start < count; start += CHUNK) {
    const rows: SessionRow[] = [];
    for (let index = start; index < Math.min(start + CHUNK, count); index++) {
      rows.push({ sessionToken: tokenOf(index), userId: `user-${index % PEOPLE}`, expires });
    }
    await store.fill([], rows);
  }
}

function reading(kind: StoreName, size: Size): Prepare {
  return async ({ quick }) => {
    const before = Deno.memoryUsage().rss;
    const store = await openStore(kind);
    const count = size !== "many" ? FEW : quick ? 5 * FEW : MANY;
    await fillWith(store, count);
    const app = ours.createApp({
      providers: [],
      adapter: store.adapter,
      session: { strategy: "database" },
    });
    // As many sessions as in the small store, spread over the whole store.
    const indices = Array.from({ length: FEW }, (_, index) => index * (count / FEW));
    const next = atRandom(indices);
    const readThrough = async (request: Request) => await readText(await app(request), 200);
    const readBare = async (index: number) =>
      await store.read(tokenOf(index), `user-${index % PEOPLE}`);
    for (const index of indices) {
      if (size === "bare") await readBare(index);
      else await readThrough(requestOf(index));
    }
    const last = indices.at(-1)!;
    const { user } = JSON.parse(await readThrough(requestOf(last)));
    assertEquals(user.name, nameOf(last % PEOPLE));
    return {
      ...size === "bare"
        ? { run: () => readBare(next()) }
        : { request: () => requestOf(next()), run: readThrough },
      facts: { memory: Deno.memoryUsage().rss - before, disk: await store.bytesOnDisk() },
      close: () => store.close(),
    };
  };
}

function requestOf(index: number): Request {
  const headers = fetchHeaders(new Jar([[SESSION_COOKIE, tokenOf(index)]]));
  return new Request(`${ORIGIN}/auth/session`, { headers });
}

const onStore = (kind: StoreName, label: string): Workload<Size> => ({
  id: `growth-${kind}`,
  label,
  targets: {},
  contenders: {
    few: reading(kind, "few"),
    many: reading(kind, "many"),
    bare: reading(kind, "bare"),
  },
});

export const growth: Workload<Size>[] = [
  onStore("memory", "memory"),
  onStore("sqlite", "SQLite file"),
  onStore("kv", "Deno KV file"),
];

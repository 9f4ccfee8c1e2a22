/**
 * Prints how long a page of users takes, of each kind of search, with many users.
 *
 *     deno run -A tests/bench/user_search.ts [users] [store]    # default: 100000 in each
 *
 * @module
 */

import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AdapterUser, UserPosition, UserSearch } from "../../src/types/adapter.ts";
import type { Adapter, AdapterExtras } from "../../src/types/adapter.ts";
import type { Awaitable } from "../../src/types/entities.ts";
import { createPool } from "../_pool.ts";
import { startPostgres } from "../_postgres.ts";

const [most = "100000", only] = Deno.args;
const USERS = Number(most);

/** Pages that are timed, of each kind. */
const PAGES = 50;

const NAMES = ["Ada Lovelace", "Grace Hopper", "Alan Turing", "Zoë Washburne", "李雷"];

const userAt = (index: number): AdapterUser => ({
  id: `user-${index}`,
  name: `${NAMES[index % NAMES.length]} ${index}`,
  // Spread over the alphabet, so that prefixes choose a part of it.
  email: `${((index * 2654435761) % 2 ** 32).toString(36)}.${index}@example.com`,
  emailVerified: index % 10 ? new Date(0) : null,
});

interface Opened {
  readonly adapter: Adapter & Required<Pick<AdapterExtras, "listUsers">>;
  /** Writes the users, as fast as the store takes them. */
  fill(users: readonly AdapterUser[]): Awaitable<unknown>;
  close(): Awaitable<unknown>;
}

const STORES: Readonly<Record<string, () => Promise<Opened>>> = {
  async SQLite() {
    const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
    const adapter = SqliteAdapter(`${folder}/bench.db`);
    const insert = adapter.database.prepare(
      "INSERT INTO auth_users (id, name, email, emailVerified, extra) VALUES (?, ?, ?, ?, '[[],{}]')",
    );
    return {
      adapter,
      fill(users) {
        adapter.database.exec("BEGIN");
        for (const { id, name, email, emailVerified } of users) {
          insert.run(id, name!, email, emailVerified?.valueOf() ?? null);
        }
        adapter.database.exec("COMMIT");
      },
      close() {
        adapter.close();
        return Deno.remove(folder, { recursive: true });
      },
    };
  },
  async PostgreSQL() {
    const server = await startPostgres();
    const pool = createPool(server.connectionString, { max: 4 });
    const adapter = PostgresAdapter(pool);
    await adapter.setup();
    return {
      adapter,
      fill: (users) =>
        pool.query(
          `INSERT INTO users (id, name, email)
           SELECT u->>'id', u->>'name', u->>'email' FROM jsonb_array_elements($1::jsonb) AS u`,
          [JSON.stringify(users)],
        ),
      async close() {
        await pool.end();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};

const SEARCHES: Readonly<Record<string, Pick<UserSearch, "by" | "prefix">>> = {
  "all": { by: "id", prefix: "" },
  "address, 1 letter": { by: "email", prefix: "k" },
  "address, 3 letters": { by: "email", prefix: "k2a" },
  "address, none": { by: "email", prefix: "nobody@" },
  "name, a fifth": { by: "name", prefix: "grace h" },
  "name, one": { by: "name", prefix: "ada lovelace 12345" },
  "name, none": { by: "name", prefix: "nobody" },
};

console.log(`${USERS} users, pages of 50     median ms   slowest ms`);
for (const [store, open] of Object.entries(STORES)) {
  if (only !== undefined && store !== only) continue;
  const { adapter, fill, close } = await open();
  for (let from = 0; from < USERS; from += 5000) {
    const count = Math.min(5000, USERS - from);
    await fill(Array.from({ length: count }, (_, index) => userAt(from + index)));
  }
  for (const [name, search] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    let after: UserPosition | null = null;
    for (let page = 0; page < PAGES; page++) {
      const began = performance.now();
      const found: Awaited<ReturnType<typeof adapter.listUsers>> = await adapter.listUsers({
        ...search,
        after,
        limit: 50,
      });
      times.push(performance.now() - began);
      after = found.next;
    }
    times.sort((a, b) => a - b);
    const shown = [times[PAGES / 2]!, times.at(-1)!].map((ms) => ms.toFixed(2).padStart(11));
    console.log(`${store.padEnd(12)}${name.padEnd(22)}${shown.join("")}`);
  }
  await close();
}

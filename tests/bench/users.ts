/**
 * Prints how long a page of users takes, with few users and with many: by their ids, and by how their
 * addresses begin.
 *
 *     deno run -A tests/bench/users.ts [users] [store]    # default: 100000 in each
 *
 * @module
 */

import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { Awaitable } from "../../src/types/entities.ts";
import { createPool } from "../_pool.ts";
import { startPostgres } from "../_postgres.ts";

const [most = "100000", only] = Deno.args;

const SIZES = [1000, Number(most)];

/** Users of a page. */
const LIMIT = 50;

/** Pages that are timed, of each kind. */
const CALLS = 200;

type Adapter = Pick<ReturnType<typeof SqliteAdapter>, "createUser" | "listUsers">;

const nameOf = (index: number) => `person${(index * 7919 % 1_000_003).toString(36)}-${index}`;

async function time(call: (index: number) => unknown): Promise<string> {
  const began = performance.now();
  for (let index = 0; index < CALLS; index++) await call(index);
  return ((performance.now() - began) / CALLS).toFixed(2);
}

async function measure(name: string, adapter: Adapter): Promise<void> {
  let count = 0;
  for (const size of SIZES) {
    for (; count < size; count += 500) {
      const from = count;
      await Promise.all(Array.from({ length: 500 }, (_, index) =>
        adapter.createUser({
          id: crypto.randomUUID(),
          name: "Ada",
          email: `${nameOf(from + index)}@example.com`,
          emailVerified: null,
        })));
    }
    const beginnings = Array.from({ length: CALLS }, (_, index) => nameOf(index * 5).slice(0, 8));
    const row = {
      "first page": await time(() => adapter.listUsers({ limit: LIMIT })),
      "page in the middle": await time(() =>
        adapter.listUsers({ after: crypto.randomUUID(), limit: LIMIT })
      ),
      "by a beginning": await time((index) =>
        adapter.listUsers({ email: beginnings[index]!, limit: LIMIT })
      ),
      "by one that nobody has": await time((index) =>
        adapter.listUsers({ email: `nobody${index}`, limit: LIMIT })
      ),
    };
    for (const [call, ms] of Object.entries(row)) {
      console.log(`${name.padEnd(12)}${String(size).padStart(8)} ${call.padEnd(24)}${ms} ms`);
    }
  }
}

const STORES: Readonly<
  Record<string, () => Promise<{ adapter: Adapter; close(): Awaitable<unknown> }>>
> = {
  async SQLite() {
    const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
    const adapter = SqliteAdapter(`${folder}/users.db`);
    return {
      adapter,
      async close() {
        adapter.close();
        await Deno.remove(folder, { recursive: true });
      },
    };
  },
  async PostgreSQL() {
    const server = await startPostgres();
    const pool = createPool(server.connectionString, { max: 10 });
    await pool.query(postgresSchema());
    return {
      adapter: PostgresAdapter(pool),
      async close() {
        await pool.end();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};

for (const [name, open] of Object.entries(STORES)) {
  if (only !== undefined && name !== only) continue;
  const { adapter, close } = await open();
  await measure(name, adapter);
  await close();
}

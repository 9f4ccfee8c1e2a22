/**
 * Pools of connections to PostgreSQL, for tests.
 *
 * @module
 */

import pg from "pg";

/**
 * A pool of connections. A server that stops ends connections that are still closing, each of
 * which is an error event; without a listener, that event fails the whole run of tests.
 */
export function createPool(
  connectionString: string | undefined,
  options: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString, ...options });
  pool.on("error", () => {});
  // Tools such as Kysely take a client out of the pool, and listen for no error of it either.
  pool.on("connect", (client: pg.Client) => void client.on("error", () => {}));
  return pool;
}

/**
 * Reads of the PostgreSQL stores on connections that were lost while they were idle.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { queryOf } from "../../adapters/_postgres_client.ts";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { openEmpty, withPostgres } from "./_postgres.ts";

const withCode = (code: string) => Object.assign(new Error("lost"), { code });

const LOST: Error[] = [
  ...["08006", "57P01", "57P02", "ECONNRESET", "EPIPE", "CONNECTION_CLOSED"].map(withCode),
  new Error("Connection terminated unexpectedly"),
];

/** A client whose first calls fail. */
function failing(error: Error, times: number) {
  const texts: string[] = [];
  const query = (text: string) => {
    texts.push(text);
    return texts.length <= times ? Promise.reject(error) : Promise.resolve({ rows: [{ a: 1 }] });
  };
  return { query: queryOf({ query }), texts };
}

for (const error of LOST) {
  const name = (error as { code?: string }).code ?? error.message;
  Deno.test(`queryOf() repeats a read whose connection was lost (${name}), and no write`, async () => {
    const { query } = failing(error, 2);
    assertEquals(await query("\n  SELECT 1"), [{ a: 1 }]);
    for (const write of ["UPDATE t SET a = 1", "WITH t AS (DELETE FROM t) SELECT 1"]) {
      const { query, texts } = failing(error, 1);
      await assertRejects(() => query(write), Error, error.message);
      assertEquals(texts.length, 1);
    }
  });
}

Deno.test("queryOf() gives up after five reads, and at once where the server refuses", async () => {
  const dead = failing(withCode("57P01"), 100);
  await assertRejects(() => dead.query("SELECT 1"), Error, "lost");
  assertEquals(dead.texts.length, 5);
  for (const code of ["ECONNREFUSED", "42P01", "57P03"]) {
    const { query, texts } = failing(withCode(code), 1);
    await assertRejects(() => query("SELECT 1"), Error, "lost");
    assertEquals(texts.length, 1, code);
  }
});

withPostgres("PostgreSQL, connections that are cut while they are idle", (server) => {
  Deno.test("PostgresAdapter and PostgresRecords: no read fails when idle connections were cut", async () => {
    await using opened = await openEmpty(server());
    await using knife = await openEmpty(server());
    const { pool } = opened;
    await pool.query(postgresSchema());
    const adapter = PostgresAdapter(pool);
    const records = PostgresRecords(pool);
    await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
    const entry = { kind: "k", id: "1", version: 1, expires: null, data: 1 };
    await records.put(entry, null);
    for (let round = 0; round < 20; round++) {
      // Several connections, all of them idle afterwards.
      await Promise.all(Array.from({ length: 4 }, () => pool.query("SELECT pg_sleep(0.001)")));
      await knife.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND datname = current_database()`);
      assertEquals((await adapter.getUserByEmail("ada@example.com"))?.id, "1");
      assertEquals((await records.get("k", "1"))?.data, 1);
    }
  });
});

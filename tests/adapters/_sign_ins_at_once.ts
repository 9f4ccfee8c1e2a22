/**
 * A process that signs one person in fifty times at once, together with others:
 * `_sign_ins_at_once.ts <connection string> <number of processes>`. It prints the ids of
 * the users in the sessions that the browsers received.
 *
 * @module
 */

import { PostgresAdapter } from "../../adapters/postgres.ts";
import { createApp } from "./_app.ts";
import { createPool } from "../_pool.ts";
import { waitUntil } from "../_wait.ts";

const [connectionString, processes] = Deno.args as [string, string];
const pool = createPool(connectionString, { max: 20 });
const adapter = PostgresAdapter(pool, { createTables: true });
const app = await createApp(adapter, {
  callbacks: { session: ({ session, user }) => ({ ...session, id: user.id }) },
});

// No process begins before all of them run.
const { records } = adapter;
const ready = { kind: "ready", id: crypto.randomUUID(), owner: "all", version: 1, expires: null };
await records.put({ ...ready, data: null }, null);
await waitUntil(
  "all processes run",
  async () => (await records.list("all", "ready")).length >= Number(processes),
);

const sessions = await Promise.all(
  Array.from({ length: 50 }, async () => await (await app.signIn("ada")).session()),
);
console.log(JSON.stringify(sessions.map((session) => (session as { id?: string } | null)?.id)));
await pool.end();

/**
 * A process that signs one person in fifty times at once, together with others:
 * `_sign_ins_at_once.ts <connection string> <number of processes> <schemas…>`. It prints the ids of
 * the users in the sessions that the browsers received, for each schema.
 *
 * @module
 */

import { PostgresAdapter } from "../../adapters/postgres.ts";
import { createApp } from "./_app.ts";
import { createPool } from "../_pool.ts";
import { waitUntil } from "../_wait.ts";

const [connectionString, processes, ...schemas] = Deno.args as [string, string, ...string[]];
const ids = [];
for (const schema of schemas) ids.push(await signInAtOnce(schema));
console.log(JSON.stringify(ids));

async function signInAtOnce(schema: string): Promise<(string | undefined)[]> {
  const pool = createPool(connectionString, { max: 20, options: `-c search_path=${schema}` });
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
  await pool.end();
  return sessions.map((session) => (session as { id?: string } | null)?.id);
}

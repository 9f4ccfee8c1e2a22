/**
 * A process that signs one person in fifty times at once, together with others:
 * `_sign_ins_at_once.ts postgres|mysql|libsql <connection string> <number of processes> <sets…>`. A
 * set of tables is a schema or, in MySQL and libSQL, a prefix. It prints the ids of the users in the
 * sessions that the browsers received, for each set.
 *
 * @module
 */

import { createClient } from "../_libsql_client.ts";
import { LibsqlAdapter } from "../../adapters/libsql.ts";
import { MysqlAdapter } from "../../adapters/mysql.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { createApp } from "./_app.ts";
import { openPool } from "../_mysql.ts";
import { createPool } from "../_pool.ts";
import { waitUntil } from "../_wait.ts";

const [kind, location, processes, ...sets] = Deno.args as [
  "postgres" | "mysql" | "libsql",
  string,
  string,
  ...string[],
];
const ids = [];
for (const set of sets) ids.push(await signInAtOnce(set));
console.log(JSON.stringify(ids));

function open(set: string) {
  if (kind === "mysql") {
    const pool = openPool(location);
    return {
      end: () => pool.end(),
      adapter: MysqlAdapter(pool, { prefix: set, createTables: true }),
    };
  }
  if (kind === "libsql") {
    const client = createClient({ url: location });
    const adapter = LibsqlAdapter(client, { prefix: set, createTables: true });
    return { end: () => client.close(), adapter };
  }
  const pool = createPool(location, { max: 20, options: `-c search_path=${set}` });
  return { end: () => pool.end(), adapter: PostgresAdapter(pool, { createTables: true }) };
}

async function signInAtOnce(set: string): Promise<(string | undefined)[]> {
  const { end, adapter } = open(set);
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
  await end();
  return sessions.map((session) => (session as { id?: string } | null)?.id);
}

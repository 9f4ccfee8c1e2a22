/**
 * A process that signs users in until it is killed: `_killed.ts
 * kv|sqlite|libsql|postgres|mysql|authjs|drizzle <location> <run>`. It writes a line after the browser
 * of a sign-in has received its session.
 *
 * @module
 */

import { DrizzleAdapter } from "@auth/drizzle-adapter";
import AuthJsPostgresAdapter from "@auth/pg-adapter";
import { createClient } from "../_libsql_client.ts";
import { drizzle } from "drizzle-orm/node-postgres";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { LibsqlAdapter } from "../../adapters/libsql.ts";
import { MysqlAdapter } from "../../adapters/mysql.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { addressOf, createApp, tokenOf } from "./_app.ts";
import { openPool } from "../_mysql.ts";
import { createPool } from "../_pool.ts";

const [kind, location, run] = Deno.args as [string, string, string];

async function open() {
  if (kind === "kv") return DenoKvAdapter(await Deno.openKv(location));
  if (kind === "sqlite") return SqliteAdapter(location);
  if (kind === "libsql") {
    return LibsqlAdapter(createClient({ url: location }), { createTables: true });
  }
  if (kind === "mysql") return MysqlAdapter(openPool(location), { createTables: true });
  return PostgresAdapter(createPool(location), { createTables: true });
}

/** An adapter of Auth.js with records beside it. */
function createAuthJsApp() {
  const pool = createPool(location);
  const adapter = kind === "drizzle" ? DrizzleAdapter(drizzle(pool)) : AuthJsPostgresAdapter(pool);
  return createApp(adapter, { records: PostgresRecords(pool), session: { revocation: {} } });
}

const isOurs = kind !== "authjs" && kind !== "drizzle";
const app = isOurs ? await createApp(await open()) : await createAuthJsApp();
const say = (line: string) => Deno.stdout.write(new TextEncoder().encode(`${line}\n`));

await say("ready");
for (let count = 0; count < 200; count++) {
  // New users and returning users, in turn.
  const person = `${run}-${Math.floor(count / 2)}`;
  const browser = await app.signIn(person);
  const session = await browser.session();
  if (session?.user?.email !== addressOf(person)) throw new Error("The sign-in failed");
  await say(`${person} ${tokenOf(browser)}`);
}
// Stays until it is killed: the signal may come late.
setInterval(() => {}, 60_000);

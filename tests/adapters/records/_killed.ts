/**
 * A process that writes records until it is killed: `_killed.ts
 * kv|sqlite|libsql|postgres|mysql <location> <run>`. It writes a line after each write has been acknowledged.
 *
 * @module
 */

import { createClient } from "../../_libsql_client.ts";
import { DenoKvRecords } from "../../../adapters/records/deno_kv.ts";
import { LibsqlRecords } from "../../../adapters/records/libsql.ts";
import { MysqlRecords } from "../../../adapters/records/mysql.ts";
import { PostgresRecords } from "../../../adapters/records/postgres.ts";
import { SqliteRecords } from "../../../adapters/records/sqlite.ts";
import type { RecordEntry, RecordStore } from "../../../src/types/records.ts";
import { openPool } from "../../_mysql.ts";
import { createPool } from "../../_pool.ts";

/** Opens a store of this kind. */
export async function open(
  kind: string,
  location: string,
): Promise<{ store: RecordStore; close(): unknown }> {
  if (kind === "sqlite") {
    const store = SqliteRecords(location);
    return { store, close: () => store.close() };
  }
  if (kind === "kv") {
    const kv = await Deno.openKv(location);
    return { store: DenoKvRecords(kv), close: () => kv.close() };
  }
  if (kind === "libsql") {
    const client = createClient({ url: location });
    return { store: LibsqlRecords(client), close: () => client.close() };
  }
  if (kind === "mysql") {
    const pool = openPool(location, { connectionLimit: 1 });
    return { store: MysqlRecords(pool), close: () => pool.end() };
  }
  const pool = createPool(location, { max: 1 });
  return { store: PostgresRecords(pool), close: () => pool.end() };
}

/** A write: of an entry over the one before it, or the removal of the one before. */
export interface Write {
  id: string;
  before: RecordEntry | null;
  after: RecordEntry | null;
}

/** Two hundred writes: each record is created, given to another owner, and, if even, taken. */
export function writesOf(run: string): Write[] {
  const writes: Write[] = [];
  for (let count = 0; writes.length < 200; count++) {
    const id = `${run}-${String(count).padStart(3, "0")}`;
    const entry = (version: number, owner: string): RecordEntry => ({
      kind: "killed",
      id,
      owner: `${run}-${owner}`,
      version,
      expires: null,
      data: { version, text: `${owner} 🦊 `.repeat(1000) },
    });
    const [first, second] = [entry(1, "ada"), entry(2, "grace")];
    writes.push({ id, before: null, after: first }, { id, before: first, after: second });
    if (count % 2 === 0) writes.push({ id, before: second, after: null });
  }
  return writes.slice(0, 200);
}

if (import.meta.main) {
  const [kind, location, run] = Deno.args as [string, string, string];
  const { store } = await open(kind, location);
  const say = (line: string) => Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
  await say("ready");
  for (const { id, before, after } of writesOf(run)) {
    const isDone = after
      ? await store.put(after, before && before.version)
      : await store.take("killed", id) !== null;
    if (!isDone) throw new Error(`The write of ${id} failed`);
    await say(id);
  }
  // Stays until it is killed: the signal may come late.
  setInterval(() => {}, 60_000);
}

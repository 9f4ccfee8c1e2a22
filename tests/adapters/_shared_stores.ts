/**
 * Stores that several processes use at once, and that survive each of them.
 *
 * @module
 */

import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AuthConfig } from "../../mod.ts";
import { createPool } from "../_pool.ts";

/** A store that is open in this process. */
export interface SharedStore {
  adapter: NonNullable<AuthConfig["adapter"]>;
  close(): Promise<void>;
}

/** Opens a store: `sqlite` and `kv` in a file, `postgres` at a connection string. */
export async function openShared(kind: string, location: string): Promise<SharedStore> {
  if (kind === "kv") {
    const kv = await Deno.openKv(location);
    return { adapter: DenoKvAdapter(kv), close: () => Promise.resolve(kv.close()) };
  }
  if (kind === "sqlite") {
    const adapter = SqliteAdapter(location);
    return { adapter, close: () => Promise.resolve(adapter.close()) };
  }
  const pool = createPool(location, { max: 5 });
  const adapter = PostgresAdapter(pool, { createTables: true });
  return { adapter, close: () => pool.end() };
}

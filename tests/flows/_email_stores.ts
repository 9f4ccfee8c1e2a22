/**
 * Stores that the tests of magic links run on.
 *
 * @module
 */

import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { openEmpty, withPostgres } from "../adapters/_postgres.ts";
import type { EmailAdapter } from "./_email.ts";

/** An empty store that is closed when its scope ends. */
export interface EmailStore extends AsyncDisposable {
  adapter: EmailAdapter;
}

function storeOf(adapter: EmailAdapter, close: () => unknown = () => {}): EmailStore {
  return { adapter, [Symbol.asyncDispose]: async () => void await close() };
}

/** Store name → function that creates an empty store. */
export const stores: Record<string, () => Promise<EmailStore>> = {
  MemoryAdapter: () => Promise.resolve(storeOf(MemoryAdapter())),
  async DenoKvAdapter() {
    const kv = await Deno.openKv(":memory:");
    return storeOf(DenoKvAdapter(kv), () => kv.close());
  },
  SqliteAdapter() {
    const adapter = SqliteAdapter(":memory:");
    return Promise.resolve(storeOf(adapter, () => adapter.close()));
  },
};

withPostgres("magic links on PostgresAdapter", (server) => {
  stores.PostgresAdapter = async () => {
    const { pool } = await openEmpty(server());
    return storeOf(PostgresAdapter(pool, { createTables: true }), () => pool.end());
  };
});

import Database from "libsql";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { OtherDatabase } from "./_other_sqlite.ts";
import { testVariants } from "./_variants.ts";

testVariants({
  "SqliteAdapter in memory": () => {
    const adapter = SqliteAdapter(":memory:");
    return { adapter, close: () => adapter.close() };
  },

  "SqliteAdapter on a file": async () => {
    const folder = await Deno.makeTempDir();
    const adapter = SqliteAdapter(`${folder}/auth.db`);
    const close = async () => {
      adapter.close();
      await Deno.remove(folder, { recursive: true });
    };
    return { adapter, close };
  },

  "SqliteAdapter on libsql": () => {
    const adapter = SqliteAdapter(new Database(":memory:"));
    return { adapter, close: () => adapter.close() };
  },

  "SqliteAdapter on another driver": () => {
    const adapter = SqliteAdapter(new OtherDatabase());
    return { adapter, close: () => adapter.close() };
  },
});

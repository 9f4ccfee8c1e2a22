import { testAdapter } from "@x/auth/testing/adapter";
import { SqliteAdapter } from "../../adapters/sqlite.ts";

testAdapter("SqliteAdapter in memory", () => {
  const adapter = SqliteAdapter(":memory:");
  return { adapter, close: () => adapter.close() };
});

testAdapter("SqliteAdapter on a file", async () => {
  const folder = await Deno.makeTempDir();
  const adapter = SqliteAdapter(`${folder}/auth.db`);
  const close = async () => {
    adapter.close();
    await Deno.remove(folder, { recursive: true });
  };
  return { adapter, close };
});

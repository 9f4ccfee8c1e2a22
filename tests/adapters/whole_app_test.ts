/**
 * An app with every capability, with nothing but an adapter of this library: on the stores that no
 * other test of whole apps has.
 *
 * @module
 */

import { createClient } from "../_libsql_client.ts";
import { D1Adapter } from "../../adapters/d1.ts";
import { LibsqlAdapter } from "../../adapters/libsql.ts";
import { MysqlAdapter } from "../../adapters/mysql.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { Awaitable } from "../../src/types/entities.ts";
import { bindingOf, empty, withD1 } from "../_d1.ts";
import { withHrana } from "../_hrana.ts";
import { STRATEGIES } from "../flows/_strategies.ts";
import { openRemote } from "./_libsql.ts";
import { emptiedPool, withMysql } from "./_mysql.ts";
import { walkApp } from "./_walk_app.ts";

const made = { createTables: true };

function testApp(name: string, open: () => Awaitable<{ adapter: FullAdapter; close(): unknown }>) {
  for (const strategy of STRATEGIES) {
    Deno.test(`an app on ${name}: every capability works (${strategy})`, async () => {
      const { adapter, close } = await open();
      await walkApp(name, { adapter, records: adapter.records }, strategy);
      await close();
    });
  }
}

testApp("LibsqlAdapter in memory", () => {
  const client = createClient({ url: ":memory:" });
  return { adapter: LibsqlAdapter(client, made), close: () => client.close() };
});

withHrana((server) => {
  testApp("LibsqlAdapter on a server", () => {
    const { client } = openRemote(server());
    return { adapter: LibsqlAdapter(client, made), close: () => client.close() };
  });
});

withD1((server) => {
  testApp("D1Adapter", async () => {
    await empty(server().url);
    return { adapter: D1Adapter(bindingOf(server().url), made), close: () => {} };
  });
});

withMysql("an app on MysqlAdapter", (server) => {
  const open = emptiedPool(server, "app");
  testApp("MysqlAdapter", async () => ({
    adapter: MysqlAdapter(await open(), made),
    close: () => {},
  }));
});

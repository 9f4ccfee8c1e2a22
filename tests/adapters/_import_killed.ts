/**
 * A process that imports users until it is killed: `_import_killed.ts sqlite|postgres <location> <users>
 * <last>`. It writes the number of rows that are done now and then, with the CPU time that it took in
 * seconds, and its memory in MiB. The last line has the counts too. After the last row it waits: the
 * signal may come late. With `list` in place of the last row, it reads all users, a page at a time.
 *
 * @module
 */

import process from "node:process";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { foreignHashes } from "../../src/capabilities/passwords/foreign.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import GitHub from "../../src/providers/github.ts";
import * as users from "../../src/server/users.ts";
import type { AuthConfig } from "../../mod.ts";
import { createPool } from "../_pool.ts";

const [kind, location, count, last] = Deno.args as [string, string, string, string];

const adapter = kind === "sqlite"
  ? SqliteAdapter(location)
  : PostgresAdapter(createPool(location), { createTables: true });

const config = {
  providers: [
    Password({ page: false, verify: foreignHashes() }),
    GitHub({ clientId: "id", clientSecret: "secret" }),
  ],
  adapter,
  session: { revocation: {} },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
} as AuthConfig;

/** People with hashes of bcrypt, each with another one; every tenth has an account too. */
function* rows() {
  for (let n = 0; n < Number(count); n++) {
    yield {
      id: `old-${n}`,
      email: `p${n}@example.com`,
      emailVerified: true,
      name: `Person ${n}`,
      createdAt: 1_600_000_000_000 + n * 1000,
      password: { hash: `$2b$10$${String(n).padStart(53, "x")}` },
      accounts: n % 10 === 0 ? [{ provider: "github", providerAccountId: String(n) }] : [],
    };
  }
}

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

// A promise alone keeps no process.
setInterval(() => {}, 60_000);
let most = 0;
const costs = () => {
  const { user, system } = process.cpuUsage();
  most = Math.max(most, Deno.memoryUsage().rss);
  return { cpu: Math.round((user + system) / 1e6), mib: most >> 20 };
};
const sayRows = (rows: number) => {
  if (rows % 100 === 0) say(`${rows} ${JSON.stringify(costs())}`);
};

if (last === "list") {
  let listed = 0;
  let after: string | undefined;
  do {
    const page = await users.list(config, { after, limit: 100 });
    for (const _ of page.users) sayRows(++listed);
    after = page.next;
  } while (after !== undefined);
  say(`end ${JSON.stringify({ listed, ...costs() })}`);
} else {
  const { created, known, exists, refused } = await users.import(config, rows(), {
    source: "old",
    onRow: ({ row }) => row > Number(last) ? new Promise<void>(() => {}) : undefined,
    onProgress: ({ rows }) => sayRows(rows),
  });
  say(`end ${JSON.stringify({ created, known, exists, refused, ...costs() })}`);
}
Deno.exit();

/**
 * A process that imports users until it is killed: `_import_killed.ts sqlite|postgres <location> <users>
 * <last>`. It writes the number of rows that are done now and then, and at the end the counts and its
 * memory. After the last row it waits: the signal may come late.
 *
 * @module
 */

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
const { created, known, exists, refused } = await users.import(config, rows(), {
  source: "old",
  onRow: ({ row }) => row > Number(last) ? new Promise<void>(() => {}) : undefined,
  onProgress({ rows }) {
    if (rows % 100 !== 0) return;
    most = Math.max(most, Deno.memoryUsage().rss);
    say(String(rows));
  },
});
say(`end ${JSON.stringify({ created, known, exists, refused, mib: most >> 20 })}`);
Deno.exit();

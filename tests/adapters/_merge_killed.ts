/**
 * A process that merges the users `old` and `ada`, and is killed by its own signal right before a call of
 * its store: `_merge_killed.ts sqlite|postgres <location> <call>`. Without a call it finishes the merge,
 * a minute later, so that what the one before has locked is free, and prints the number of its calls.
 *
 * @module
 */

import process from "node:process";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import GitHub from "../../src/providers/github.ts";
import * as users from "../../src/server/users.ts";
import type { AuthConfig } from "../../mod.ts";
import { createPool } from "../_pool.ts";

const [kind, location, killAt] = Deno.args as [string, string, string?];

const adapter = kind === "sqlite"
  ? SqliteAdapter(location)
  : PostgresAdapter(createPool(location), { createTables: true });

let calls = 0;

function counted<T extends object>(target: T): T {
  return Object.fromEntries(
    Object.entries(target).map(([name, member]) => [
      name,
      typeof member !== "function" ? member : (...args: unknown[]) => {
        if (++calls === Number(killAt)) process.kill(process.pid, "SIGKILL");
        return member.apply(target, args);
      },
    ]),
  ) as T;
}

const config = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  adapter: { ...counted(adapter), records: undefined },
  records: counted(adapter.records!),
  session: { revocation: {} },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
} as AuthConfig;

if (killAt === undefined) {
  const now = Date.now;
  Date.now = () => now() + 60_000;
}
const error = await users.merge(config, "old", "ada").then(() => null, (error) => error);
// One that was finished right before the signal has nobody left to merge.
if (error && error.cause?.refusal !== "no-user") throw error;
console.log(calls);
Deno.exit();

/**
 * Prints how long a page of the audit log takes with a thousand entries and with many, and how much
 * memory an export of all takes.
 *
 *     deno run -A tests/bench/audit_log.ts [entries]    # default: 100000, in a file of SQLite
 *
 * @module
 */

import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import { audit } from "../../src/hooks/audit.ts";
import { requireConfig } from "../../src/server/environment.ts";

const ENTRIES = Number(Deno.args[0] ?? "100000");

/** Entries with which the times are compared. */
const FEW = 1000;

/** Times that each page is read. */
const TIMES = 50;

/** Entries that are written at once. */
const BATCH = 500;

const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
const adapter = SqliteAdapter(`${folder}/bench.db`);
// A power cut loses the figures alone.
adapter.database.exec("PRAGMA synchronous = OFF");
// Pages of the file that the adapter maps would count as memory of the process.
adapter.database.exec("PRAGMA mmap_size = 0");
const auth = defineAuth({
  providers: [],
  adapter,
  session: { revocation: {} },
  audit: AuditLog(),
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
});
const config = requireConfig(auth.config as never);

async function write(from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    const numbers = Array.from(
      { length: Math.min(BATCH, to - first) },
      (_, index) => first + index,
    );
    await Promise.all(numbers.map((number) =>
      audit({ config }, {
        name: number % 10 ? "session.started" : "user.updated",
        userId: `user-${number % 100}`,
      } as never)
    ));
    await auth.audit.flush();
  }
}

async function time(name: string, query: Parameters<typeof auth.audit.list>[0]): Promise<string> {
  const times: number[] = [];
  for (let index = 0; index < TIMES; index++) {
    const began = performance.now();
    const { entries } = await auth.audit.list({ ...query, limit: 50 });
    times.push(performance.now() - began);
    if (entries.length === 0) throw new Error(`${name}: no entries`);
  }
  times.sort((a, b) => a - b);
  const shown = [times[TIMES / 2]!, times.at(-1)!].map((ms) => ms.toFixed(2).padStart(11));
  return `${name.padEnd(22)}${shown.join("")}`;
}

let written = 0;
for (const entries of [FEW, ENTRIES]) {
  await write(written, entries);
  written = entries;
  const middle = (await auth.audit.list({ limit: 100 })).next!;
  console.log(`${String(entries).padEnd(22)}  median ms slowest ms`);
  console.log(await time("all", {}));
  console.log(await time("a later page", { after: middle }));
  console.log(await time("of a user", { userId: "user-7" }));
  console.log(await time("by name", { name: "user.updated" }));
}

const mib = () => Deno.memoryUsage().rss / 2 ** 20;
const before = mib();
let [lines, bytes, most] = [0, 0, before];
const began = performance.now();
for await (const line of await auth.audit.export()) {
  bytes += line.length;
  if (++lines % 1000 === 0) most = Math.max(most, mib());
}
if (lines !== ENTRIES) throw new Error(`${lines} lines`);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  `export: ${lines} lines, ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds} s; memory ` +
    `${before.toFixed(0)} MiB before, at most ${most.toFixed(0)} MiB`,
);
adapter.close();
await Deno.remove(folder, { recursive: true });

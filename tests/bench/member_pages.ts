/**
 * Prints how long a page of members takes, as data, in an organization with many.
 *
 *     deno run -A tests/bench/member_pages.ts [members] [store]    # default: 10000 in each
 *
 * @module
 */

import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth } from "../../mod.ts";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { APP, createOrg, createOrgApp, requestOf, signIn } from "../flows/_organizations.ts";
import { createPool } from "../_pool.ts";
import { startPostgres } from "../_postgres.ts";

const [most = "10000", only] = Deno.args;
const MEMBERS = Number(most);

/** Times that each page is read. */
const TIMES = 30;

/** Members that are written at once. */
const BATCH = 50;

const QUERIES: Readonly<Record<string, string>> = {
  "newest": "",
  "by name": "?sort=name",
  "address, some": "?query=member-05",
  "name, one": "?query=Member%2000777",
  "none": "?query=nobody",
};

const STORES = {
  SQLite() {
    const adapter = SqliteAdapter(":memory:");
    return Promise.resolve({ adapter, close: () => Promise.resolve(adapter.close()) });
  },
  async PostgreSQL() {
    const server = await startPostgres();
    const pool = createPool(server.connectionString, { max: 4 });
    const adapter = PostgresAdapter(pool);
    await adapter.setup();
    const close = async () => {
      await pool.end();
      await server[Symbol.asyncDispose]();
    };
    return { adapter, close };
  },
};

console.log(`${MEMBERS} members, pages of 50     median ms   slowest ms`);
for (const [store, open] of Object.entries(STORES)) {
  if (only !== undefined && store !== only) continue;
  const { adapter, close } = await open();
  const app = createOrgApp("jwt", { adapter });
  const ada = await signIn(app, "ada@example.com");
  const { id: org } = await createOrg(app, ada);
  for (let from = 0; from < MEMBERS; from += BATCH) {
    await Promise.all(Array.from({ length: Math.min(BATCH, MEMBERS - from) }, async (_, index) => {
      const number = String(from + index).padStart(5, "0");
      const id = crypto.randomUUID();
      const email = `member-${number}@example.com`;
      await adapter.createUser({ id, name: `Member ${number}`, email, emailVerified: null });
      const given = { org, role: "member", by: null, isManaged: false, externalId: null };
      await addMember(app.records, id, given, Infinity);
    }));
  }
  const cookie = requestOf(ada).headers.get("cookie")!;
  const read = async (url: string) => {
    const headers = { accept: "application/json", cookie };
    const response = await Auth(new Request(url, { headers }), app.config);
    if (response.status !== 200) throw new Error(`${url} is answered with ${response.status}`);
    return await response.json();
  };
  for (const [name, query] of Object.entries(QUERIES)) {
    const times: number[] = [];
    const url = `${APP}/auth/organization/acme${query}`;
    let next = url;
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now();
      const page = await read(next);
      times.push(performance.now() - began);
      next = page.nextUrl ?? url;
    }
    times.sort((a, b) => a - b);
    const shown = [times[TIMES / 2]!, times.at(-1)!].map((ms) => ms.toFixed(2).padStart(11));
    console.log(`${store.padEnd(12)}${name.padEnd(24)}${shown.join("")}`);
  }
  await close();
}

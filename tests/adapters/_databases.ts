/**
 * The databases that an app can run on, and what works there: the table at the start of
 * `docs/storage.md`, which `deno task databases` writes.
 *
 * A row is here with the steps that do not work on it. Its test takes all steps, and fails for one
 * that works and should not too, so that a cell is nothing but what was tried. For a further database, add its row, and call {@linkcode testDatabase}
 * where its server runs.
 *
 * @module
 */

import { assert } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import type { Awaitable } from "../../src/types/entities.ts";
import { isChosen } from "../_stride.ts";
import { STEPS } from "../beside/_steps.ts";
import { failing, type OpenStore } from "../flows/_fault_store.ts";
import { runFaults } from "../flows/_faults.ts";
import { STRATEGIES } from "../flows/_strategies.ts";
import { walkApp } from "./_walk_app.ts";

/** What works on a database, by the steps of `tests/beside/_steps.ts` that show it. */
export const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  "Sign-in": [
    "a link by email",
    "an account at a provider, with its tokens and its session there",
  ],
  "Sessions": [
    "a session that a provider has ended",
    "a sign-in in a new browser, of which its user was told",
    "a user who is suspended, and one who was",
  ],
  "Passwords": ["a session, and the password of its user"],
  "Factors": [
    "a second factor, and a device that is trusted",
    "a sign-in that waits for a second factor",
    "a reset of second factors that waits",
  ],
  "Passkeys": ["a passkey with a name"],
  "Addresses": [
    "a change of address that waits for its code",
    "a change of address that can be undone",
  ],
  "Organizations": [
    "an organization with a member",
    "an invitation",
    "a member who is expected",
  ],
  "Keys": ["a key of a user, and one that was revoked", "a service with a key"],
  "Authorization server": [
    "a client that registered itself, and the grant that it has",
    "a code of the authorization server",
    "a request that was pushed",
    "a device that waits for its user",
  ],
};

/** A database. */
export interface Database {
  /** Its name in the table. */
  readonly title: string;
  /** Where its adapter comes from; a module of this library without its `@x/auth/`. */
  readonly adapter: string;
  /** Where its records come from, when the adapter has none. */
  readonly records?: string;
  /** Steps that do not work there, with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

const NOT_FOUND = "the adapter does not find a user by a changed address";

/** The rows, in the order of the table. */
export const DATABASES = {
  "sqlite": { title: "SQLite", adapter: "adapters/sqlite" },
  "libsql": { title: "libSQL, Turso", adapter: "adapters/libsql" },
  "d1": { title: "Cloudflare D1", adapter: "adapters/d1" },
  "postgres": { title: "PostgreSQL", adapter: "adapters/postgres" },
  "mysql": { title: "MySQL, MariaDB", adapter: "adapters/mysql" },
  "deno-kv": { title: "Deno KV", adapter: "adapters/deno-kv" },
  "memory": { title: "Memory, for tests", adapter: "adapters/memory" },
  "kysely-postgres": { title: "PostgreSQL", adapter: "kysely" },
  "kysely-mysql": { title: "MySQL, MariaDB", adapter: "kysely" },
  "kysely-sqlite": { title: "SQLite", adapter: "kysely" },
  "drizzle-postgres": { title: "PostgreSQL", adapter: "drizzle" },
  "drizzle-mysql": { title: "MySQL, MariaDB", adapter: "drizzle" },
  "drizzle-sqlite": { title: "SQLite", adapter: "drizzle" },
  "prisma-postgres": { title: "PostgreSQL", adapter: "prisma" },
  "prisma-mysql": { title: "MySQL, MariaDB", adapter: "prisma" },
  "prisma-sqlite": { title: "SQLite", adapter: "prisma" },
  "auth-pg": {
    title: "PostgreSQL",
    adapter: "@auth/pg-adapter",
    records: "records/postgres",
  },
  "auth-upstash": {
    title: "Redis, Upstash",
    adapter: "@auth/upstash-redis-adapter",
    records: "records/redis",
  },
  "auth-dynamodb": {
    title: "DynamoDB",
    adapter: "@auth/dynamodb-adapter",
    records: "records/dynamodb",
    except: {
      "a change of address that waits for its code": NOT_FOUND,
      "a change of address that can be undone": NOT_FOUND,
    },
  },
  "redis-records": {
    title: "Redis",
    adapter: "another of Auth.js",
    records: "records/redis",
  },
  "dynamodb-records": {
    title: "DynamoDB",
    adapter: "another of Auth.js",
    records: "records/dynamodb",
  },
} as const satisfies Record<string, Database>;

/** Name of a row. */
export type DatabaseName = keyof typeof DATABASES;

/** A store that is open for one test. */
export interface OpenDatabase {
  adapter: NonNullable<AuthConfig["adapter"]>;
  /** Default: those of the adapter. */
  records?: RecordStore;
  /** Examines the store, and closes it. */
  close?(): Awaitable<unknown>;
}

/** Rows on which `tests/flows/faults_test.ts` lets every call fail. */
const FAULTS_ELSEWHERE: readonly string[] = ["memory", "sqlite", "deno-kv", "postgres", "auth-pg"];

/**
 * Registers the tests of a row: an app with every capability takes every step that the row does not
 * name, with both session strategies. `deno task test` takes every second step on each, in turn, and
 * with one of the strategies. And each call of the store fails in each sign-in flow, before its effect
 * and after it; `deno task test` takes a few failures on each row, other ones on the next.
 *
 * @param open opens an empty store
 */
export function testDatabase(
  name: DatabaseName,
  open: () => Awaitable<OpenDatabase>,
): void {
  const { title, adapter: from, except = {} }: Database = DATABASES[name];
  const row = Object.keys(DATABASES).indexOf(name);
  for (const [number, strategy] of STRATEGIES.entries()) {
    // Among `some`, of each step every second row is taken, with each of the strategies.
    const turn = (step: number) =>
      isChosen(2 * ((step + (row >> 1)) % 2) + (row + number) % 2, 2 * STRATEGIES.length);
    if (!STEPS.some((_, step) => turn(step))) continue;
    Deno.test(`databases: ${title} by ${from}: every capability works (${strategy})`, async () => {
      const { adapter, records = adapter.records, close } = await open();
      await walkApp(name, { adapter, records: records!, except }, strategy, turn);
      await close?.();
    });
  }
  if (FAULTS_ELSEWHERE.includes(name)) return;
  const stride = { of: 2 * Object.keys(DATABASES).length, from: 2 * row };
  for (const [number, strategy] of STRATEGIES.entries()) {
    if (!isChosen((row + number) % STRATEGIES.length, STRATEGIES.length)) continue;
    const store: OpenStore = Object.assign(async () => {
      const { adapter, records, close } = await open();
      return failing({ adapter, ...(records && { records }) }, {
        countUsers: async (email) => await adapter.getUserByEmail!(email) ? 1 : 0,
        close: async () => void await close?.(),
      });
    }, { stride });
    Deno.test(`databases: ${title} by ${from}: each call can fail (${strategy})`, async () => {
      assert(await runFaults(store, strategy) > 100);
    });
  }
}

/** The table in Markdown, not formatted. */
export function toTable(databases: Readonly<Record<string, Database>> = DATABASES): string {
  const titles = Object.keys(COLUMNS);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const module = (name: string) =>
    name.includes("/") ? `\`${name.startsWith("@") ? name : `@x/auth/${name}`}\`` : name;
  return [
    line(["Database", "Adapter, and records where it has none", ...titles]),
    line(Array(titles.length + 2).fill("---")),
    ...Object.values(databases).map(({ title, adapter, records, except = {} }) =>
      line([
        title,
        records === undefined ? module(adapter) : `${module(adapter)} with ${module(records)}`,
        ...titles.map((name) => COLUMNS[name]!.some((step) => step in except) ? "no" : "yes"),
      ])
    ),
  ].join("\n");
}

/** The document with the table in place of the one that it begins with. */
export function withTable(document: string, table: string): string {
  const start = document.indexOf("| Database");
  const end = document.indexOf("\n\n", start);
  if (start < 0 || end < 0) throw new Error("docs/storage.md has no table of databases");
  return `${document.slice(0, start)}${table}${document.slice(end)}`;
}

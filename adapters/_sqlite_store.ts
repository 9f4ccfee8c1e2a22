/**
 * The tables of a store in a database of SQLite that answers by promises. The first statement waits
 * for them.
 *
 * @module
 */

import { RUN_SCHEMA } from "../src/base/store_facts.ts";
import { AdapterError } from "../src/errors.ts";
import { once } from "./_retry.ts";
import type { Dialect } from "./_sql.ts";
import type { SqliteClient } from "./_sqlite_client.ts";
import { sqliteClientDialect } from "./_sqlite_dialect.ts";
import { createTables, findTables, type TableSet } from "./_sqlite_schema.ts";
import { describeStore } from "./_store_facts.ts";

/** The tables in a database. */
export interface Store {
  readonly dialect: Dialect;
  /** Members by which tools know the store. */
  readonly facts: object;
  /** Creates the tables that are missing, and brings older ones to the newest version. */
  setup(this: void): Promise<void>;
}

/** What a store is opened with. */
export interface StoreOptions {
  readonly set: TableSet;
  readonly prefix: string;
  /** `true`: the first call makes the tables that are missing. */
  readonly makes: boolean;
  /** Name of the database in errors. */
  readonly name: string;
  /** What makes the tables outside of the app. Default: the command */
  readonly cure?: string | undefined;
  /** Looks at the database before its tables. */
  inspect?(this: void): Promise<void>;
}

/**
 * Opens the tables; nothing is asked of the client before the first call.
 *
 * @throws {AdapterError} when the prefix is no part of an identifier
 */
export function openStore(
  client: SqliteClient,
  { set, prefix, makes, name, cure = RUN_SCHEMA, inspect }: StoreOptions,
): Store {
  createTables(set, prefix);

  const prepare = async (mayCreate: boolean): Promise<void> => {
    await inspect?.();
    const { missing, version, changes, indexes } = await findTables(client, set, prefix);
    if (changes.length + (mayCreate ? indexes.length : 0) === 0) return;
    if (!mayCreate) {
      const what = missing.length > 0
        ? `${missing.join(", ")} ${missing.length === 1 ? "does" : "do"} not exist`
        : `its tables have version ${version}, of an earlier release`;
      throw new AdapterError(
        `Cannot use ${name}: ${what}; call \`setup()\` of the adapter, ${cure}, or set ` +
          "`createTables: true`",
      );
    }
    await client.batch([...changes, ...indexes].map((text) => ({ text, params: [] })));
  };

  const ready = once(() => prepare(makes));
  return {
    facts: describeStore(name, { dialect: "sqlite", set, prefix, query: client.run }),
    dialect: sqliteClientDialect({
      async run(text, params) {
        await ready();
        return await client.run(text, params);
      },
      async batch(statements) {
        await ready();
        return await client.batch(statements);
      },
    }),
    setup: () => prepare(true),
  };
}

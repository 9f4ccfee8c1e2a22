/**
 * The tables of a store in MySQL. The first statement waits for them.
 *
 * @module
 */

import { RUN_SCHEMA, type SqlTables } from "../src/base/store_facts.ts";
import { AdapterError } from "../src/errors.ts";
import { clientOf, type MysqlPool } from "./_mysql_client.ts";
import { mysqlDialect } from "./_mysql_dialect.ts";
import {
  createTables,
  findTables,
  inspectServer,
  type Server,
  type TableSet,
} from "./_mysql_schema.ts";
import { once } from "./_retry.ts";
import type { Dialect } from "./_sql.ts";
import { describeStore } from "./_store_facts.ts";

/** The tables in a database. */
export interface Store {
  readonly dialect: Dialect;
  /** Members by which tools know the store. */
  readonly facts: object;
  /** Creates the tables that are missing. */
  setup(this: void): Promise<void>;
}

/**
 * Opens the tables; nothing is asked of the pool before the first call.
 *
 * @param makes `true`: the first call makes those that are missing
 * @throws {AdapterError} when the prefix is no part of an identifier
 */
export function openStore(
  pool: MysqlPool,
  set: TableSet,
  prefix: string,
  makes: boolean,
): Store {
  const statements = createTables(set, prefix);
  const client = clientOf(pool);

  const prepare = async (mayCreate: boolean): Promise<Server> => {
    const server = await inspectServer(client);
    const missing = await findTables(client, set, prefix);
    if (missing.length === 0) return server;
    if (!mayCreate) {
      throw new AdapterError(
        `Cannot use MySQL: ${missing.join(", ")} ${
          missing.length === 1 ? "does" : "do"
        } not exist; ` +
          `call \`setup()\` of the adapter, ${RUN_SCHEMA}, or set \`createTables: true\``,
      );
    }
    for (const statement of statements) await client.run(statement);
    await findTables(client, set, prefix);
    return server;
  };

  const query: SqlTables["query"] = async (text, params) => (await client.run(text, params)).rows;
  return {
    facts: describeStore("MySQL", { dialect: "mysql", set, prefix, query }),
    dialect: mysqlDialect(client, once(() => prepare(makes))),
    setup: async () => void await prepare(true),
  };
}

/**
 * The tables of the PostgreSQL adapter in a database. The first statement waits for them.
 *
 * @module
 */

import { RUN_SCHEMA } from "../src/base/store_facts.ts";
import { AdapterError } from "../src/errors.ts";
import {
  describePostgres,
  type Naming,
  type PostgresClient,
  type Query,
  queryOf,
} from "./_postgres_client.ts";
import { createTables, findTables, tableNames } from "./_postgres_schema.ts";
import { once } from "./_retry.ts";
import { type Ids, TEXT_IDS } from "./_sql.ts";

/** The tables in a database. */
export interface Store {
  /** Creates the tables, or adds what they lack. */
  setup(this: void): Promise<void>;
  /**
   * The ids of users.
   *
   * @throws {AdapterError} when there are no tables and none may be made, or when they lack
   * something
   */
  ids(this: void): Promise<Ids>;
  /** Runs a statement on them. */
  readonly query: Query;
  /** Members by which tools know the store. */
  readonly facts: object;
}

/** A UUID as PostgreSQL returns it. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const integers = (max: bigint): Ids => ({
  areGenerated: true,
  isId: (id) => /^(0|[1-9]\d{0,18})$/.test(id) && BigInt(id) <= max,
});

/** Type of a column → its ids. A type that ignores case would confuse two users. */
const ID_TYPES: Readonly<Record<string, Ids>> = {
  "text": TEXT_IDS,
  "character varying": TEXT_IDS,
  "uuid": { areGenerated: false, isId: (id) => UUID.test(id), type: "uuid" },
  "integer": integers(2n ** 31n - 1n),
  "bigint": integers(2n ** 63n - 1n),
};

/** Opens the tables; nothing is asked of the client before the first call. */
export function openStore(
  client: PostgresClient,
  { createTables: makes = false, ...naming }: Naming & { createTables?: boolean | undefined },
): Store {
  const query = queryOf(client);
  const find = () => findTables(query, naming);
  const create = () => query(createTables(naming));

  const ids = once(async (): Promise<Ids> => {
    let found = await find();
    if (!found && makes) {
      await create();
      found = await find();
    }
    if (found?.areComplete) return idsOf(found.idType);
    const { users } = tableNames(naming);
    throw new AdapterError(
      `Cannot use the table ${users}: ` +
        (found ? "it lacks what this adapter adds" : "it does not exist, or has no column id") +
        `; ${RUN_SCHEMA}, or call \`setup()\` of the adapter` +
        (found ? "" : ", or set `createTables: true`"),
    );
  });

  return {
    async setup() {
      const found = await find();
      if (!found?.areComplete || !found.areSearched) await create();
    },
    ids,
    facts: describePostgres(query, "all", naming),
    async query(text, params) {
      await ids();
      return await query(text, params);
    },
  };
}

/**
 * The ids in a column of this type.
 *
 * @throws {AdapterError} when the type is none of those that are known
 */
export function idsOf(type: string): Ids {
  const ids = ID_TYPES[type];
  if (ids) return ids;
  throw new AdapterError(
    `Cannot use ids of users with the type "${type}": use ${Object.keys(ID_TYPES).join(", ")}`,
  );
}

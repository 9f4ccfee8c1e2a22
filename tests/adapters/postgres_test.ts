/**
 * The PostgreSQL adapter on a real server: two clients, two isolation levels, two sets of tables.
 *
 * @module
 */

import { testRecords } from "@x/auth/testing/records";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { emptiedPool, emptiedPostgres, withPostgres } from "./_postgres.ts";
import { isChosen } from "../_stride.ts";
import { testVariants } from "./_variants.ts";
import { PUBLISHED_SCHEMA } from "./foreign/_pg_schema.ts";
import { Faults, faultyClient } from "./records/_faults.ts";

withPostgres("PostgresAdapter", (server) => {
  const first = emptiedPool(server, "first");
  const second = emptiedPostgres(server, "second");
  const isolation = "-c default_transaction_isolation=serializable";
  const third = emptiedPool(server, "third", "", isolation);
  const moved = emptiedPool(server, "moved", PUBLISHED_SCHEMA + postgresSchema());
  testVariants({
    "PostgresAdapter with pg": async () => {
      return { adapter: PostgresAdapter(await first(), { createTables: true }) };
    },
    "PostgresAdapter with postgres": async () => {
      return { adapter: PostgresAdapter(await second(), { createTables: true }) };
    },
    "PostgresAdapter where transactions are serializable": async () => {
      return { adapter: PostgresAdapter(await third(), { createTables: true }) };
    },
    "PostgresAdapter on tables of @auth/pg-adapter": async () => {
      return { adapter: PostgresAdapter(await moved(), { createTables: true }) };
    },
  });

  // The same store as that of `PostgresRecords`, on which the suite always runs.
  if (isChosen(1, 2)) {
    testRecords("PostgresAdapter.records", async () => {
      const faults = new Faults();
      const client = faultyClient(await first(), faults);
      const { records } = PostgresAdapter(client, { createTables: true });
      return { store: records, failAt: faults.failAt };
    });
  }
});

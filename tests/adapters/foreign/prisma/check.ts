/**
 * Runs the adapter suite and the scenarios with records on the Prisma adapter of Auth.js, in a
 * process of its own: packages of Prisma bring types of Node, which would replace those of Deno
 * in the whole project.
 *
 * Arguments: connection string, URL of the generated client. Prints the results as JSON.
 *
 * @module
 */

import { PrismaAdapter } from "npm:@auth/prisma-adapter@2.11.3";
import { PrismaPg } from "npm:@prisma/adapter-pg@7.10.0";
import pg from "pg";
import type { AdapterCheckResult } from "../../../../src/tools/testing/adapter.ts";
import { runCheck } from "../../../../src/tools/testing/adapter/run.ts";
import { PostgresRecords } from "../../../../adapters/records/postgres.ts";
import { failing, type FaultStore } from "../../../flows/_fault_store.ts";
import { runFaults } from "../../../flows/_faults.ts";
import { checksOf, inTurn } from "../../_variants.ts";
import { SCHEMA } from "../_prisma_schema.ts";
import { runScenario, scenarioNames } from "../_records_scenarios.ts";

const [connectionString, client] = Deno.args as [string, string];
const { PrismaClient } = await import(client);
const pool = new pg.Pool({ connectionString });

const open = () =>
  new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 20 }) });

async function empty(): Promise<void> {
  await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
  await pool.query(SCHEMA);
}

/** Empties the tables, which is faster than to make them again. */
async function openEmptied(): Promise<FaultStore> {
  const records = PostgresRecords(pool);
  await records.setup();
  await pool.query('DELETE FROM "User"; DELETE FROM "VerificationToken"; DELETE FROM auth_records');
  const prisma = open();
  return failing({ adapter: PrismaAdapter(prisma), records }, {
    async countUsers(email) {
      return (await pool.query('SELECT 1 FROM "User" WHERE email = $1', [email])).rows.length;
    },
    close: () => prisma.$disconnect(),
  });
}

const results: AdapterCheckResult[] = [];

/** Runs one of the checks, and adds its result. */
async function add(name: string, run: () => Promise<Omit<AdapterCheckResult, "name">>) {
  try {
    results.push({ name, ...await run() });
  } catch (error) {
    results.push({ name, outcome: "failed", detail: String(error) });
  }
}

async function openFixture() {
  await empty();
  const prisma = open();
  return { adapter: PrismaAdapter(prisma), close: () => prisma.$disconnect() };
}

const options = {
  skip: {
    "members outside the contract are stored, with their dates": "its tables have fixed columns",
    "updateUser can remove an email address, which is then free for another user":
      "its model for PostgreSQL requires an address",
    "an account id with a lone surrogate or a NUL finds no other account":
      "its driver replaces lone surrogates; `Auth` refuses such ids before it calls the adapter",
    "deleteSession ends one session, and ignores unknown tokens": "it rejects for unknown tokens",
  },
};
for (const check of checksOf("prisma")) {
  await add(check.name, () => runCheck(check, openFixture, options));
}
for (const name of inTurn(scenarioNames, "prisma")) {
  await add(name, async () => {
    await empty();
    const prisma = open();
    const tables = { users: '"User"', accounts: '"Account"', sessions: '"Session"' };
    try {
      await runScenario(name, { adapter: PrismaAdapter(prisma), pool, tables });
    } finally {
      await prisma.$disconnect();
    }
    return { outcome: "passed" };
  });
}
await add("a failure at every call", async () => {
  await empty();
  // Among the first calls, so that one fails in every flow.
  const inStride = Object.assign(openEmptied, { stride: { of: 8, from: 6 } });
  const points = await runFaults(inStride, "database");
  return { outcome: "passed", detail: `${points} failures` };
});
await pool.end();
console.log(JSON.stringify(results));

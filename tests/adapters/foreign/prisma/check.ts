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
import { type AdapterCheckResult, checkAdapter } from "../../../../src/tools/testing/adapter.ts";
import { PostgresRecords } from "../../../../adapters/records/postgres.ts";
import { failing, type FaultStore } from "../../../flows/_fault_store.ts";
import { runFaults } from "../../../flows/_faults.ts";
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

const results = await checkAdapter(async () => {
  await empty();
  const prisma = open();
  return { adapter: PrismaAdapter(prisma), close: () => prisma.$disconnect() };
}, {
  skip: {
    "members outside the contract are stored, with their dates": "its tables have fixed columns",
    "updateUser can remove an email address, which is then free for another user":
      "its model for PostgreSQL requires an address",
    "an account id with a lone surrogate or a NUL finds no other account":
      "its driver replaces lone surrogates; `Auth` refuses such ids before it calls the adapter",
    "deleteSession ends one session, and ignores unknown tokens": "it rejects for unknown tokens",
  },
});
const scenarioResults: AdapterCheckResult[] = [];
for (const name of scenarioNames) {
  await empty();
  const prisma = open();
  const tables = { users: '"User"', accounts: '"Account"', sessions: '"Session"' };
  try {
    await runScenario(name, { adapter: PrismaAdapter(prisma), pool, tables });
    scenarioResults.push({ name, outcome: "passed" });
  } catch (error) {
    scenarioResults.push({ name, outcome: "failed", detail: String(error) });
  }
  await prisma.$disconnect();
}
const name = "a failure at every call";
try {
  await empty();
  const inTurn = Object.assign(openEmptied, { stride: { of: 4, from: 0 } });
  const points = await runFaults(inTurn, "database");
  scenarioResults.push({ name, outcome: "passed", detail: `${points} failures` });
} catch (error) {
  scenarioResults.push({ name, outcome: "failed", detail: String(error) });
}
await pool.end();
console.log(JSON.stringify([...results, ...scenarioResults]));

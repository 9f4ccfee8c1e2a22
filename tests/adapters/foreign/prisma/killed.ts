/**
 * A process that signs persons in with the Prisma adapter of Auth.js and records, in a process
 * of its own as `check.ts`. It writes a line after each sign-in, and may be killed.
 *
 * Arguments: connection string, URL of the generated client, persons in a comma list, and `stay` for
 * one that does not end by itself, since the signal may come late.
 *
 * @module
 */

import { PrismaAdapter } from "npm:@auth/prisma-adapter@2.11.3";
import { PrismaPg } from "npm:@prisma/adapter-pg@7.10.0";
import pg from "pg";
import { PostgresRecords } from "../../../../adapters/records/postgres.ts";
import { addressOf, createApp } from "../../_app.ts";

const [connectionString, client, persons, stay] = Deno.args as [string, string, string, string?];
const { PrismaClient } = await import(client);
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
const pool = new pg.Pool({ connectionString });
const app = await createApp(PrismaAdapter(prisma), {
  records: PostgresRecords(pool),
  session: { revocation: {} },
});
for (const person of persons.split(",")) {
  const session = await (await app.signIn(person)).session();
  if (session?.user?.email !== addressOf(person)) throw new Error(`${person} is not signed in`);
  await Deno.stdout.write(new TextEncoder().encode(`${person}\n`));
}
if (stay) setInterval(() => {}, 60_000);
await prisma.$disconnect();
await pool.end();

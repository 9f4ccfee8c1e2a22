/**
 * A command that prints the tables that the store of an app needs, for your own migrations: as SQL, or
 * as the schema of Drizzle, Prisma or Kysely. It reads the config of the app.
 *
 * ```sh
 * deno run -A jsr:@x/auth/schema main.ts > auth.sql
 * npx @x/auth schema src/auth.ts --diff --env-file .env
 * ```
 *
 * `--diff` prints what the database of the config lacks, and has the exit code 1 when that is
 * something. `--views` adds read-only views over the records.
 *
 * The module is imported in that process, so its top level runs; servers that it starts are kept
 * from listening. Nothing is changed in the database.
 *
 * @module
 */

if (import.meta.main) {
  const { main } = await import("./command.ts");
  const { default: process } = await import("node:process");
  process.exit(await main(process.argv.slice(2)));
}

/**
 * The unmodified Prisma adapter of Auth.js with its documented models, on a real
 * PostgreSQL server.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { AdapterCheckResult } from "@x/auth/testing/adapter";
import { TextLineStream } from "../../_lines.ts";
import { endOfHanging } from "../../_wait.ts";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../../_postgres.ts";
import { makeClient, run } from "./_prisma_client.ts";
import { MODELS, SCHEMA } from "./_prisma_schema.ts";
import { createPool } from "../../_pool.ts";
import { skipTest } from "../../_skip.ts";

/** Kills a process after twelve sign-ins; then each person can sign in, and is one user. */
async function killAndGoOn({ connectionString }: PostgresServer, client: URL): Promise<void> {
  const persons = Array.from({ length: 24 }, (_, index) => `person-${index}`);
  const cwd = new URL("./", import.meta.url);
  const args = ["prisma/killed.ts", connectionString, client.href, persons.join()];
  const pool = createPool(connectionString);
  await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
  await pool.query(SCHEMA);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "--no-lock", "--quiet", ...args, "stay"],
    cwd,
    stdout: "piped",
    signal: endOfHanging(),
  }).spawn();
  let signIns = 0;
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  for await (const _ of lines) if (++signIns === 12) child.kill("SIGKILL");
  assertEquals((await child.status).signal, "SIGKILL");
  await run(cwd, args, {});
  const { rows } = await pool.query('SELECT email FROM "User" GROUP BY email HAVING count(*) = 1');
  assertEquals(rows.length, persons.length);
  await pool.end();
  console.log(`${NAME}: killed after ${signIns} sign-ins, each person signs in afterwards`);
}

const available = findPostgres() !== undefined;
const NAME = "@auth/prisma-adapter on PostgreSQL";

if (!available) {
  skipTest(NAME, HOW_TO_ENABLE_POSTGRES);
} else {
  Deno.test(`${NAME}: passes the adapter suite, the scenarios with records, and a kill -9`, async () => {
    await using server = await startPostgres();
    const folder = await Deno.makeTempDir({ prefix: "auth-prisma-" });
    try {
      const client = await makeClient(folder, MODELS);
      const args = ["prisma/check.ts", server.connectionString, client.href];
      const printed = await run(new URL("./", import.meta.url), args, {});
      const results: AdapterCheckResult[] = JSON.parse(printed);
      assertEquals(results.filter(({ outcome }) => outcome === "failed"), []);
      const passed = results.filter(({ outcome }) => outcome === "passed");
      // Those that are left need methods of this library's adapters.
      assert(passed.length >= results.length / 2, `${passed.length} of ${results.length}`);
      for (const { name, outcome, detail } of results) {
        if (outcome === "skipped") console.log(`${NAME}: skipped, ${detail}: ${name}`);
        else if (detail) console.log(`${NAME}: ${name}: ${detail}`);
      }
      await killAndGoOn(server, client);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

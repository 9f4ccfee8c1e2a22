/**
 * The unmodified PostgreSQL adapter of Auth.js with records beside it: sessions of both
 * kinds that a user lists and ends, on a real server.
 *
 * @module
 */

import PostgresAdapter from "@auth/pg-adapter";
import { assert, assertEquals } from "@std/assert";
import pg from "pg";
import { PostgresRecords } from "../../../adapters/records/postgres.ts";
import { Auth, type AuthConfig } from "../../../mod.ts";
import Credentials from "../../../src/providers/credentials.ts";
import {
  deleteUser,
  listSessions,
  revokeAllSessions,
  revokeSession,
} from "../../../src/server/mod.ts";
import { createBrowser } from "../../../src/testing/mod.ts";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../../_postgres.ts";
import { SCHEMA } from "./_pg_schema.ts";

const APP = "https://app.example";

/** One user, who signs in with any number of browsers, in tables of its own. */
async function createRig(server: PostgresServer, strategy: "jwt" | "database") {
  const admin = new pg.Pool({ connectionString: server.connectionString });
  await admin.query(`CREATE SCHEMA of_${strategy}`);
  await admin.end();
  const pool = new pg.Pool({
    connectionString: server.connectionString,
    max: 20,
    options: `-c search_path=of_${strategy}`,
  });
  // Connections that are closing when the server stops emit an error.
  pool.on("error", () => {});
  await pool.query(SCHEMA);
  const adapter = PostgresAdapter(pool);
  const user = await adapter.createUser!({
    id: crypto.randomUUID(),
    name: "Ada",
    email: "ada@example.com",
    emailVerified: null,
  });
  const config: AuthConfig = {
    providers: [Credentials({ authorize: () => ({ id: user.id, name: "Ada" }) })],
    adapter,
    records: PostgresRecords(pool),
    session: { strategy, revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  };
  const signIn = async (device: string) => {
    const browser = createBrowser(APP, {
      [APP]: (request) => {
        request.headers.set("user-agent", device);
        return Auth(request, config);
      },
    });
    await browser.signInWithCredentials({});
    return browser;
  };
  return { pool, user, config, signIn };
}

const available = findPostgres() !== undefined;
const inCI = Deno.env.get("CI") === "true";

if (!available) {
  const name = "@auth/pg-adapter with records";
  console.log(`SKIPPED ${name}: ${HOW_TO_ENABLE_POSTGRES}`);
  if (inCI) Deno.test(name, () => Promise.reject(new Error(HOW_TO_ENABLE_POSTGRES)));
} else {
  let server: PostgresServer;
  Deno.test.beforeAll(async () => void (server = await startPostgres()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

  for (const [strategy, kind] of [["jwt", "token"], ["database", "database"]] as const) {
    Deno.test(`@auth/pg-adapter with records: a user lists and ends ${kind} sessions, and leaves no trace`, async () => {
      const { pool, user, config, signIn } = await createRig(server, strategy);
      const [laptop, phone, tablet] = [
        await signIn("Laptop"),
        await signIn("Phone"),
        await signIn("Tablet"),
      ];
      const listed = await listSessions(config, user.id);
      assertEquals(listed.map(({ device }) => device).toSorted(), ["Laptop", "Phone", "Tablet"]);
      const { id } = listed.find(({ device }) => device === "Phone")!;
      assertEquals(await revokeSession(config, user.id, id), true);
      assertEquals(await revokeSession(config, user.id, id), false);
      assertEquals(await phone.session(), null);
      assertEquals((await laptop.session())?.user?.name, "Ada");
      assertEquals(await revokeAllSessions(config, user.id), 2);
      assertEquals([await laptop.session(), await tablet.session()], [null, null]);

      const again = await signIn("Laptop");
      assert((await again.session())?.user);
      await deleteUser(config, user.id);
      assertEquals(await again.session(), null);
      const { rows } = await pool.query("SELECT * FROM auth_records");
      assertEquals(JSON.stringify(rows).includes(user.id), false);
      const { rows: [left] } = await pool.query("SELECT count(*)::int AS sessions FROM sessions");
      assertEquals(left, { sessions: 0 });
      await pool.end();
    });
  }
}

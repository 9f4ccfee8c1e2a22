/**
 * The unmodified PostgreSQL adapter of Auth.js with records beside it: sessions of both
 * kinds that a user lists and ends, on a real server.
 *
 * @module
 */

import PostgresAdapter from "@auth/pg-adapter";
import { assert, assertEquals } from "@std/assert";
import { PostgresRecords } from "../../../adapters/records/postgres.ts";
import { Auth, type AuthConfig } from "../../../mod.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { delete as deleteUser } from "../../../src/server/users.ts";
import {
  list as listSessions,
  revoke as revokeSession,
  revokeAll as revokeAllSessions,
} from "../../../src/server/sessions.ts";
import { createBrowser } from "../../../src/tools/testing/mod.ts";
import type { PostgresServer } from "../../_postgres.ts";
import { openPool, withPostgres } from "../_postgres.ts";
import { SCHEMA } from "./_pg_schema.ts";

const APP = "https://app.example";

/** One user, who signs in with any number of browsers, in tables of its own. */
async function createRig(server: PostgresServer, strategy: "jwt" | "database") {
  await using admin = openPool(server);
  await admin.pool.query(`CREATE SCHEMA of_${strategy}`);
  const { pool } = openPool(server, { options: `-c search_path=of_${strategy}` });
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

withPostgres("@auth/pg-adapter with records", (server) => {
  for (const [strategy, kind] of [["jwt", "token"], ["database", "database"]] as const) {
    Deno.test(`@auth/pg-adapter with records: a user lists and ends ${kind} sessions, and leaves no trace`, async () => {
      const { pool, user, config, signIn } = await createRig(server(), strategy);
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
});

/**
 * Passkeys beside the unmodified PostgreSQL adapter of Auth.js, which has no methods for them: they
 * are in records of the same database, and stay when the app moves to the adapter of this library.
 *
 * @module
 */

import PgAdapter from "@auth/pg-adapter";
import { assertEquals } from "@std/assert";
import { PostgresAdapter, postgresSchema } from "../../../adapters/postgres.ts";
import { PostgresRecords } from "../../../adapters/records/postgres.ts";
import type { AuthConfig } from "../../../mod.ts";
import { list } from "../../../src/capabilities/passkeys/functions.ts";
import { createAuthenticator } from "../../../src/tools/testing/mod.ts";
import { answer, APP, ask, createRig, run, send } from "../../flows/_passkeys.ts";
import { openEmpty, withPostgres } from "../_postgres.ts";
import { SCHEMA } from "./_pg_schema.ts";

const AFTER = `${APP}/after`;

withPostgres("@auth/pg-adapter with passkeys in records", (server) => {
  Deno.test("@auth/pg-adapter with passkeys in records: fifty registrations, one key, and a move", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(SCHEMA);
    const records = PostgresRecords(pool);
    const rig = createRig({ adapter: PgAdapter(pool as never) as AuthConfig["adapter"], records });

    // One id, which fifty devices claim at once.
    const first = createAuthenticator(APP);
    await run({ authenticator: first }, rig.openBrowser(), {
      action: "register",
      email: "first@example.com",
    });
    const { id } = first.credentials[0]!;
    await pool.query("DELETE FROM users");
    await pool.query("DELETE FROM auth_records");
    rig.errors.length = 0;
    const people = await Promise.all(Array.from({ length: 50 }, async (_, at) => {
      const browser = rig.openBrowser();
      const authenticator = createAuthenticator(APP);
      const asked = await ask(browser, { action: "register", email: `user-${at}@example.com` });
      return {
        browser,
        authenticator,
        fields: await answer(asked, authenticator, { credentialId: id }),
      };
    }));
    const landings = await Promise.all(people.map(({ browser, fields }) => send(browser, fields)));
    const winners = people.filter((_, at) => landings[at]!.href === AFTER);
    assertEquals(winners.length, 1);
    const [winner] = winners as [typeof people[number]];
    const email = (await winner.browser.session())!.user!.email!;
    const count = async (table: string) =>
      Number((await pool.query(`SELECT count(*) FROM ${table}`)).rows[0]!.count);
    assertEquals([await count("users"), await count("accounts")], [1, 1]);

    await pool.query(postgresSchema());
    const moved = createRig({ adapter: PostgresAdapter(pool) });
    const browser = moved.openBrowser();
    assertEquals((await run(winner, browser, {})).href, AFTER, "after the move");
    assertEquals((await browser.session())?.user?.email, email);
    const second = { authenticator: createAuthenticator(APP) };
    assertEquals((await run(second, browser, { action: "register" })).href, AFTER);
    assertEquals(await count("authenticators"), 1, "the new one is a row");
    const user = (await moved.config.adapter!.getUserByEmail!(email))!;
    assertEquals((await list(moved.config, user.id)).length, 2);
    for (const one of [winner, second]) {
      assertEquals((await run(one, moved.openBrowser(), {})).href, AFTER);
    }
  });
});

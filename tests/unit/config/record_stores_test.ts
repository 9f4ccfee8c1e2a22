/**
 * An adapter of Auth.js is told the store of records that fits it, at start as by the doctor.
 *
 * @module
 */

import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { KyselyAdapter } from "@auth/kysely-adapter";
import PgAdapter from "@auth/pg-adapter";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import { ApiKeys } from "../../../src/capabilities/keys/mod.ts";
import { listNeeds } from "../../../src/config/check.ts";
import { RECORDS_CURE, recordsCureFor, recordsCureOf } from "../../../src/config/record_stores.ts";
import { connect } from "../../adapters/_drizzle.ts";
import { onSqlite } from "../../adapters/_kysely.ts";

Deno.test("recordsCureOf() knows adapters of Auth.js, and the refusal at start says it", () => {
  const prisma = { user: { findUnique: (_: unknown) => null } };
  const adapters: Record<string, unknown> = {
    "@auth/drizzle-adapter": DrizzleAdapter(connect.PostgreSQL({} as never) as never),
    "@auth/kysely-adapter": KyselyAdapter(onSqlite()),
    "@auth/pg-adapter": PgAdapter({} as never),
    // The package needs a client that was generated; this is its method.
    "@auth/prisma-adapter": { getUser: (id: string) => prisma.user.findUnique({ where: { id } }) },
  };
  for (const [name, adapter] of Object.entries(adapters)) {
    const cure = recordsCureFor(name)!;
    assertEquals(recordsCureOf(adapter as never), cure, name);
    const config = {
      providers: [],
      adapter,
      keys: ApiKeys({ prefix: "acme", scopes: ["read"] }),
      session: { strategy: "jwt" },
    } as unknown as AuthConfig;
    const errors = listNeeds(config, []);
    assert(errors.length > 0, name);
    for (const { message } of errors) assertStringIncludes(message, cure);
  }
});

Deno.test("recordsCureOf() names every store where nothing says which adapter an app has", () => {
  for (const adapter of [undefined, {}, MemoryAdapter(), { getUser: (id: string) => ({ id }) }]) {
    assertEquals(recordsCureOf(adapter), RECORDS_CURE);
  }
  assertEquals(recordsCureFor("@auth/mongodb-adapter"), undefined);
});

/**
 * What the stores on D1 promise beyond the suites, and D1 in trouble: limits, replicas, answers that
 * are lost, and a database that crashes.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
// @ts-types="../_miniflare.d.ts"
import { Miniflare } from "miniflare";
import { D1Adapter, type D1Binding, d1Schema } from "../../adapters/d1.ts";
import { D1Records, recordsTable } from "../../adapters/records/d1.ts";
import { AdapterError, AuthError } from "../../src/errors.ts";
import { type Asked, bindingOf, type D1Server, empty, withD1 } from "../_d1.ts";
import { testInTurn } from "../_stride.ts";
import { waitUntil } from "../_wait.ts";
import { account, callEach, user } from "./_calls.ts";
import { assertNothingLostOrDoubled, type Pair, signInDuring } from "./_sign_ins_during.ts";
import { type Door, type Engine, testSqliteClient } from "./_sqlite_limits.ts";
import { Faults } from "./records/_faults.ts";

const made = { createTables: true };
const entry = (id: string, version = 1) => ({
  kind: "test",
  id,
  owner: "ada",
  version,
  expires: null,
  data: null,
});

const D1: Door = { name: "D1", schema: d1Schema, cure: "d1Schema()", recordsTable };

async function engineOf({ url }: D1Server): Promise<Engine> {
  await empty(url);
  const calls: string[][] = [];
  const faults = new Faults();
  const binding = bindingOf(url, async (call, { texts }) => {
    calls.push(texts);
    return await faults.run(call);
  });
  return {
    adapter: (options) => D1Adapter(binding, options),
    records: (options) => D1Records(binding, options),
    query: async (sql) => (await bindingOf(url).prepare(sql).all()).results,
    calls,
    failAt: faults.failAt,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

Deno.test("D1Adapter() and D1Records() say what they take in place of another thing", () => {
  const { prepare, batch } = bindingOf("http://localhost");
  const others: [unknown, string][] = [
    ["DB", "the first argument is a text"],
    [undefined, "the first argument is no binding"],
    [{ prepare }, "the first argument is no binding"],
    [{ prepare, batch, getBookmark: () => null }, "a session, in which replicas may answer"],
  ];
  for (const [other, words] of others) {
    for (const open of [D1Adapter, D1Records]) {
      const error = assertThrows(() => open(other as D1Binding), AuthError, words);
      assertStringIncludes(error.message, "pass the binding");
    }
  }
});

const ERRORS: readonly [message: string, tries: { write: number; read: number }, words: string][] =
  [
    [
      "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
      { write: 100, read: 100 },
      "it has more to do than it can",
    ],
    [
      "D1_ERROR: Network connection lost.",
      { write: 1, read: 5 },
      "took place completely or not at all",
    ],
    [
      "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
      { write: 1, read: 5 },
      "took place completely or not at all",
    ],
    [
      "D1_ERROR: D1 DB reset because its code was updated.",
      { write: 1, read: 5 },
      "took place completely or not at all",
    ],
    [
      "D1_ERROR: string or blob too big: SQLITE_TOOBIG",
      { write: 1, read: 1 },
      "store less in one row",
    ],
  ];

for (const [message, tries, words] of ERRORS) {
  Deno.test(`D1Records: ${message} A write has ${tries.write} tries, and a read ${tries.read}`, async () => {
    using time = new FakeTime();
    let fails = false;
    let calls = 0;
    const binding = bindingOf("http://localhost", <T>() => {
      calls++;
      const rows = [{ name: "auth_records" }];
      return fails ? Promise.reject(new Error(message)) : Promise.resolve([{ results: rows }] as T);
    });
    const store = D1Records(binding);
    // The tables are there, and the first write, which looks for expired rows, is over.
    await store.put(entry("0"), null);
    fails = true;
    const ways: [number, () => Promise<unknown>][] = [
      [tries.write, async () => await store.take("test", "1")],
      [tries.read, async () => await store.list("ada", "test")],
    ];
    for (const [count, call] of ways) {
      calls = 0;
      const running = call();
      running.catch(() => {});
      await time.tickAsync(10_000);
      await assertRejects(() => running, AdapterError, words);
      assertEquals(calls, count);
    }
  });
}

withD1((server) => {
  testSqliteClient("D1", D1, () => engineOf(server()));

  Deno.test("D1Adapter: every statement of every method begins at the primary", async () => {
    await empty(server().url);
    const asked: Asked[] = [];
    const binding = bindingOf(server().url, (call, one) => {
      asked.push(one);
      return call();
    });
    const adapter = D1Adapter(binding, made);
    await callEach(adapter);
    await adapter.records.put(entry("1"), null);
    await adapter.records.list("ada", "test");
    assert(asked.length > 30, String(asked.length));
    assertEquals(asked.filter(({ constraint }) => constraint !== "first-primary"), []);
    // A binding of an older date has no sessions, and no replicas.
    const { withSession: _, ...old } = binding;
    asked.length = 0;
    assertEquals((await D1Adapter(old).records.get("test", "1"))?.version, 1);
    assertEquals(new Set(asked.map(({ constraint }) => constraint)), new Set([undefined]));
  });

  Deno.test("D1Adapter: no statement has more parameters than D1 takes, and a row that is too large is refused without effect", async () => {
    await empty(server().url);
    let most = 0;
    const binding = bindingOf(server().url, (call, { texts }) => {
      for (const text of texts) most = Math.max(most, text.split("?").length - 1);
      return call();
    });
    const adapter = D1Adapter(binding, made);
    await callEach(adapter);
    assert(most <= 100, String(most));
    const large = { ...user("ada"), image: "x".repeat(3_000_000) };
    await assertRejects(
      async () => await adapter.createUserWithAccount(large, account("1")),
      AdapterError,
      "a value is larger than the database takes; store less in one row",
    );
    assertEquals(await adapter.getUser("ada"), null);
    assertEquals(await adapter.getUserByAccount(account("1")), null);
  });

  testInTurn(
    "D1",
    0,
    "D1Adapter: while the database crashes and starts again, no sign-in is lost or doubled",
    async () => {
      await empty(server().url);
      const adapter = D1Adapter(bindingOf(server().url), made);
      await adapter.getUser("1");
      let crashes = 0;
      // It takes seconds to start.
      const trouble = async () => {
        if (crashes++ < 3) await server().restart();
      };
      const { received, failures } = await signInDuring(trouble, adapter);
      assert(crashes > 2 && failures > 0, `${crashes} crashes, ${failures} failures`);
      await assertNothingLostOrDoubled(received, adapter, async () => {
        const { results } = await bindingOf(server().url).prepare(
          `SELECT u.email, a.providerAccountId AS person FROM auth_users AS u
         FULL JOIN auth_accounts AS a ON a.userId = u.id`,
        ).all();
        return results as Pair[];
      });
      console.log(`${received.length} sign-ins, 3 crashes, ${failures} logged failures`);
    },
  );

  Deno.test("D1Records: a write that was acknowledged is there after the database was killed", async () => {
    await empty(server().url);
    const store = D1Records(bindingOf(server().url));
    let written = 0;
    const writing = (async () => {
      try {
        for (;; written++) await store.put(entry(String(written).padStart(4, "0")), null);
      } catch (error) {
        return error;
      }
    })();
    await waitUntil("some are written", () => written > 50, { pause: 1 });
    await server().kill();
    assert(await writing instanceof AdapterError);
    await server().start();
    const found = await store.list("ada", "test", { limit: 1000 });
    // The one that was interrupted took place, or not.
    assert([written, written + 1].includes(found.length), `${written}, ${found.length}`);
    console.log(`${written} acknowledged writes, ${found.length} found`);
  });
});

Deno.test("D1Adapter: works on a binding as Miniflare hands it out", async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default { fetch: () => new Response() }",
    compatibilityDate: "2025-04-01",
    d1Databases: { DB: "tests" },
  });
  const adapter = D1Adapter(await miniflare.getD1Database("DB"), made);
  await callEach(adapter);
  await adapter.createUserWithAccount(user("ada"), account("1"));
  await adapter.records.put(entry("1"), null);
  assertEquals((await adapter.getUserByAccount(account("1")))?.id, "ada");
  assertEquals((await adapter.records.take("test", "1"))?.version, 1);
  assertEquals((await adapter.deleteUser("ada"))?.id, "ada");
  await miniflare.dispose();
});

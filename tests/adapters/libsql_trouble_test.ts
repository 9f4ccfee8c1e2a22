/**
 * libSQL in trouble: locks of others, databases that could lose or confuse rows, answers that are
 * lost, and a server that crashes.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { createClient } from "../_libsql_client.ts";
import { DatabaseSync } from "node:sqlite";
import { LibsqlAdapter } from "../../adapters/libsql.ts";
import { LibsqlRecords } from "../../adapters/records/libsql.ts";
import { AdapterError } from "../../src/errors.ts";
import { type HranaServer, withHrana } from "../_hrana.ts";
import { testInTurn } from "../_stride.ts";
import { endOfHanging } from "../_wait.ts";
import { account, user } from "./_calls.ts";
import { type OpenClient, openFile, openMemory, openRemote, seen } from "./_libsql.ts";
import { assertNothingLostOrDoubled, type Pair, signInDuring } from "./_sign_ins_during.ts";

const PROCESSES = 4;
const made = { createTables: true };
const entry = (id: string, version = 1) => ({
  kind: "test",
  id,
  owner: "ada",
  version,
  expires: null,
  data: null,
});

/** The URL of a database of a server, with another first part of its name. */
const variant = ({ config }: OpenClient, name: string) =>
  config.url.replace(/\/(\w+)\/$/, `/${name}-$1/`);

const ENGINES: Readonly<
  Record<string, (server: HranaServer) => OpenClient | Promise<OpenClient>>
> = { "a file": () => openFile(), "a server": openRemote };

withHrana((server) => {
  for (const [name, open] of Object.entries(ENGINES)) {
    Deno.test(`LibsqlAdapter, ${name}: what another client has locked is repeated until it is free`, async () => {
      await using opened = await open(server());
      const other = createClient(opened.config);
      let busy = 0;
      let free: (() => Promise<void>) | undefined;
      const client = seen(opened.client, async (call) => {
        try {
          return await call();
        } catch (error) {
          assert(/SQLITE_BUSY/.test((error as { code?: string }).code ?? ""), String(error));
          if (++busy === 3) await free?.();
          throw error;
        }
      });
      const adapter = LibsqlAdapter(client, made);
      await adapter.createUser(user("ada"));
      const calls = [
        () => adapter.createUserWithAccount(user("grace"), account("1")),
        () => adapter.records.put(entry("1"), null),
        () => adapter.updateUser({ id: "ada", name: "Ada" }),
        () => adapter.deleteUser("ada"),
      ];
      for (const call of calls) {
        const transaction = await other.transaction("write");
        await transaction.execute("UPDATE auth_users SET name = 'other' WHERE id = 'none'");
        busy = 0;
        free = () => transaction.commit();
        assert(await call());
        assertEquals(busy, 3);
      }
      assertEquals(await adapter.getUser("ada"), null);
      assertEquals((await adapter.getUserByAccount(account("1")))?.id, "grace");
      other.close();
    });

    Deno.test(`LibsqlAdapter, ${name}: what stays locked fails with a sentence, without effect`, async () => {
      await using opened = await open(server());
      const other = createClient(opened.config);
      const adapter = LibsqlAdapter(opened.client, made);
      await adapter.createUserWithAccount(user("ada"), account("1"));
      await adapter.records.put(entry("1"), null);
      const transaction = await other.transaction("write");
      await transaction.execute("UPDATE auth_users SET name = 'other' WHERE id = 'none'");
      const calls = [
        () => adapter.deleteUser("ada"),
        () => adapter.records.put(entry("1", 2), 1),
        () => adapter.records.take("test", "1"),
      ];
      await Promise.all(calls.map((call) =>
        assertRejects(
          async () => await call(),
          AdapterError,
          "another client has locked it for long; nothing was written, so repeat the call",
        )
      ));
      await transaction.rollback();
      assertEquals((await adapter.getUserByAccount(account("1")))?.id, "ada");
      assertEquals((await adapter.records.get("test", "1"))?.version, 1);
      assertEquals((await adapter.deleteUser("ada"))?.id, "ada");
      other.close();
    });

    Deno.test(`LibsqlAdapter, ${name}: four processes with fifty first sign-ins of one person each make one user and one account`, async () => {
      await using opened = await open(server());
      const sets = ["one_", "two_"];
      const runs = await Promise.all(Array.from({ length: PROCESSES }, async () => {
        const { stdout } = await new Deno.Command(Deno.execPath(), {
          args: [
            ...["run", "-A", "--no-check", "tests/adapters/_sign_ins_at_once.ts"],
            ...["libsql", opened.config.url, String(PROCESSES), ...sets],
          ],
          stderr: "inherit",
          signal: endOfHanging(),
        }).output();
        return JSON.parse(new TextDecoder().decode(stdout)) as (string | null)[][];
      }));
      for (const [index, set] of sets.entries()) {
        const rows = async (table: string) =>
          (await opened.client.execute(`SELECT * FROM ${set}${table}`)).rows;
        const users = await rows("users");
        assertEquals(users.length, 1, set);
        const ids = runs.flatMap((run) => run[index]);
        assertEquals(ids, Array(50 * PROCESSES).fill(users[0]!.id), set);
        assertEquals((await rows("accounts")).length, 1);
        assertEquals((await rows("sessions")).length, 50 * PROCESSES);
      }
    });
  }

  Deno.test("LibsqlAdapter, a file: a lock that is taken in the middle of a change loses no later change, and no read is old", async () => {
    await using opened = await openFile();
    const other = createClient(opened.config);
    let held: Awaited<ReturnType<typeof other.transaction>> | undefined;
    let takes = false;
    let found = 0;
    const client = seen(opened.client, async (call, texts) => {
      if (takes && /^(UPDATE|INSERT|DELETE)/.test(texts[0]!.trim())) {
        takes = false;
        held = await other.transaction("write");
      }
      try {
        return await call();
      } catch (error) {
        if (++found === 2) await held?.commit();
        throw error;
      }
    });
    const adapter = LibsqlAdapter(client, made);
    await adapter.createUser(user("ada"));
    for (let round = 1; round <= 3; round++) {
      found = 0;
      takes = true;
      assertEquals(await adapter.records.put(entry(`${round}`), null), true);
      assertEquals([takes, found], [false, 2], "once in between, and once before");
      const name = `Ada ${round}`;
      assertEquals((await adapter.updateUser({ id: "ada", name })).name, name);
      const { rows } = await other.execute("SELECT name FROM auth_users");
      assertEquals(rows[0]?.name, name, "another client sees what was acknowledged");
      await other.execute(`UPDATE auth_users SET name = 'other ${round}'`);
      assertEquals((await adapter.getUser("ada"))?.name, `other ${round}`);
      assertEquals((await adapter.records.list("ada", "test")).length, round);
    }
    other.close();
  });

  Deno.test("LibsqlAdapter, in memory: waits for a transaction of the app, which holds the only connection", async () => {
    await using opened = openMemory();
    const adapter = LibsqlAdapter(opened.client, made);
    await adapter.createUser(user("ada"));
    const transaction = await opened.client.transaction("write");
    const created = Promise.all([adapter.createUser(user("grace")), adapter.getUser("ada")]);
    await transaction.execute("UPDATE auth_users SET name = 'Ada' WHERE id = 'ada'");
    await transaction.commit();
    assertEquals((await created)[1]?.name, "Ada");
  });

  Deno.test("LibsqlAdapter and LibsqlRecords: a copy of a database is refused, and nothing is made", async () => {
    const answers = [() => Promise.resolve({}), () => Promise.reject(new Error("no network"))];
    for (const sync of answers) {
      await using opened = await openFile();
      // What a client with `syncUrl` has: it can copy what it lacks.
      const copy = {
        ...seen(opened.client, (call) => Promise.resolve(call())),
        sync,
      };
      const calls = [
        () => LibsqlAdapter(copy, made).getUser("1"),
        () => LibsqlAdapter(copy).setup(),
        () => LibsqlRecords(copy).get("a", "1"),
      ];
      for (const call of calls) {
        await assertRejects(
          async () => await call(),
          AdapterError,
          "pass a client of the server, without `syncUrl`",
        );
      }
      assertEquals((await opened.client.execute("SELECT * FROM sqlite_master")).rows.length, 0);
    }
  });

  Deno.test("LibsqlAdapter: a database without foreign keys is refused, and one that is read-only at its first write", async () => {
    await using opened = openRemote(server());
    const first = LibsqlAdapter(opened.client, made);
    await first.createUserWithAccount(user("ada"), account("1"));
    await first.records.put(entry("1"), null);
    const loose = createClient({ url: variant(opened, "loose") });
    await assertRejects(
      async () => await LibsqlAdapter(loose).deleteUser("ada"),
      AdapterError,
      "foreign keys are off",
    );
    const reader = createClient({ url: variant(opened, "read") });
    const reading = LibsqlAdapter(reader);
    assertEquals(await reading.getUser("ada"), user("ada"));
    const writes = [
      () => reading.createUserWithAccount(user("2"), account("2")),
      () => reading.updateUser({ id: "ada", name: "Ada" }),
      () => reading.deleteUser("ada"),
      () => reading.records.take("test", "1"),
      () => reading.records.put(entry("1", 2), 1),
      () => LibsqlAdapter(reader, { prefix: "new_" }).setup(),
    ];
    for (const write of writes) {
      await assertRejects(
        async () => await write(),
        AdapterError,
        "the database is read-only; pass a client of one that can be written",
      );
    }
    assertEquals((await first.getUserByAccount(account("1")))?.id, "ada");
    assertEquals((await first.records.get("test", "1"))?.version, 1);
    for (const client of [loose, reader]) client.close();
  });

  Deno.test("LibsqlAdapter: a token that is refused, and a server that is out of order, are told apart", async () => {
    await using opened = openRemote(server());
    const adapter = LibsqlAdapter(opened.client, made);
    await adapter.createUser(user("ada"));
    try {
      for (const status of [401, 403]) {
        await server().refuse(status);
        await assertRejects(
          async () => await adapter.getUser("ada"),
          AdapterError,
          "the server refuses the token; pass a valid `authToken`",
        );
      }
      await server().refuse(503);
      for (const call of [() => adapter.getUser("ada"), () => adapter.deleteUser("ada")]) {
        await assertRejects(async () => await call(), AdapterError, "its connection was lost");
      }
    } finally {
      await server().refuse(0);
    }
    assertEquals(await adapter.getUser("ada"), user("ada"));
  });

  Deno.test("LibsqlAdapter: a read whose answer is lost is repeated; a change took place completely, and says that it may have", async () => {
    await using opened = openRemote(server());
    const adapter = LibsqlAdapter(opened.client, made);
    await adapter.createUser(user("ada"));
    await adapter.records.put(entry("first"), null);
    await server().lose(4);
    assertEquals(await adapter.getUser("ada"), user("ada"));
    await server().lose(5);
    await assertRejects(async () => await adapter.getUser("ada"), AdapterError, "was lost");
    const sentence = "a change that was under way took place completely or not at all";
    await server().lose(1);
    const created = () => adapter.createUserWithAccount(user("grace"), account("1"));
    await assertRejects(async () => await created(), AdapterError, sentence);
    assertEquals((await adapter.getUserByAccount(account("1")))?.id, "grace");
    assertEquals(await created(), null, "the key is taken: it did take place");
    await server().lose(1);
    await assertRejects(
      async () => await adapter.records.put(entry("1"), null),
      AdapterError,
      sentence,
    );
    assertEquals(await adapter.records.put(entry("1", 2), null), false, "nothing is sent twice");
    await server().lose(1);
    await assertRejects(
      async () => await adapter.records.take("test", "1"),
      AdapterError,
      sentence,
    );
    assertEquals(await adapter.records.take("test", "1"), null, "nothing is taken twice");
  });

  Deno.test("LibsqlAdapter: without a server, calls say so, and work when it is there again", async () => {
    await using opened = openRemote(server());
    const adapter = LibsqlAdapter(opened.client, made);
    await adapter.createUser(user("ada"));
    await server().kill();
    const calls = [
      () => adapter.getUser("ada"),
      () => adapter.deleteUser("ada"),
      () => LibsqlAdapter(opened.client, made).getUser("ada"),
    ];
    for (const call of calls) {
      await assertRejects(async () => await call(), AdapterError, "its connection was lost");
    }
    await server().start();
    assertEquals(await adapter.getUser("ada"), user("ada"));
  });

  testInTurn(
    "Libsql",
    0,
    "LibsqlAdapter: while the server crashes and starts again, no sign-in is lost or doubled",
    async () => {
      await using opened = openRemote(server());
      const adapter = LibsqlAdapter(opened.client, made);
      await adapter.getUser("1");
      const { received, failures, times } = await signInDuring(() => server().restart(), adapter);
      assert(times > 2 && failures > 0, `${times} crashes, ${failures} failures`);
      await assertNothingLostOrDoubled(received, adapter, async () => {
        const pairs = "SELECT u.email, a.providerAccountId AS person FROM auth_users AS u";
        const { rows } = await opened.client.execute(
          `${pairs} FULL JOIN auth_accounts AS a ON a.userId = u.id`,
        );
        return rows.map(({ email, person }) => ({ email, person }) as Pair);
      });
      using database = new DatabaseSync(
        server().fileOf(new URL(opened.config.url).pathname.slice(1, -1)),
      );
      assertEquals({ ...database.prepare("PRAGMA integrity_check").get() }, {
        integrity_check: "ok",
      });
      assertEquals(database.prepare("PRAGMA foreign_key_check").all(), []);
      console.log(`${received.length} sign-ins, ${times} crashes, ${failures} logged failures`);
    },
  );
});

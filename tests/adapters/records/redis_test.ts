import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Redis as Upstash } from "@upstash/redis";
import { createClient } from "redis";
import { RedisRecords } from "../../../adapters/records/redis.ts";
import { AdapterError, AuthError } from "../../../src/errors.ts";
import type { RecordEntry, RecordStore } from "../../../src/types/records.ts";
import { connect, withRedis } from "../../_redis.ts";
import { testInTurn } from "../../_stride.ts";
import { startUpstash } from "../../_upstash.ts";
import { assertWhole, BASE, faultyRedis, seen } from "../_redis.ts";
import { testRecordVariants } from "../_variants.ts";
import { endOfHanging } from "../../_wait.ts";
import { Faults } from "./_faults.ts";

const entry = (id: string, members: Partial<RecordEntry> = {}): RecordEntry => ({
  kind: "test",
  id,
  owner: "ada",
  version: 1,
  expires: null,
  data: null,
  ...members,
});

const inAnHour = () => new Date(Date.now() + 3_600_000);

Deno.test("RedisRecords(): what is no client, and prefixes that would leave the slot, are refused", () => {
  for (const client of ["redis://127.0.0.1", undefined, {}, { eval() {} }]) {
    assertThrows(() => RedisRecords(client as never), AuthError, "pass a client of `ioredis`");
  }
  const client = { eval: () => Promise.resolve(), evalsha: () => Promise.resolve() };
  for (const prefix of ["", "{a}", "a b", "x".repeat(41)]) {
    assertThrows(() => RedisRecords(client, { prefix }), AdapterError, "prefix");
  }
});

Deno.test("RedisRecords: an answer that no script gives is a failure, never an absent record", async () => {
  // The client of Upstash answers `null` for a request that was aborted.
  for (const answer of [null, undefined, "", "Aborted", {}, [], true, "1:2", ["x"], [1, 2]]) {
    const send = () => Promise.resolve(answer);
    const store = RedisRecords({ eval: send, evalsha: send });
    const calls = [
      () => store.get("test", "1"),
      () => store.put(entry("1"), null),
      () => store.take("test", "1"),
      () => store.deleteOwner("ada"),
      ...Array.isArray(answer) && answer.length === 1 ? [] : [() => store.list("ada", "test")],
    ];
    for (const call of calls) {
      await assertRejects(async () => await call(), AdapterError, "another answer");
    }
  }
});

Deno.test("RedisRecords: errors say nothing of what was stored", async () => {
  const secret = "the-secret-of-ada";
  const errors = [
    `ERR unknown command 'EVALSHA', with args beginning with: '${secret}'`,
    `OOM command not allowed when used memory > 'maxmemory'., command was: ["${secret}"]`,
    `WEIRD thing, command was: ["${secret}"]`,
  ].map((message) => Object.assign(new Error(message), { command: { args: [secret] } }));
  const parsing = Object.assign(new Error(`Unable to parse: ${secret}`), {
    name: "UpstashJSONParseError",
  });
  for (const error of [...errors, parsing]) {
    const send = () => Promise.reject(error);
    const store = RedisRecords({ eval: send, evalsha: send });
    const thrown = await assertRejects(
      async () => await store.put(entry("1", { data: secret }), null),
      AdapterError,
      "Redis",
    );
    assert(!Deno.inspect(thrown, { depth: 10 }).includes(secret), Deno.inspect(thrown));
  }
});

withRedis("RedisRecords", (server) => {
  /** A client of `ioredis` on an empty server. */
  const open = async (options?: object) => {
    const client = connect(server().port, options);
    await client.flushall();
    return client;
  };

  testRecordVariants({
    "RedisRecords with ioredis": async () => {
      const client = await open();
      const faults = new Faults();
      return {
        store: RedisRecords(faultyRedis(client, faults)),
        failAt: faults.failAt,
        inspect: () => assertWhole(client),
        close: () => client.disconnect(),
      };
    },

    "RedisRecords with ioredis and a key prefix": async () => {
      const client = await open({ keyPrefix: "app:" });
      return { store: RedisRecords(client), close: () => client.disconnect() };
    },

    "RedisRecords with redis": async () => {
      const client = createClient({ url: server().url });
      await client.connect();
      await client.flushAll();
      return { store: RedisRecords(client), close: () => client.destroy() };
    },

    "RedisRecords with @upstash/redis": async () => {
      const client = await open();
      const upstash = startUpstash(server().port);
      const { url, token } = upstash;
      return {
        store: RedisRecords(new Upstash({ url, token, enableTelemetry: false })),
        inspect: () => assertWhole(client),
        async close() {
          client.disconnect();
          await upstash[Symbol.asyncDispose]();
        },
      };
    },
  });

  Deno.test("RedisRecords: each method is one call of the server, also the first after a script was forgotten", async () => {
    await using opened = disposing(await open());
    const { client } = opened;
    const calls: string[] = [];
    const store = RedisRecords(seen(client, (call, name) => (calls.push(name), call())));
    const each: Record<string, () => unknown> = {
      "put, new": () => store.put(entry("1", { expires: inAnHour() }), null),
      "put, replacing": () => store.put(entry("1", { version: 2 }), 1),
      "put, another owner": () => store.put(entry("1", { version: 3, owner: "grace" }), 2),
      get: () => store.get("test", "1"),
      list: () => store.list("ada", "test"),
      deleteOwner: () => store.deleteOwner("grace"),
      take: () => store.take("test", "1"),
    };
    for (const call of Object.values(each)) await call();
    const lines = [];
    for (const [name, call] of Object.entries(each)) {
      calls.length = 0;
      await call();
      assertEquals(calls, ["evalsha"], name);
      lines.push(`${name} ${calls.length}`);
    }
    console.log(`round trips: ${lines.join(", ")}`);
    await client.script("FLUSH");
    calls.length = 0;
    await store.get("test", "1");
    await store.get("test", "1");
    assertEquals(calls, ["evalsha", "eval", "evalsha"]);
  });

  testInTurn(
    "Redis",
    0,
    "RedisRecords: no call does more for a hundred thousand records, by key or by owner",
    async () => {
      await using opened = disposing(await open());
      const { client } = opened;
      const store = RedisRecords(client);
      /** Commands that the server has run, scripts and what they call. */
      const commands = async () =>
        Number(/total_commands_processed:(\d+)/.exec(await client.info("stats"))![1]) +
        [...(await client.info("commandstats")).matchAll(
          /cmdstat_(?!evalsha|info)\w+:calls=(\d+)/g,
        )]
          .reduce((sum, [, calls]) => sum + Number(calls), 0);
      const costs: Record<string, number[]> = {};
      const cost = async (name: string, call: () => unknown) => {
        const before = await commands();
        await call();
        (costs[name] ??= []).push(await commands() - before);
      };
      // The server knows the scripts from here on.
      await store.put(entry("first"), null);
      await store.list("nobody", "test");
      await store.deleteOwner("nobody");
      await store.get("test", "first");
      await store.take("test", "first");
      let count = 0;
      for (const size of [1000, 100_000]) {
        for (; count < size; count += 500) {
          const from = count;
          await Promise.all(Array.from({ length: 500 }, (_, index) => {
            const id = `old ${from + index}`;
            // One owner has a half; every tenth record stays.
            const owner = index % 2 ? "many" : `owner ${id}`;
            return store.put(entry(id, { owner, expires: index % 10 ? inAnHour() : null }), null);
          }));
        }
        for (const owner of ["many", `new ${size}`]) {
          const id = `new ${size} ${owner}`;
          const expires = inAnHour();
          await cost(
            `put of ${owner.split(" ")[0]}`,
            () => store.put(entry(id, { owner, expires }), null),
          );
          await cost("put again", () => store.put(entry(id, { owner, expires, version: 2 }), 1));
          await cost("get", () => store.get("test", id));
          await cost(
            `list of ${owner.split(" ")[0]}`,
            () => store.list(owner, "test", { after: "new", limit: 2 }),
          );
          await cost("take", () => store.take("test", id));
        }
        await store.put(entry("one", { owner: "few" }), null);
        await cost("deleteOwner", () => store.deleteOwner("few"));
      }
      for (const [name, counts] of Object.entries(costs)) {
        assertEquals(new Set(counts).size, 1, `${name}: ${counts}`);
      }
      const memory = Number(/used_memory:(\d+)/.exec(await client.info("memory"))![1]);
      console.log(
        `commands at 1,000 and 100,000 records: ${
          Object.entries(costs).map(([name, counts]) => `${name} ${counts[0]} ${counts.at(-1)}`)
            .join(", ")
        }; ${Math.round(memory / 1e6)} MB`,
      );
    },
  );

  Deno.test("RedisRecords: scripts that the server has forgotten are sent again, by each client", async () => {
    await using opened = disposing(await open());
    await using upstash = startUpstash(server().port);
    const { url, token } = upstash;
    const node = createClient({ url: server().url });
    await node.connect();
    const clients = {
      ioredis: opened.client,
      redis: node,
      "@upstash/redis": new Upstash({ url, token, enableTelemetry: false }),
      "@upstash/redis without pipelines": new Upstash({
        ...{ url, token, enableTelemetry: false },
        enableAutoPipelining: false,
      }),
    };
    for (const [name, client] of Object.entries(clients)) {
      const store = RedisRecords(client);
      for (let version = 1; version <= 2; version++) {
        await opened.client.script("FLUSH");
        const next = entry(name, { version });
        assertEquals(await store.put(next, version === 1 ? null : 1), true, name);
        assertEquals(await store.get("test", name), next, name);
      }
      await opened.client.config("SET", "min-replicas-to-write", "1");
      await assertRejects(
        async () => await store.put(entry(name, { version: 3, data: "secret" }), 2),
        AdapterError,
        "Redis refuses this (NOREPLICAS)",
        name,
      );
      await opened.client.config("SET", "min-replicas-to-write", "0");
    }
    node.destroy();
  });

  Deno.test("RedisRecords: a call whose answer was lost is repeated, and had its effect once", async () => {
    await using opened = disposing(await open());
    let lose = 0;
    const losing = seen(opened.client, async (call) => {
      const answer = await call();
      if (lose-- > 0) throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
      return answer;
    });
    const store = RedisRecords(losing);
    await store.get("test", "1");
    for (const times of [1, 5]) {
      lose = times;
      assertEquals(await store.put(entry("1"), null), true);
      lose = times;
      assertEquals(await store.put(entry("1", { version: 2 }), 1), true);
      lose = times;
      assertEquals(await store.get("test", "1"), entry("1", { version: 2 }));
      lose = times;
      assertEquals(await store.list("ada", "test"), [entry("1", { version: 2 })]);
      lose = times;
      assertEquals(await store.take("test", "1"), entry("1", { version: 2 }));
      assertEquals(await store.take("test", "1"), null);
    }
    // Fifty at once, each of which loses an answer: one has the record.
    await store.put(entry("one"), null);
    lose = 50;
    const taken = await Promise.all(
      Array.from({ length: 50 }, async () => await store.take("test", "one")),
    );
    assertEquals(taken.filter(Boolean).length, 1);
    lose = 50;
    const written = await Promise.allSettled(
      Array.from(
        { length: 50 },
        async (_, index) => await store.put(entry("two", { data: index }), null),
      ),
    );
    const winners = written.flatMap((one, index) =>
      one.status === "fulfilled" && one.value ? [index] : []
    );
    assertEquals(winners, [(await store.get("test", "two"))!.data as number]);
    await assertWhole(opened.client);
  });

  Deno.test("RedisRecords: a write whose answer was lost, and that another replaced, is unknown, not refused", async () => {
    await using opened = disposing(await open());
    const other = RedisRecords(opened.client);
    let isLost = false;
    const store = RedisRecords(seen(opened.client, async (call) => {
      const answer = await call();
      if (!isLost) return answer;
      isLost = false;
      await other.put(entry("1", { version: 3 }), 2);
      throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
    }));
    await store.put(entry("1"), null);
    isLost = true;
    await assertRejects(
      async () => await store.put(entry("1", { version: 2 }), 1),
      AdapterError,
      "whether it took place is unknown",
    );
  });

  Deno.test("RedisRecords: a server that is away is tried ten times, and the error says so", async () => {
    let tries = 0;
    const away = () => {
      tries++;
      return Promise.reject(
        Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
      );
    };
    const store = RedisRecords({ eval: away, evalsha: away });
    await assertRejects(
      async () => await store.get("test", "1"),
      AdapterError,
      "Cannot reach Redis (connect ECONNREFUSED)",
    );
    assertEquals(tries, 10);
  });

  Deno.test("RedisRecords: what has expired leaves the lists with later writes, ten for each", async () => {
    await using opened = disposing(await open());
    const { client } = opened;
    const store = RedisRecords(client);
    const expires = inAnHour();
    for (let id = 0; id < 100; id++) await store.put(entry(`${id}`, { expires }), null);
    await store.put(entry("stays"), null);
    const left = async () => [
      await client.zcard(`${BASE}owner:ada`),
      await client.zcard(`${BASE}expiring`),
    ];
    assertEquals(await left(), [101, 100]);
    const { now } = Date;
    Date.now = () => expires.valueOf();
    try {
      for (let write = 1; write <= 12; write++) {
        await store.put(entry(`new ${write}`, { owner: "grace" }), null);
        const rest = Math.max(100 - 10 * write, 0);
        assertEquals(await left(), [1 + rest, rest]);
      }
    } finally {
      Date.now = now;
    }
    assertEquals((await store.list("ada", "test")).map(({ id }) => id), ["stays"]);
    assertEquals((await client.keys(`${BASE}record:*`)).length, 13);
  });

  Deno.test("RedisRecords: a record that has got another owner or a later expiry stays when its old expiry passes", async () => {
    await using opened = disposing(await open());
    const store = RedisRecords(opened.client);
    const expires = inAnHour();
    const later = new Date(expires.valueOf() + 3_600_000);
    const kept = [
      entry("another owner", { owner: "grace", version: 2, expires: later }),
      entry("later", { version: 2, expires: later }),
      entry("never", { version: 2 }),
      entry("no owner", { owner: undefined, version: 2 }),
    ];
    for (const { id } of kept) await store.put(entry(id, { expires }), null);
    for (const next of kept) assertEquals(await store.put(next, 1), true);
    // The server, which has a clock of its own, has forgotten the old expiry too.
    for (const { id, expires } of kept) {
      const [key] = await opened.client.keys(`${BASE}record:*${id}`);
      const left = await opened.client.pttl(key!);
      assert(expires ? left > 3_600_000 : left === -1, `${id}: ${left} ms`);
    }
    const { now } = Date;
    Date.now = () => expires.valueOf();
    try {
      await store.put(entry("new", { owner: "mary" }), null);
    } finally {
      Date.now = now;
    }
    for (const { owner: _, ...members } of kept) {
      assertEquals((await store.get("test", members.id))?.version, 2, members.id);
    }
    const ids = async (owner: string) => (await store.list(owner, "test")).map(({ id }) => id);
    assertEquals([await ids("ada"), await ids("grace")], [["later", "never"], ["another owner"]]);
    await assertWhole(opened.client);
  });

  Deno.test("RedisRecords: two prefixes are two stores", async () => {
    await using opened = disposing(await open());
    const one: RecordStore = RedisRecords(opened.client, { prefix: "one" });
    const two: RecordStore = RedisRecords(opened.client, { prefix: "two" });
    assertEquals(await one.put(entry("1"), null), true);
    assertEquals(await two.get("test", "1"), null);
    assertEquals(await two.deleteOwner("ada"), 0);
    assertEquals(await one.deleteOwner("ada"), 1);
  });

  Deno.test("RedisRecords: long lists and large records come in parts, none of which holds the server for long", async () => {
    await using opened = disposing(await open());
    let calls = 0;
    const store = RedisRecords(seen(opened.client, (call) => (calls++, call())));
    const data = "x".repeat(30_000);
    const ids = Array.from({ length: 120 }, (_, index) => String(index).padStart(4, "0"));
    await Promise.all(ids.map((id) => store.put(entry(id, { data }), null)));
    await store.list("nobody", "test");
    calls = 0;
    assertEquals((await store.list("ada", "test")).map(({ id }) => id), ids);
    // 120 records of 30 kB, a megabyte at a time.
    assertEquals(calls, 4);
    await store.put(entry("z", { kind: "other" }), null);
    const many = Array.from({ length: 1300 }, (_, index) => `many ${index}`);
    await Promise.all(many.map((id) => store.put(entry(id), null)));
    await store.deleteOwner("nobody");
    calls = 0;
    assertEquals(await store.deleteOwner("ada", "test"), 1420);
    assertEquals(calls, 3);
    assertEquals(await store.deleteOwner("ada"), 1);
  });

  Deno.test("RedisRecords: four processes with fifty writers each, one winner for each version", async () => {
    await using opened = disposing(await open());
    const code = `
      import { Redis } from "ioredis";
      import { waitUntil } from ${JSON.stringify(import.meta.resolve("../../_wait.ts"))};
      import { RedisRecords } from ${
      JSON.stringify(import.meta.resolve("../../../adapters/records/redis.ts"))
    };
      const client = new Redis(${JSON.stringify(server().url)});
      const store = RedisRecords(client);
      const write = (id, version, expected) =>
        store.put({ kind: "test", id, version, expires: null, data: null }, expected);
      // No process begins before all of them run.
      await store.put(
        { kind: "ready", id: crypto.randomUUID(), owner: "all", version: 1, expires: null, data: 0 },
        null,
      );
      await waitUntil("all run", async () => (await store.list("all", "ready")).length >= 4);
      const random = () => Math.ceil(Math.random() * 1e15);
      let written = 0, taken = 0;
      for (let round = 0; round < 10; round++) {
        const ids = Array.from({ length: 50 }, () => String(round));
        written += (await Promise.all(ids.map((id) => write(id, random(), null)))).filter(Boolean).length;
      }
      await Promise.all(Array.from({ length: 50 }, async (_, index) => {
        const id = "counter " + index % 3;
        for (let tries = 0; tries < 68; tries++) {
          const found = await store.get("test", id);
          const next = { kind: "test", id, version: random(), expires: null };
          const data = (found?.data ?? 0) + 1;
          if (await store.put({ ...next, data }, found && found.version)) return;
        }
      }));
      for (let round = 0; round < 10; round++) {
        const takes = Array.from({ length: 50 }, () => store.take("test", String(round)));
        taken += (await Promise.all(takes)).filter(Boolean).length;
      }
      console.log(JSON.stringify([written, taken]));
      client.disconnect();`;
    const results = await Promise.all(Array.from({ length: 4 }, async () => {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-lock", "--config", "deno.json", code],
        stderr: "inherit",
        signal: endOfHanging(),
      }).output();
      return JSON.parse(new TextDecoder().decode(stdout)) as [number, number];
    }));
    assertEquals(results.reduce((sum, [written]) => sum + written, 0), 10, "written");
    assertEquals(results.reduce((sum, [, taken]) => sum + taken, 0), 10, "taken");
    const store = RedisRecords(opened.client);
    for (const [counter, writers] of [68, 68, 64].entries()) {
      assertEquals((await store.get("test", `counter ${counter}`))?.data, writers);
    }
    await assertWhole(opened.client);
  });
});

/** Closes the client at the end of a scope. */
function disposing(client: ReturnType<typeof connect>) {
  return { client, [Symbol.asyncDispose]: () => Promise.resolve(client.disconnect()) };
}

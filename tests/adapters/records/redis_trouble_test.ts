/**
 * Redis servers in trouble: restarted, killed, full, busy, that remove keys, replicas, and a cluster
 * that moves the slot of the records.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { Cluster, Redis } from "ioredis";
import { createClient, createCluster } from "redis";
import { RedisRecords } from "../../../adapters/records/redis.ts";
import { AdapterError } from "../../../src/errors.ts";
import { storeAdvice } from "../../../src/symbols.ts";
import type { RecordEntry, RecordStore } from "../../../src/types/records.ts";
import {
  connect,
  findRedis,
  HOW_TO_ENABLE_REDIS,
  type RedisCluster,
  startCluster,
  startRedis,
} from "../../_redis.ts";
import { skipTest } from "../../_skip.ts";
import { waitUntil } from "../../_wait.ts";
import { assertWhole, BASE, seen } from "../_redis.ts";
import { testRecordVariants } from "../_variants.ts";

const entry = (id: string, members: Partial<RecordEntry> = {}): RecordEntry => ({
  kind: "test",
  id,
  owner: "ada",
  version: 1,
  expires: null,
  data: null,
  ...members,
});

/** Each method, on a record that is there. */
const callsOf = (store: RecordStore, id = "1"): Record<string, () => unknown> => ({
  get: () => store.get("test", id),
  put: () => store.put(entry(id, { version: 2 }), 1),
  list: () => store.list("ada", "test"),
  take: () => store.take("test", id),
  deleteOwner: () => store.deleteOwner("ada"),
});

async function assertRefused(store: RecordStore, message: string): Promise<void> {
  for (const [name, call] of Object.entries(callsOf(store))) {
    const error = await assertRejects(async () => await call(), AdapterError, message, name);
    assert(!error.message.includes("\n"), error.message);
  }
}

/** Registers tests that start servers. */
function testServers(tests: Readonly<Record<string, () => Promise<void>>>): void {
  if (!findRedis()) return skipTest("RedisRecords in trouble", HOW_TO_ENABLE_REDIS);
  for (const [name, run] of Object.entries(tests)) Deno.test(`RedisRecords: ${name}`, run);
}

testServers({
  "a replica is refused, also where it has the record": async () => {
    await using primary = await startRedis(["--repl-diskless-sync-delay", "0"]);
    await using replica = await startRedis(["--replicaof", "127.0.0.1", `${primary.port}`]);
    const [one, other] = [connect(primary.port), connect(replica.port)];
    const store = RedisRecords(one);
    await store.put(entry("1"), null);
    await waitUntil("the replica has it", async () => (await other.keys(`${BASE}record:*`))[0]);
    await assertRefused(RedisRecords(other), "(READONLY): it is a replica");
    // A client that sends what only reads to replicas.
    assertEquals(await store.get("test", "1"), entry("1"));
    one.disconnect();
    other.disconnect();
  },

  "a server that removes keys when its memory is full is refused": async () => {
    await using server = await startRedis(["--maxmemory", "50mb"]);
    const client = connect(server.port);
    for (const policy of ["allkeys-lru", "volatile-ttl", "allkeys-random"]) {
      await client.config("SET", "maxmemory-policy", policy);
      await assertRefused(RedisRecords(client), "(EVICTS): it removes keys");
    }
    assertEquals(await client.keys("*"), []);
    await client.config("SET", "maxmemory-policy", "noeviction");
    assertEquals(await RedisRecords(client).put(entry("1"), null), true);
    // Without a limit nothing is removed.
    await client.config("SET", "maxmemory", "0");
    await client.config("SET", "maxmemory-policy", "allkeys-lru");
    assertEquals(await RedisRecords(client).get("test", "1"), entry("1"));
    client.disconnect();
  },

  "the doctor hears of a server that writes no log, and of replicas that may be lost": async () => {
    await using server = await startRedis(["--repl-diskless-sync-delay", "0"]);
    await using replica = await startRedis(["--replicaof", "127.0.0.1", `${server.port}`]);
    const client = connect(server.port);
    const advice = async () => {
      const { [storeAdvice]: ask } = RedisRecords(client) as never as {
        [storeAdvice](): Promise<{ cure: string }[]>;
      };
      return (await ask()).map(({ cure }) => cure);
    };
    await waitUntil(
      "the replica is connected",
      async () => (await client.info("replication")).includes("connected_slaves:1"),
    );
    const second = "Set `min-replicas-to-write 1` on the server.";
    assertEquals(await advice(), [second]);
    await client.config("SET", "appendonly", "no");
    assertEquals(await advice(), ["Set `appendonly yes` on the server.", second]);
    await client.config("SET", "min-replicas-to-write", "1");
    await client.config("SET", "appendonly", "yes");
    assertEquals(await advice(), []);
    await replica.kill();
    client.disconnect();
  },

  "full memory refuses writes with the cure, and everything else goes on": async () => {
    await using server = await startRedis();
    const client = connect(server.port);
    const store = RedisRecords(client);
    for (const id of ["1", "2", "3"]) await store.put(entry(id), null);
    await client.set("filler", "x".repeat(1_000_000));
    await client.config("SET", "maxmemory", "1mb");
    for (
      const write of [
        () => store.put(entry("new"), null),
        () => store.put(entry("1", { version: 2, owner: "grace" }), 1),
        () => store.put(entry("new", { owner: undefined }), null),
      ]
    ) {
      await assertRejects(async () => await write(), AdapterError, "(OOM): its memory is full");
      await assertWhole(client);
    }
    assertEquals(await store.get("test", "1"), entry("1"));
    assertEquals((await store.list("ada", "test")).length, 3);
    assertEquals(await store.take("test", "1"), entry("1"));
    assertEquals(await store.deleteOwner("ada"), 2);
    await client.config("SET", "maxmemory", "0");
    assertEquals(await store.put(entry("new"), null), true);
    client.disconnect();
  },

  "a disk that cannot be written refuses changes, and reads go on": async () => {
    await using server = await startRedis();
    const client = connect(server.port);
    const store = RedisRecords(client);
    await store.put(entry("1"), null);
    // Nobody can connect that often, so every change is refused.
    await client.config("SET", "min-replicas-to-write", "1");
    await assertRejects(
      async () => await store.put(entry("2"), null),
      AdapterError,
      "(NOREPLICAS): fewer replicas",
    );
    await assertRejects(async () => await store.take("test", "1"), AdapterError, "NOREPLICAS");
    assertEquals(await store.get("test", "1"), entry("1"));
    assertEquals(await store.list("ada", "test"), [entry("1")]);
    client.disconnect();
  },

  "a password that is missing, and a user who may not do everything, are named": async () => {
    await using server = await startRedis();
    const admin = connect(server.port);
    await admin.config("SET", "requirepass", "right");
    const stranger = connect(server.port, { enableReadyCheck: false });
    await assertRefused(RedisRecords(stranger), "(NOAUTH): it demands a password");
    const commands = "+eval +evalsha +get +set +del +info +zadd +zrem +zrangebylex +zrangebyscore";
    const user = async (name: string, rules: string) => {
      await admin.call("ACL", "SETUSER", name, "on", ">x", ...rules.split(" "));
      return connect(server.port, { username: name, password: "x", enableReadyCheck: false });
    };
    const app = await user("app", `~{auth}:* ${commands}`);
    for (const call of Object.values(callsOf(RedisRecords(app)))) await call();
    const weak = await user("weak", `~{auth}:* ${commands} -zadd`);
    await assertRejects(
      async () => await RedisRecords(weak).put(entry("1"), null),
      AdapterError,
      "(NOPERM): its user may not do this",
    );
    await assertWhole(admin);
    const elsewhere = await user("elsewhere", `~other:* ${commands}`);
    await assertRefused(RedisRecords(elsewhere), "NOPERM");
    for (const client of [admin, stranger, app, weak, elsewhere]) client.disconnect();
  },

  "a server that reads its data is waited for, and so is one that a script holds": async () => {
    await using server = await startRedis(["--enable-debug-command", "yes"]);
    const client = connect(server.port, { enableReadyCheck: false });
    const store = RedisRecords(client);
    for (let id = 0; id < 50; id++) await store.put(entry(`${id}`), null);
    await client.config("SET", "key-load-delay", "4000");
    const other = connect(server.port, { enableReadyCheck: false });
    const loaded = other.call("DEBUG", "LOADAOF");
    const calls = [store.get("test", "1"), store.put(entry("new"), null), store.take("test", "2")];
    assertEquals((await Promise.all(calls)).map(Boolean), [true, true, true]);
    await loaded;
    await client.config("SET", "key-load-delay", "0");

    await client.config("SET", "busy-reply-threshold", "1");
    const held = other.eval("while true do end", 0).catch((error: Error) => error.message);
    const killer = connect(server.port, { enableReadyCheck: false });
    await waitUntil(
      "the script holds the server",
      () => killer.ping().then(() => false, ({ message }) => message.startsWith("BUSY")),
    );
    let refused = 0;
    const patient = RedisRecords(seen(client, async (call) => {
      try {
        return await call();
      } catch (error) {
        if (++refused === 3) await killer.call("SCRIPT", "KILL");
        throw error;
      }
    }));
    assertEquals(await patient.get("test", "1"), entry("1"));
    assert(refused >= 3, `${refused}`);
    assert(String(await held).includes("killed"), String(await held));
    for (const one of [client, other, killer]) one.disconnect();
  },

  "a key of something else is no absent record": async () => {
    await using server = await startRedis();
    const client = connect(server.port);
    const store = RedisRecords(client);
    await client.set(`${BASE}record:test:1`, "foreign");
    for (const call of Object.values(callsOf(store)).toSpliced(2, 1).slice(0, 3)) {
      await assertRejects(async () => await call(), AdapterError, "holds no record");
    }
    await client.del(`${BASE}record:test:1`);
    await client.lpush(`${BASE}record:test:1`, "foreign");
    await assertRejects(async () => await store.get("test", "1"), AdapterError, "WRONGTYPE");
    client.disconnect();
  },

  "a server that is killed again and again loses no acknowledged write, and none is half done":
    async () => {
      const clients: Record<string, (url: string) => Promise<[RecordStore, () => unknown]>> = {
        ioredis: (url) => {
          const client = new Redis(url, { retryStrategy: () => 10, maxRetriesPerRequest: null });
          client.on("error", () => {});
          return Promise.resolve([RedisRecords(client), () => client.disconnect()]);
        },
        redis: async (url) => {
          const client = createClient({ url, socket: { reconnectStrategy: 10 } });
          client.on("error", () => {});
          await client.connect();
          return [RedisRecords(client), () => client.destroy()];
        },
      };
      for (const [name, open] of Object.entries(clients)) {
        await using server = await startRedis();
        const [store, close] = await open(server.url);
        let acknowledged = 0;
        let unknown = 0;
        let kills = 0;
        const expected = new Map<string, Set<number | null>>();
        const write = async (lane: number) => {
          for (let count = 0; count < 25; count++) {
            const id = `${lane}-${count % 5}`;
            const possible = expected.get(id) ?? new Set([null]);
            const found = await store.get("test", id);
            assert(possible.has(found?.version ?? null), `${id}: ${found?.version}`);
            const version = Math.ceil(Math.random() * 1e15);
            const isTaken = count % 7 === 6;
            const next = isTaken ? null : version;
            // One lane writes a record, so another answer than yes is a lost one.
            const done = isTaken
              ? store.take("test", id)
              : store.put(entry(id, { version, owner: `owner ${lane}` }), found && found.version);
            const outcome = await Promise.resolve(done).then((answer) => answer, () => "unknown");
            if (outcome === "unknown") {
              unknown++;
              expected.set(id, new Set([found?.version ?? null, next]));
            } else {
              assertEquals(isTaken ? found !== null : true, Boolean(outcome), id);
              acknowledged++;
              expected.set(id, new Set([next]));
            }
          }
        };
        let isDone = false;
        const writing = Promise.all(Array.from({ length: 20 }, (_, lane) => write(lane)))
          .finally(() => isDone = true);
        const killing = (async () => {
          for (let next = 20; !isDone && kills < 5; next += 80) {
            await waitUntil("writes went on", () => isDone || acknowledged >= next, { pause: 0 });
            if (isDone) break;
            kills++;
            await server.kill();
            await server.start();
          }
        })();
        await Promise.all([writing, killing]);
        assert(kills > 2, `${kills} kills`);
        for (const [id, versions] of expected) {
          assert(versions.has((await store.get("test", id))?.version ?? null), id);
        }
        const client = connect(server.port);
        await assertWhole(client);
        client.disconnect();
        await close();
        console.log(
          `${name}: ${kills} kills of the server, ${acknowledged} acknowledged writes, all there; ` +
            `${unknown} whose outcome was unknown`,
        );
      }
    },
});

if (findRedis()) {
  let cluster: RedisCluster;
  Deno.test.beforeAll(async () => void (cluster = await startCluster()));
  Deno.test.afterAll(async () => await cluster[Symbol.asyncDispose]());

  /** Empties every node. */
  const empty = async () => {
    for (const { port } of cluster.nodes) {
      const client = connect(port);
      await client.flushall();
      client.disconnect();
    }
  };

  testRecordVariants({
    "RedisRecords in a cluster": async () => {
      await empty();
      const client = cluster.connect();
      return { store: RedisRecords(client), close: () => client.disconnect() };
    },

    "RedisRecords in a cluster with redis": async () => {
      await empty();
      const rootNodes = cluster.nodes.map(({ url }) => ({ url }));
      const client = createCluster({ rootNodes, useReplicas: true });
      client.on("error", () => {});
      await client.connect();
      return { store: RedisRecords(client), close: () => client.destroy() };
    },

    "RedisRecords in a cluster whose replicas are read": async () => {
      await empty();
      const nodes = cluster.nodes.map(({ port }) => ({ host: "127.0.0.1", port }));
      const client = new Cluster(nodes, { scaleReads: "slave" });
      return { store: RedisRecords(client), close: () => client.disconnect() };
    },
  });

  Deno.test("RedisRecords: a client of one node of a cluster is told to pass a cluster", async () => {
    let refused = 0;
    for (const { port } of cluster.nodes) {
      const client = connect(port);
      const outcome = await Promise.resolve(RedisRecords(client).get("test", "1"))
        .then(() => "", ({ message }) => message);
      if (outcome) {
        assert(outcome.includes("(MOVED): it is a node of a cluster"), outcome);
        refused++;
      }
      client.disconnect();
    }
    assertEquals(refused, 2);
  });

  Deno.test("RedisRecords: while a cluster moves the slot, no record is taken for absent, and none is lost", async () => {
    await empty();
    const client = cluster.connect();
    const store = RedisRecords(client);
    const ids = Array.from({ length: 40 }, (_, index) => `${index}`);
    for (const id of ids) await store.put(entry(id), null);
    const clients = cluster.nodes.map(({ port }) => connect(port));
    const slot = Number(await clients[0]!.call("CLUSTER", "KEYSLOT", BASE));
    const home = Math.floor(slot * 3 / 16384);
    const [from, to] = [clients[home]!, clients[(home + 1) % 3]!];
    const nameOf = async (one: Redis) => String(await one.call("CLUSTER", "MYID"));
    await to.call("CLUSTER", "SETSLOT", slot, "IMPORTING", await nameOf(from));
    await from.call("CLUSTER", "SETSLOT", slot, "MIGRATING", await nameOf(to));
    const move = async (keys: string[]) => {
      const { port } = cluster.nodes[(home + 1) % 3]!;
      for (const key of keys) {
        await from.call("MIGRATE", "127.0.0.1", port, key, 0, 5000);
      }
    };
    const keys = (await from.call("CLUSTER", "GETKEYSINSLOT", slot, 1000) as string[]).toSorted();
    await move(keys.slice(0, keys.length / 2));
    // Either node refuses, whether it has the record by now or not.
    const asking = seen(to, async (call) => {
      const asked = to.call("ASKING");
      const answer = call();
      await asked;
      return await answer;
    });
    await Promise.all([from, asking].map(async (one) => {
      const half = RedisRecords(one);
      const calls = ids.slice(0, 10).flatMap((id) => Object.values(callsOf(half, id)));
      await Promise.all([...calls, () => half.put(entry("new"), null)].map(async (call) => {
        await assertRejects(async () => await call(), AdapterError, "the cluster moves the slot");
      }));
    }));

    // Calls that wait have their answer when the slot has arrived.
    const waiting = Promise.all([
      ...ids.map((id) => store.get("test", id)),
      store.put(entry("new"), null),
      store.list("ada", "test"),
    ]);
    await move(keys.slice(keys.length / 2));
    for (const one of clients) {
      await one.call("CLUSTER", "SETSLOT", slot, "NODE", await nameOf(to));
    }
    const answers = await waiting;
    assertEquals(answers.slice(0, ids.length), ids.map((id) => entry(id)));
    assertEquals(answers[ids.length], true);
    assertEquals(await store.deleteOwner("ada"), ids.length + 1);
    await assertWhole(to);
    for (const one of [client, ...clients]) one.disconnect();
  });
}

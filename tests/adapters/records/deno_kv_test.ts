import { assert, assertEquals, assertRejects } from "@std/assert";
import { DenoKvAdapter, type KvStore } from "../../../adapters/deno_kv.ts";
import { DenoKvRecords } from "../../../adapters/records/deno_kv.ts";
import { AdapterError } from "../../../src/errors.ts";
import { ACCESS_TOKEN, startKvConnectServer } from "../_kv_connect.ts";
import { assertNothingDangles } from "../_kv_check.ts";
import { testRecordVariants } from "../_variants.ts";
import { Faults, faultyKv } from "./_faults.ts";

Deno.env.set("DENO_KV_ACCESS_TOKEN", ACCESS_TOKEN);

/** The store without native expiry, as long as KV has not come to removing what has expired. */
function withoutExpiry(kv: Deno.Kv): KvStore {
  return new Proxy(kv, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "atomic") return typeof member === "function" ? member.bind(target) : member;
      return () => {
        const atomic = target.atomic();
        const { set } = atomic;
        atomic.set = (key, value) => set.call(atomic, key, value);
        return atomic;
      };
    },
  }) as unknown as KvStore;
}

testRecordVariants({
  "DenoKvRecords in memory": async () => {
    const faults = new Faults();
    const kv = await Deno.openKv(":memory:");
    return {
      store: DenoKvRecords(faultyKv(kv, faults)),
      failAt: faults.failAt,
      inspect: () => assertNothingDangles(kv),
      close: () => kv.close(),
    };
  },

  "DenoKvRecords on a file": async () => {
    const folder = await Deno.makeTempDir();
    const kv = await Deno.openKv(`${folder}/auth.kv`);
    return {
      // The longest prefix.
      store: DenoKvRecords(kv, { prefix: ["x".repeat(198)] }),
      inspect: () => assertNothingDangles(kv, ["x".repeat(198)]),
      async close() {
        kv.close();
        await Deno.remove(folder, { recursive: true });
      },
    };
  },

  "DenoKvAdapter().records": async () => {
    const kv = await Deno.openKv(":memory:");
    return {
      store: DenoKvAdapter(kv).records,
      inspect: () => assertNothingDangles(kv),
      close: () => kv.close(),
    };
  },

  "DenoKvRecords over KV Connect": async () => {
    const server = startKvConnectServer();
    const kv = await Deno.openKv(server.url);
    return {
      store: DenoKvRecords(kv),
      inspect: () => assertNothingDangles(kv),
      async close() {
        kv.close();
        await server[Symbol.asyncDispose]();
      },
    };
  },

  "DenoKvRecords before expired rows are removed": async () => {
    const kv = await Deno.openKv(":memory:");
    return {
      store: DenoKvRecords(withoutExpiry(kv)),
      inspect: () => assertNothingDangles(kv),
      close: () => kv.close(),
    };
  },
});

const entry = (id: string, version = 1) => ({
  kind: "test",
  id,
  owner: "ada",
  version,
  expires: null,
  data: null,
});

Deno.test("DenoKvRecords: put and take whose answers were lost by the client are recognized", async () => {
  await using server = startKvConnectServer();
  using kv = await Deno.openKv(server.url);
  const store = DenoKvRecords(kv);
  server.loseAnswers = 1;
  assertEquals(await store.put(entry("1"), null), true);
  assertEquals(server.loseAnswers, 0);
  server.loseAnswers = 1;
  assertEquals(await store.put(entry("1", 2), 1), true);
  assertEquals(await store.put(entry("1", 3), 1), false);
  server.loseAnswers = 1;
  assertEquals(await store.take("test", "1"), entry("1", 2));
  assertEquals(await store.take("test", "1"), null);
  assertEquals(server.commits, 3);

  for (let id = 0; id < 150; id++) await store.put(entry(String(id)), null);
  server.loseAnswers = 1;
  await store.deleteOwner("ada");
  assertEquals(await store.list("ada", "test"), []);
  await assertNothingDangles(kv);
});

Deno.test("DenoKvRecords: a put that always conflicts ends in a clear error", async () => {
  using kv = await Deno.openKv(":memory:");
  await DenoKvRecords(kv).put(entry("1"), null);
  const stuck = new Proxy(kv, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "atomic") return typeof member === "function" ? member.bind(target) : member;
      return () => Object.assign(target.atomic(), { commit: () => Promise.resolve({ ok: false }) });
    },
  }) as unknown as KvStore;
  const error = await assertRejects(
    async () => await DenoKvRecords(stuck).put(entry("1", 2), 1),
    AdapterError,
  );
  assert(error.message.includes("other calls changed it"), error.message);
});

Deno.test("DenoKvRecords: list leaves out records that change after their index was read", async () => {
  using kv = await Deno.openKv(":memory:");
  const store = DenoKvRecords(kv);
  for (const id of ["expired", "moved", "same", "taken"]) await store.put(entry(id), null);
  const changing = new Proxy(kv, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "getMany") return typeof member === "function" ? member.bind(target) : member;
      return async (keys: Deno.KvKey[]) => {
        await store.put({ ...entry("expired", 2), expires: new Date(1) }, 1);
        await store.put({ ...entry("moved", 2), owner: "grace" }, 1);
        await store.take("test", "taken");
        return await target.getMany(keys);
      };
    },
  }) as unknown as KvStore;
  assertEquals(await DenoKvRecords(changing).list("ada", "test"), [entry("same")]);
});

Deno.test("DenoKvRecords: list reads no row of records that have expired", async () => {
  using kv = await Deno.openKv(":memory:");
  const store = DenoKvRecords(withoutExpiry(kv));
  const past = new Date(Date.now() - 1000);
  for (let id = 0; id < 150; id++) await store.put({ ...entry(`${id}`), expires: past }, null);
  await store.put(entry("x"), null);
  const read: Deno.KvKey[] = [];
  const watched = new Proxy(kv, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "getMany") return typeof member === "function" ? member.bind(target) : member;
      return (keys: Deno.KvKey[]) => {
        read.push(...keys);
        return target.getMany(keys);
      };
    },
  }) as unknown as KvStore;
  assertEquals(await DenoKvRecords(watched).list("ada", "test", { limit: 1 }), [entry("x")]);
  assertEquals(read, [["auth", "record", "test", "x"]]);
});

Deno.test("DenoKvRecords: when every record is removed, only the marks of takes are left", async () => {
  using kv = await Deno.openKv(":memory:");
  const store = DenoKvRecords(kv);
  await store.put(entry("1"), null);
  await store.put({ ...entry("2"), owner: "x".repeat(100) }, null);
  await store.take("test", "1");
  assertEquals(await store.deleteOwner("x".repeat(100)), 1);
  const left = await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key[1]);
  assertEquals(left, ["record_taken"]);
});

Deno.test("DenoKvRecords: a page reads no more entries than it asks for", async () => {
  using kv = await Deno.openKv(":memory:");
  const read: [limit: number | undefined, batch: number | undefined][] = [];
  const watched = new Proxy(kv, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "list") return typeof member === "function" ? member.bind(target) : member;
      return (selector: Deno.KvListSelector, options: Deno.KvListOptions = {}) => {
        read.push([options.limit, options.batchSize]);
        return target.list(selector, options);
      };
    },
  });
  const records = DenoKvRecords(watched as unknown as KvStore);
  const entry = { kind: "test", owner: "ada", version: 1, expires: null, data: null };
  for (const id of ["1", "2", "3"]) await records.put({ ...entry, id }, null);
  const page = await records.list("ada", "test", { limit: 2 });
  assertEquals(page.map(({ id }) => id), ["1", "2"]);
  assert(read.length > 0);
  for (const [limit, batch] of read) assert(batch! <= limit!, `${batch} of ${limit}`);
});

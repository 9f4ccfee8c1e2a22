import {
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { Agent } from "node:http";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  DynamoDBRecords,
  type DynamoDBSender,
  recordsTable,
} from "../../../adapters/records/dynamodb.ts";
import { AdapterError, AuthError } from "../../../src/errors.ts";
import { storeAdvice } from "../../../src/symbols.ts";
import type { RecordEntry, RecordStore } from "../../../src/types/records.ts";
import { withDynamo } from "../../_dynamodb.ts";
import { testInTurn } from "../../_stride.ts";
import { endOfHanging, waitUntil } from "../../_wait.ts";
import { assertPaired, thrown, watched } from "../_dynamodb.ts";
import { testSlowRecords } from "../_variants.ts";
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

const callsOf = (store: RecordStore): (() => unknown)[] => [
  () => store.get("test", "1"),
  () => store.put(entry("1"), null),
  () => store.put(entry("1", { owner: undefined }), null),
  () => store.take("test", "1"),
  () => store.list("ada", "test"),
  () => store.deleteOwner("ada"),
];

Deno.test("DynamoDBRecords(): what is no client and no name of a table is refused", () => {
  for (const client of [undefined, "auth", {}]) {
    assertThrows(() => DynamoDBRecords(client as never), AuthError, "new DynamoDBClient()");
  }
  const client = { send: () => Promise.resolve() };
  for (const table of ["", "ab", "a b", "x".repeat(1025)]) {
    assertThrows(() => DynamoDBRecords(client, { table }), AdapterError, "table");
  }
  assertEquals(recordsTable().TableName, "auth");
  DynamoDBRecords(client, { table: "arn:aws:dynamodb:eu-west-1:123456789012:table/auth" });
});

Deno.test("DynamoDBRecords: what is wrong is said in one sentence with the cure, and without data", async () => {
  const secret = "the-secret-of-ada";
  const item = { data: { S: secret } };
  const cases: [Error, string][] = [
    [thrown("ResourceNotFoundException"), "create what `recordsTable` returns"],
    [thrown("AccessDeniedException"), "allow `dynamodb:GetItem`"],
    [thrown("ExpiredTokenException"), "renew them"],
    [thrown("UnrecognizedClientException"), "correct them"],
    [thrown("CredentialsProviderError"), "give it some"],
    [thrown("Error", { code: "ECONNREFUSED" }), "Cannot reach DynamoDB"],
    [thrown("TimeoutError"), "Cannot reach DynamoDB"],
    [thrown("ValidationException", { Item: item }), "DynamoDB failed (ValidationException)"],
    [
      thrown("TransactionCanceledException", {
        CancellationReasons: [{ Code: "ValidationError", Item: item }, { Code: "None" }],
      }),
      "DynamoDB failed (ValidationError)",
    ],
  ];
  for (const [error, sentence] of cases) {
    const store = DynamoDBRecords({ send: () => Promise.reject(error) });
    for (const call of callsOf(store)) {
      const found = await assertRejects(async () => await call(), AdapterError, sentence);
      assert(!Deno.inspect(found, { depth: 10 }).includes(secret), Deno.inspect(found));
      assert(!found.message.includes("\n"));
    }
  }
});

Deno.test("DynamoDBRecords: throttled calls are tried ten times", async () => {
  const errors = [
    thrown("ProvisionedThroughputExceededException"),
    thrown("ThrottlingException"),
    thrown("TransactionCanceledException", {
      CancellationReasons: [{ Code: "None" }, { Code: "ThrottlingError" }],
    }),
  ];
  await Promise.all(errors.map(async (error) => {
    let calls = 0;
    const store = DynamoDBRecords({ send: () => (calls++, Promise.reject(error)) });
    await assertRejects(
      async () => await store.put(entry("1"), null),
      AdapterError,
      "there were too many calls, ten times in a row",
    );
    assertEquals(calls, 10);
  }));
});

withDynamo((server) => {
  /** A client and an empty table, closed at the end of a scope. */
  const open = async (options?: object) => {
    const client = server().connect(options);
    const table = await server().createTable();
    return {
      client,
      table,
      store: DynamoDBRecords(client, { table }),
      [Symbol.dispose]: () => client.destroy(),
    };
  };

  const openFaulty = async () => {
    const { client, table } = await open();
    const faults = new Faults();
    const faulty = watched(client, (call) => faults.run(call));
    return {
      store: DynamoDBRecords(faulty, { table }),
      failAt: faults.failAt,
      inspect: () => assertPaired(client, table),
      close: () => client.destroy(),
    };
  };
  testSlowRecords("DynamoDBRecords", openFaulty, 2);

  Deno.test("DynamoDBRecords: the number of calls of each method", async () => {
    using opened = await open();
    const calls: string[] = [];
    const counting = watched(opened.client, (call, name) => (calls.push(name), call()));
    const store = DynamoDBRecords(counting, opened.table === "" ? {} : { table: opened.table });
    const expected: [name: string, call: () => unknown, commands: string[]][] = [
      ["put, new", () => store.put(entry("1"), null), ["TransactWriteItems"]],
      [
        "put, replacing",
        () => store.put(entry("1", { version: 2 }), 1),
        ["TransactWriteItems"],
      ],
      [
        "put, another owner",
        () => store.put(entry("1", { version: 3, owner: "grace" }), 2),
        ["TransactWriteItems", "TransactWriteItems"],
      ],
      [
        "put, too late",
        () => store.put(entry("1", { version: 4 }), 1),
        ["TransactWriteItems"],
      ],
      ["get", () => store.get("test", "1"), ["GetItem"]],
      ["list", () => store.list("grace", "test"), ["Query"]],
      ["take", () => store.take("test", "1"), ["DeleteItem", "TransactWriteItems"]],
      ["put without owner", () => store.put(entry("2", { owner: undefined }), null), ["PutItem"]],
      ["take without owner", () => store.take("test", "2"), ["DeleteItem"]],
      ["take of nothing", () => store.take("test", "2"), ["DeleteItem"]],
      ["deleteOwner of none", () => store.deleteOwner("grace"), ["Query"]],
    ];
    const lines = [];
    for (const [name, call, commands] of expected) {
      calls.length = 0;
      await call();
      assertEquals(calls, commands.map((command) => `${command}Command`), name);
      lines.push(`${name} ${calls.length}`);
    }
    for (let id = 0; id < 120; id++) await store.put(entry(`${id}`), null);
    calls.length = 0;
    assertEquals(await store.deleteOwner("ada"), 120);
    console.log(`round trips: ${lines.join(", ")}, deleteOwner of 120 ${calls.length}`);
    assert(calls.length <= 8, `${calls}`);
  });

  Deno.test("DynamoDBRecords: reads are consistent, and none reads what it does not return", async () => {
    using opened = await open();
    const inputs: Record<string, unknown>[] = [];
    const client: DynamoDBClient = opened.client;
    const store = DynamoDBRecords({
      send(command: { input: Record<string, unknown> }) {
        inputs.push(command.input);
        return client.send(command as never);
      },
    }, { table: opened.table });
    for (let id = 0; id < 300; id++) await store.put(entry(`${1000 + id}`), null);
    for (let id = 0; id < 10; id++) await store.put(entry(`${id}`, { kind: "other" }), null);
    inputs.length = 0;
    await store.get("test", "1000");
    await store.list("ada", "other");
    await store.list("ada", "test", { after: "1290", limit: 5 });
    assertEquals(inputs.map(({ ConsistentRead }) => ConsistentRead), [true, true, true]);
    // A page of many is bounded, and begins where the last one ended.
    assertEquals(inputs.map(({ Limit }) => Limit), [undefined, 1000, 25]);
  });

  Deno.test("DynamoDBRecords: long ids that begin alike are in the order of code points, in pages of any size", async () => {
    using opened = await open();
    const { store } = opened;
    const head = "🦊".repeat(219);
    const ids = [
      "a",
      head,
      `${head}a`,
      `${head}a${"x".repeat(50)}`,
      `${head}ab`,
      `${head}b`,
      `${head}é`,
      `${head}李`,
      `${head}\uffff`,
      `${head}🦊`,
      `${head}🦊🦊`,
      `${head.slice(2)}🦋`,
      `${head.slice(2)}🦋z`,
      "🦋",
    ];
    for (const id of ids.toReversed()) await store.put(entry(id), null);
    await store.put(entry(`${head}🦊x`, { kind: "other" }), null);
    const texts = async (page: object) =>
      (await store.list("ada", "test", page)).map(({ id }) => id);
    const sorted = ids.toSorted((a, b) => {
      const [one, two] = [a, b].map((id) => [...id].map((text) => text.codePointAt(0)!));
      const at = one!.findIndex((point, index) => point !== two![index]);
      return at === -1 ? one!.length - two!.length : one![at]! - (two![at] ?? -1);
    });
    assertEquals(await texts({}), sorted);
    for (const limit of [1, 2, 3, 5]) {
      const found: string[] = [];
      let page: string[];
      do {
        page = await texts({ limit, after: found.at(-1) });
        found.push(...page);
      } while (page.length === limit);
      assertEquals(found, sorted, `${limit}`);
    }
    for (const [index, id] of sorted.entries()) {
      assertEquals(await texts({ after: id }), sorted.slice(index + 1));
    }
    assertEquals(await store.deleteOwner("ada", "test"), ids.length);
    assertEquals(await store.deleteOwner("ada"), 1);
  });

  Deno.test("DynamoDBRecords: a call whose answer is lost is sent again by the client, and has its effect once", async () => {
    // A connection for each call: Deno repeats by itself what it sent over one that was open.
    const requestHandler = { httpAgent: new Agent({ keepAlive: false }) };
    using opened = await open({ requestHandler });
    const { store } = opened;
    const free = { owner: undefined };
    const again = async (name: string, call: () => unknown) => {
      await server().lose(1, name);
      return await call();
    };
    assertEquals(await again("TransactWriteItems", () => store.put(entry("1"), null)), true);
    const next = entry("1", { version: 2, owner: "grace" });
    assertEquals(await again("TransactWriteItems", () => store.put(next, 1)), true);
    assertEquals(await again("GetItem", () => store.get("test", "1")), next);
    assertEquals(await again("Query", () => store.list("grace", "test")), [next]);
    assertEquals(await again("TransactWriteItems", () => store.take("test", "1")), next);
    assertEquals(await again("PutItem", () => store.put(entry("2", free), null)), true);
    const replaced = entry("2", { ...free, version: 2 });
    assertEquals(await again("PutItem", () => store.put(replaced, 1)), true);
    await store.put(entry("3"), null);
    assertEquals(await again("TransactWriteItems", () => store.deleteOwner("ada")), 1);
    // A removal says nothing of the one before: what it found is unknown, never absent.
    await assertRejects(
      async () => await again("DeleteItem", () => store.take("test", "2")),
      AdapterError,
      "whether the write took place is unknown",
    );
    assertEquals(await store.get("test", "2"), null);
    await assertPaired(opened.client, opened.table);
  });

  Deno.test("DynamoDBRecords: a write whose answer was lost, and that another replaced, is unknown, not refused", async () => {
    using opened = await open();
    const { store, client, table } = opened;
    const free = { owner: undefined };
    await store.put(entry("1", free), null);
    // Between the call and its repetition by the client, another one replaces the record.
    let isFirst = true;
    client.middlewareStack.add((next) => async (args) => {
      const result = await next(args);
      if (!isFirst) return result;
      isFirst = false;
      const other = server().connect();
      await DynamoDBRecords(other, { table }).put(entry("1", { ...free, version: 3 }), 2);
      other.destroy();
      throw Object.assign(new Error("socket hang up"), {
        code: "ECONNRESET",
        name: "TimeoutError",
      });
    }, { step: "deserialize", priority: "low" });
    await assertRejects(
      async () => await store.put(entry("1", { ...free, version: 2 }), 1),
      AdapterError,
      "whether the write took place is unknown",
    );
    assertEquals((await store.get("test", "1"))?.version, 3);
  });

  Deno.test("DynamoDBRecords: a service that returns no item of a condition is read again", async () => {
    using opened = await open();
    const { table, client } = opened;
    const store = DynamoDBRecords(
      watched(client, async (call) => {
        try {
          return await call();
        } catch (error) {
          const { Item: _, CancellationReasons, ...members } = error as {
            Item?: unknown;
            CancellationReasons?: { Code: string }[];
          };
          const reasons = CancellationReasons?.map(({ Code }) => ({ Code }));
          const { name } = error as Error;
          throw thrown(name, { ...members, ...reasons ? { CancellationReasons: reasons } : {} });
        }
      }),
      { table },
    );
    await store.put(entry("1"), null);
    assertEquals(await store.put(entry("1", { version: 2 }), null), false);
    assertEquals(await store.put(entry("1", { version: 2, owner: "grace" }), 1), true);
    assertEquals(await store.take("test", "1"), entry("1", { version: 2, owner: "grace" }));
    assertEquals(await store.take("test", "1"), null);
  });

  Deno.test("DynamoDBRecords: what has expired is free for a new record, and leaves lists with its owner", async () => {
    using opened = await open();
    const { store, client, table } = opened;
    const expires = new Date(Date.now() + 100);
    for (const id of ["1", "2", "3"]) await store.put(entry(id, { expires }), null);
    await waitUntil("they have expired", () => Date.now() > expires.valueOf(), { pause: 5 });
    const next = entry("1", { version: 2, owner: "grace" });
    assertEquals(await store.put(next, null), true);
    assertEquals(await store.list("ada", "test"), []);
    await store.put(entry("live"), null);
    assertEquals(await store.deleteOwner("ada"), 1);
    assertEquals(await store.get("test", "1"), next);
    assertEquals(await store.list("grace", "test"), [next]);
    const left = await client.send(
      new GetItemCommand({
        TableName: table,
        Key: { pk: { S: "record#test#2" }, sk: { S: "record" } },
      }),
    );
    assertEquals(left.Item, undefined);
    await assertPaired(client, table);
  });

  Deno.test("DynamoDBRecords: an item has the time at which the service removes it, an hour after its expiry", async () => {
    using opened = await open();
    const { store, client, table } = opened;
    const expires = inAnHour();
    await store.put(entry("1", { expires }), null);
    await store.put(entry("2"), null);
    const itemOf = async (pk: string, sk: string) =>
      (await client.send(
        new GetItemCommand({ TableName: table, Key: { pk: { S: pk }, sk: { S: sk } } }),
      )).Item!;
    for (const [pk, sk] of [["record#test#1", "record"], ["owner#ada", "test#1"]] as const) {
      const item = await itemOf(pk, sk);
      assertEquals(item.expires!.N, String(Math.ceil(expires.valueOf() / 1000) + 3600));
      assertEquals(item.until!.N, String(expires.valueOf()));
    }
    assertEquals((await itemOf("record#test#2", "record")).expires, undefined);
  });

  Deno.test("DynamoDBRecords: items of the app in the same table are left alone", async () => {
    using opened = await open();
    const { store, client, table } = opened;
    const own = { pk: { S: "USER#1" }, sk: { S: "USER#1" }, name: { S: "Ada" } };
    await client.send(new PutItemCommand({ TableName: table, Item: own }));
    await store.put(entry("1"), null);
    await store.deleteOwner("ada");
    const found = await client.send(
      new GetItemCommand({ TableName: table, Key: { pk: own.pk, sk: own.sk } }),
    );
    assertEquals(found.Item, own);
  });

  Deno.test("DynamoDBRecords: a change behind the store is seen at once", async () => {
    using opened = await open();
    const { store, client, table } = opened;
    await store.put(entry("1", { owner: undefined }), null);
    await client.send(
      new UpdateItemCommand({
        TableName: table,
        Key: { pk: { S: "record#test#1" }, sk: { S: "record" } },
        UpdateExpression: "SET version = :version",
        ExpressionAttributeValues: { ":version": { N: "7" } },
      }),
    );
    assertEquals(await store.put(entry("1", { version: 2 }), 1), false);
    assertEquals(await store.put(entry("1", { version: 2 }), 7), true);
  });

  testInTurn(
    "DynamoDB",
    0,
    "DynamoDBRecords: no call does more when there are many records, by key or by owner",
    async () => {
      using opened = await open();
      const units: number[] = [];
      const calls: string[] = [];
      const store = DynamoDBRecords({
        async send(command: { input: Record<string, unknown> }) {
          command.input.ReturnConsumedCapacity = "TOTAL";
          const output = await opened.client.send(command as never) as {
            ConsumedCapacity?: { CapacityUnits?: number };
          };
          calls.push(command.constructor.name);
          units.push(output.ConsumedCapacity?.CapacityUnits ?? 0);
          return output;
        },
      }, { table: opened.table });
      const costs: Record<string, string[]> = {};
      const cost = async (name: string, call: () => unknown) => {
        units.length = calls.length = 0;
        await call();
        (costs[name] ??= []).push(`${calls} ${units.reduce((sum, one) => sum + one, 0)}`);
      };
      let count = 0;
      for (const size of [100, 3000]) {
        for (; count < size; count += 100) {
          const from = count;
          await Promise.all(Array.from({ length: 100 }, (_, index) => {
            const id = `old ${from + index}`;
            const owner = index % 2 ? "many" : `owner ${id}`;
            return store.put(entry(id, { owner }), null);
          }));
        }
        for (const owner of ["many", `new ${size}`]) {
          const id = `new ${size} ${owner}`;
          await cost("put", () => store.put(entry(id, { owner }), null));
          await cost("put again", () => store.put(entry(id, { owner, version: 2 }), 1));
          await cost("get", () => store.get("test", id));
          await cost(
            `list of ${owner.split(" ")[0]}`,
            () => store.list(owner, "test", { after: "new", limit: 2 }),
          );
          await cost("take", () => store.take("test", id));
        }
      }
      for (const [name, all] of Object.entries(costs)) {
        assertEquals(new Set(all).size, 1, `${name}: ${all.join(" | ")}`);
      }
      console.log(Object.entries(costs).map(([name, [one]]) => `${name}: ${one}`).join("; "));
    },
  );

  Deno.test("DynamoDBRecords: the doctor hears of a table without time to live, and of one in several regions", async () => {
    using opened = await open();
    const { client, table } = opened;
    const advice = async (sender: DynamoDBSender) => {
      const { [storeAdvice]: ask } = DynamoDBRecords(sender, { table }) as never as {
        [storeAdvice](): Promise<{ fault: string; cure: string }[]>;
      };
      return (await ask()).map(({ cure }) => cure);
    };
    const without = "Turn on its time to live for the attribute `expires`.";
    assertEquals(await advice(client), [without]);
    const TimeToLiveSpecification = { AttributeName: "other", Enabled: true };
    const turnOn = () =>
      client.send(new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }));
    await turnOn();
    assertEquals(await advice(client), [without]);
    TimeToLiveSpecification.AttributeName = "expires";
    await turnOn();
    assertEquals(await advice(client), []);
    const global = watched(
      client,
      async (call, command) =>
        command === "DescribeTableCommand"
          ? { Table: { Replicas: [{ RegionName: "eu-west-1" }] } }
          : await call(),
    );
    assertEquals((await advice(global)).map((cure) => cure.includes("one region")), [true]);
    // Credentials that may not ask.
    const refused = watched(client, () => Promise.reject(thrown("AccessDeniedException")));
    assertEquals(await advice(refused), []);
  });

  testInTurn(
    "DynamoDB",
    0,
    "DynamoDBRecords: two processes with fifty writers each, one winner for each version",
    async () => {
      using opened = await open();
      const code = `
      import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
      import { waitUntil } from ${JSON.stringify(import.meta.resolve("../../_wait.ts"))};
      import { DynamoDBRecords } from ${
        JSON.stringify(import.meta.resolve("../../../adapters/records/dynamodb.ts"))
      };
      const client = new DynamoDBClient({
        endpoint: ${JSON.stringify(server().endpoint)},
        region: "us-east-1",
        credentials: { accessKeyId: "id", secretAccessKey: "secret" },
      });
      const store = DynamoDBRecords(client, { table: ${JSON.stringify(opened.table)} });
      // No process begins before all of them run.
      await store.put(
        { kind: "ready", id: crypto.randomUUID(), owner: "all", version: 1, expires: null, data: 0 },
        null,
      );
      await waitUntil("all run", async () => (await store.list("all", "ready")).length >= 2);
      const random = () => Math.ceil(Math.random() * 1e15);
      let written = 0, taken = 0;
      for (let round = 0; round < 5; round++) {
        const puts = Array.from({ length: 50 }, (_, index) => store.put({
          kind: "test", id: String(round), owner: index % 2 ? "ada" : undefined, version: random(),
          expires: null, data: null,
        }, null));
        written += (await Promise.all(puts)).filter(Boolean).length;
      }
      for (let round = 0; round < 5; round++) {
        const takes = Array.from({ length: 50 }, () => store.take("test", String(round)));
        taken += (await Promise.all(takes)).filter(Boolean).length;
      }
      console.log(JSON.stringify([written, taken]));
      client.destroy();`;
      const results = await Promise.all([1, 2].map(async () => {
        const { stdout } = await new Deno.Command(Deno.execPath(), {
          args: ["eval", "--no-lock", "--config", "deno.json", code],
          stderr: "inherit",
          signal: endOfHanging(),
        }).output();
        return JSON.parse(new TextDecoder().decode(stdout)) as [number, number];
      }));
      assertEquals(results.reduce((sum, [written]) => sum + written, 0), 5, "written");
      assertEquals(results.reduce((sum, [, taken]) => sum + taken, 0), 5, "taken");
      assertEquals(await opened.store.list("ada", "test"), []);
      await assertPaired(opened.client, opened.table);
    },
  );

  Deno.test("DynamoDBRecords: a service that is killed again and again loses no acknowledged write, and none is half done", async () => {
    using opened = await open();
    const { store, client, table } = opened;
    let acknowledged = 0;
    let unknown = 0;
    let kills = 0;
    const expected = new Map<string, Set<number | null>>();
    const write = async (lane: number) => {
      for (let count = 0; count < 20; count++) {
        const id = `${lane}-${count % 4}`;
        const possible = expected.get(id) ?? new Set([null]);
        const [found] = await waitUntil(
          "it can be read",
          () => Promise.resolve(store.get("test", id)).then((found) => [found], () => undefined),
        );
        assert(possible.has(found?.version ?? null), `${id}: ${found?.version}`);
        const version = Math.ceil(Math.random() * 1e15);
        const isTaken = count % 7 === 6;
        const next = isTaken ? null : version;
        const owner = count % 3 === 0 ? undefined : `owner ${lane}`;
        // One lane writes a record, so another answer than yes is a lost one.
        const done = isTaken
          ? store.take("test", id)
          : store.put(entry(id, { version, owner }), found && found.version);
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
    const writing = Promise.all(Array.from({ length: 10 }, (_, lane) => write(lane)))
      .finally(() => isDone = true);
    const killing = (async () => {
      for (let next = 20; !isDone && kills < 3; next += 60) {
        await waitUntil("writes went on", () => isDone || acknowledged >= next, { pause: 0 });
        if (isDone) break;
        kills++;
        await server().kill();
        await server().start();
      }
    })();
    await Promise.all([writing, killing]);
    assert(kills > 1, `${kills} kills`);
    for (const [id, versions] of expected) {
      assert(versions.has((await store.get("test", id))?.version ?? null), id);
    }
    await assertPaired(client, table);
    console.log(
      `${kills} kills of the service, ${acknowledged} acknowledged writes, all there; ${unknown} ` +
        "whose outcome was unknown",
    );
  });
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { defineOutbox, type Sender } from "../../../src/outbound/outbox.ts";
import { waitUntil } from "../../_wait.ts";

const outbox = defineOutbox<string>("test");
const DAY = 24 * 60 * 60_000;

/** A receiver that writes down what arrives, and fails for as long as it is told to. */
function createReceiver(fails: (body: string) => unknown = () => undefined) {
  const arrived: string[] = [];
  const ids: string[] = [];
  const failures: [receiver: string, message: string, isFinal: boolean][] = [];
  const sender: Sender<string> = {
    async send(body, id) {
      ids.push(id);
      // Another turn, as a request takes.
      await Promise.resolve();
      const failure = await fails(body);
      if (failure) throw failure;
      arrived.push(body);
    },
    failed: (receiver, error, isFinal) =>
      void failures.push([receiver, (error as Error).message, isFinal]),
  };
  return { arrived, ids, failures, sender };
}

/** Adds messages: `"ada 1"` is of the stream `ada`. */
async function add(records: ReturnType<typeof MemoryRecords>, bodies: string[], receiver = "app") {
  for (const [index, body] of bodies.entries()) {
    const [stream] = body.split(" ");
    await outbox.add(records, { at: index + 1, key: body, receiver, stream: stream!, body });
  }
}

Deno.test("outbox: what was added arrives once, in the order of its stream, and leaves nothing", async () => {
  const records = MemoryRecords();
  const { arrived, sender } = createReceiver();
  const bodies = Array.from({ length: 500 }, (_, index) => `user-${index % 7} ${index}`);
  await add(records, bodies);
  assertEquals(await outbox.deliver(records, sender), 500);
  for (let user = 0; user < 7; user++) {
    const own = (list: string[]) => list.filter((body) => body.startsWith(`user-${user} `));
    assertEquals(own(arrived), own(bodies));
  }
  assertEquals(await outbox.deliver(records, sender), 0);
  assertEquals(await records.list("outbox:test", "outbox"), []);
});

Deno.test("outbox: the same message is kept once", async () => {
  const records = MemoryRecords();
  const message = { at: 1, key: "a", receiver: "app", stream: "ada", body: "ada" };
  const added = await Promise.all(Array.from({ length: 50 }, () => outbox.add(records, message)));
  assertEquals(added.filter(Boolean).length, 1);
});

Deno.test("outbox: fifty passes at once send each message once, in order", async () => {
  const records = MemoryRecords();
  const { arrived, sender } = createReceiver();
  const bodies = ["ada 1", "ada 2", "ada 3", "bob 1", "bob 2"];
  await add(records, bodies);
  await Promise.all(Array.from({ length: 50 }, () => outbox.deliver(records, sender)));
  // One pass may have found the first message of a stream taken by another, and left the rest.
  await outbox.deliver(records, sender);
  assertEquals(arrived.toSorted(), bodies);
  assertEquals(arrived.filter((body) => body.startsWith("ada")), ["ada 1", "ada 2", "ada 3"]);
});

Deno.test("outbox: a message that fails holds up its stream alone, and is tried again after growing pauses", async () => {
  using time = new FakeTime();
  const records = MemoryRecords();
  let fails = true;
  const { arrived, ids, failures, sender } = createReceiver((body) =>
    fails && body === "ada 1" && new Error("refused")
  );
  const at = Date.now();
  for (const [index, body] of ["ada 1", "ada 2", "bob 1"].entries()) {
    await outbox.add(records, {
      at: at + index,
      key: body,
      receiver: "app",
      stream: body.split(" ")[0]!,
      body,
    });
  }
  await outbox.deliver(records, sender);
  assertEquals(arrived, ["bob 1"]);
  const pauses: number[] = [];
  for (let pause = 0; pauses.length < 9; pause += 30_000) {
    const before = ids.length;
    await outbox.deliver(records, sender);
    if (ids.length > before) {
      pauses.push(pause / 1000);
      pause = 0;
    }
    time.now += 30_000;
  }
  assertEquals(pauses, [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  assertEquals(failures[0], ["app", "refused", false]);
  assertEquals(new Set(ids.filter((id) => id.endsWith("ada 1"))).size, 1);
  fails = false;
  time.now += 3_600_000;
  await outbox.deliver(records, sender);
  assertEquals(arrived, ["bob 1", "ada 1", "ada 2"]);
});

Deno.test("outbox: after a day, a message is given up, and the log says so, the next one goes on, and a call brings it back", async () => {
  using time = new FakeTime();
  const records = MemoryRecords();
  let fails = true;
  const { arrived, failures, sender } = createReceiver((body) =>
    fails && body === "ada 1" && new Error("gone")
  );
  for (const [key, body] of Object.entries(["ada 1", "ada 2"])) {
    await outbox.add(records, { at: Date.now(), key, receiver: "app", stream: "ada", body });
  }
  await outbox.deliver(records, sender);
  time.now += DAY;
  await outbox.deliver(records, sender);
  assertEquals(arrived, ["ada 2"]);
  assertEquals(failures.at(-1), ["app", "gone", true]);
  time.now += DAY;
  fails = false;
  await outbox.deliver(records, sender);
  assertEquals(arrived, ["ada 2"]);
  await outbox.retryUndelivered(records);
  await outbox.deliver(records, sender);
  assertEquals(arrived, ["ada 2", "ada 1"]);
  assertEquals(await records.list("outbox:test", "outbox.undelivered"), []);
});

Deno.test("outbox: a receiver that is down costs a pass three tries, and another one gets its messages", async () => {
  const records = MemoryRecords();
  const { arrived, ids, failures, sender } = createReceiver((body) =>
    body.startsWith("down") && new Error("no answer")
  );
  await add(records, Array.from({ length: 300 }, (_, index) => `down-${index} 1`), "broken");
  await add(records, ["ada 1"], "app");
  await outbox.deliver(records, sender);
  assertEquals(arrived, ["ada 1"]);
  // Those that had begun at once.
  assert(ids.length <= 3 + 8 + 1, `${ids.length} tries`);
  assertEquals(failures, [["broken", "no answer", false]]);
});

Deno.test("outbox: what a killed process had begun is sent by another one, a minute later", async () => {
  using time = new FakeTime();
  const records = MemoryRecords();
  await outbox.add(records, { at: 1, key: "a", receiver: "app", stream: "ada", body: "ada 1" });
  const killed = createReceiver(() => new Promise(() => {}));
  void outbox.deliver(records, killed.sender);
  await time.tickAsync(1);
  assertEquals(killed.ids.length, 1);
  const { arrived, sender } = createReceiver();
  // What a process does is known by the store object that it has.
  const other = { ...records };
  await outbox.deliver(other, sender);
  assertEquals(arrived, []);
  time.now += 60_000;
  await outbox.deliver(other, sender);
  assertEquals(arrived, ["ada 1"]);
});

Deno.test("outbox: a pass that is asked for comes after the one that runs, and not after one that was dropped", async () => {
  using time = new FakeTime();
  const records = MemoryRecords();
  await add(records, ["ada 1"]);
  let goOn = () => {};
  const { arrived, sender } = createReceiver(() => new Promise<void>((done) => goOn = done));
  outbox.wake(records, sender);
  await time.tickAsync(1);
  const asked = outbox.deliver(records, sender);
  await time.tickAsync(1);
  assertEquals(arrived, []);
  goOn();
  assertEquals([await asked, arrived], [0, ["ada 1"]]);

  await add(records, ["ada 2"]);
  const dropped = createReceiver(() => new Promise(() => {}));
  outbox.wake(records, dropped.sender);
  await time.tickAsync(1);
  assertEquals(dropped.ids.length, 1);
  // A process that was frozen since does not wait once more.
  time.now += 60_000;
  const next = createReceiver();
  assertEquals([await outbox.deliver(records, next.sender), next.arrived], [1, ["ada 2"]]);
});

Deno.test("outbox: of many calls, one pass follows the answer; a look is made every half minute", async () => {
  using time = new FakeTime();
  let lists = 0;
  const store = MemoryRecords();
  const records = {
    ...store,
    list: (...args: Parameters<typeof store.list>) => (lists++, store.list(...args)),
  };
  const { arrived, sender } = createReceiver();
  await outbox.add(records, { at: 1, key: "a", receiver: "app", stream: "ada", body: "ada 1" });
  for (let call = 0; call < 50; call++) outbox.wake(records, sender);
  assertEquals([lists, arrived.length], [0, 0]);
  await time.tickAsync(1);
  assertEquals(arrived, ["ada 1"]);
  assertEquals(lists, 1);
  for (let call = 0; call < 50; call++) outbox.look(records, sender);
  await time.tickAsync(1);
  assertEquals(lists, 1);
  time.now += 30_000;
  for (let call = 0; call < 50; call++) outbox.look(records, sender);
  await time.tickAsync(1);
  assertEquals(lists, 2);
});

Deno.test("outbox: a store that fails ends no process, and the next look goes on", async () => {
  const store = MemoryRecords();
  let fails = true;
  const records = {
    ...store,
    list: (...args: Parameters<typeof store.list>) => {
      if (fails) throw new Error("away");
      return store.list(...args);
    },
  };
  const { arrived, failures, sender } = createReceiver();
  await outbox.add(records, { at: 1, key: "a", receiver: "app", stream: "ada", body: "ada 1" });
  outbox.wake(records, sender);
  await waitUntil("the failure is told", () => failures.length > 0);
  assertEquals(failures, [["", "away", false]]);
  fails = false;
  outbox.wake(records, sender);
  await waitUntil("the message arrives", () => arrived.length > 0);
});

Deno.test("outbox: a pass has told of its failures when it ends, and one that cannot be told is its own", async () => {
  const records = MemoryRecords();
  const { sender } = createReceiver(() => new Error("no answer"));
  await add(records, ["ada 1"]);
  const told: string[] = [];
  const slow: Sender<string> = {
    ...sender,
    async failed(receiver) {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      told.push(receiver);
    },
  };
  await outbox.deliver(records, slow);
  assertEquals(told, ["app"]);
  const other = MemoryRecords();
  await add(other, ["ada 1"]);
  const broken: Sender<string> = { ...sender, failed: () => Promise.reject(new Error("no log")) };
  // Else it would be a rejection that nobody handles, which ends a process.
  await assertRejects(() => outbox.deliver(other, broken), Error, "no log");
});

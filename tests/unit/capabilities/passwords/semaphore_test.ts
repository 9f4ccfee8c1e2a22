import { assert, assertEquals, assertRejects } from "@std/assert";
import { TooManyRequests } from "../../../../src/errors.ts";
import { type Client, Semaphore } from "../../../../src/capabilities/passwords/semaphore.ts";

const stranger = (lane = "network"): Client => ({ lane, isKnown: false });
const known = (lane = "ada"): Client => ({ lane, isKnown: true });

/** A semaphore whose hashes end when the test says so, in the order in which they began. */
function createRig() {
  const semaphore = new Semaphore();
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, client: Client) =>
    semaphore.run(client, () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return promise;
    }).catch((error) => {
      assert(error instanceof TooManyRequests);
      assert(error.retryAfter > 0);
      refused.push(name);
    });
  /** Lets happen what follows from a call. */
  const settle = async () => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  /** Ends the oldest hash that runs. */
  const end = async () => {
    ends.shift()!();
    await settle();
  };
  const endAll = async () => {
    while (ends.length > 0) await end();
  };
  return { semaphore, started, refused, ask, settle, end, endAll };
}

Deno.test("Semaphore: two hashes of either group at once, three in all, also after failures", async () => {
  const semaphore = new Semaphore();
  const running = { known: 0, strangers: 0 };
  const most = { known: 0, strangers: 0, all: 0 };
  const runs = Array.from({ length: 200 }, (_, index) => {
    const kind = index % 3 === 0 ? "known" : "strangers";
    return semaphore.run(kind === "known" ? known() : stranger(), async () => {
      most[kind] = Math.max(most[kind], ++running[kind]);
      most.all = Math.max(most.all, running.known + running.strangers);
      await Promise.resolve();
      running[kind]--;
      if (index % 7 === 0) throw new Error("failed");
      return index;
    }).catch(() => -1);
  });
  const results = await Promise.all(runs);
  assertEquals(results.filter((result) => result === -1).length, 29);
  assertEquals(most, { known: 2, strangers: 2, all: 3 });
  assertEquals(semaphore.waiting, 0);
});

Deno.test("Semaphore: turns go around the networks, in the order of each", async () => {
  const { started, ask, endAll } = createRig();
  for (let i = 0; i < 6; i++) ask(`a${i}`, stranger("a"));
  for (let i = 0; i < 3; i++) ask(`b${i}`, stranger("b"));
  ask("c0", stranger("c"));
  await endAll();
  assertEquals(started, ["a0", "a1", "a2", "b0", "c0", "a3", "b1", "a4", "b2", "a5"]);
});

for (const networks of [1, 2000]) {
  Deno.test(`Semaphore: 2,000 strangers of ${networks} networks take no turn from a known browser`, async () => {
    const { semaphore, started, refused, ask, settle, endAll } = createRig();
    for (let i = 0; i < 2000; i++) ask(`stranger ${i}`, stranger(`network ${i % networks}`));
    await settle();
    assertEquals(started.length, 2);
    assertEquals(semaphore.waiting, 500);
    ask("known", known());
    assertEquals(started.at(-1), "known", "it waits for nobody");
    assertEquals(started.length, 3);
    await endAll();
    assertEquals(refused.length, 2000 - 502);
    assertEquals(refused.includes("known"), false);
    assertEquals(semaphore.waiting, 0);
  });
}

Deno.test("Semaphore: a new network gets in where one network fills the room", async () => {
  const { semaphore, started, refused, ask, end, endAll } = createRig();
  for (let i = 0; i < 600; i++) ask(`a${i}`, stranger("a"));
  ask("b", stranger("b"));
  await end();
  await end();
  // The newest of the longest lane has made room.
  assertEquals(refused.at(-1), "a501");
  assertEquals(started.slice(0, 4), ["a0", "a1", "a2", "b"]);
  await endAll();
  assertEquals(refused.length + started.length, 601);
  assertEquals(semaphore.waiting, 0);
});

Deno.test("Semaphore: known browsers that are many leave a place for strangers, and are refused in the end", async () => {
  const { started, refused, ask, settle, end, endAll } = createRig();
  for (let i = 0; i < 200; i++) ask(`known ${i}`, known(`user ${i}`));
  await settle();
  assertEquals(started.length, 2);
  assertEquals(refused.length, 98);
  ask("stranger", stranger());
  assertEquals(started.at(-1), "stranger");
  await end();
  assertEquals(started.at(-1), "known 2");
  await endAll();
});

Deno.test("Semaphore: beside a known browser, strangers get one place until it has ended", async () => {
  const { started, ask, end, endAll } = createRig();
  for (let i = 0; i < 5; i++) ask(`stranger ${i}`, stranger());
  ask("known", known());
  assertEquals(started, ["stranger 0", "stranger 1", "known"]);
  await end();
  assertEquals(started.length, 3, "no further one beside the known browser and a stranger");
  await end();
  assertEquals(started.at(-1), "stranger 2");
  await end();
  assertEquals(started.at(-1), "stranger 3", "the known one has ended");
  await endAll();
});

Deno.test("Semaphore: accounts of known browsers share their turns too", async () => {
  const { started, ask, endAll } = createRig();
  for (let i = 0; i < 6; i++) ask(`eve ${i}`, known("eve"));
  ask("ada", known("ada"));
  await endAll();
  assertEquals(started.indexOf("ada"), 3);
});

Deno.test("Semaphore: a call that is refused has run nothing", async () => {
  const { semaphore, ask, endAll } = createRig();
  for (let i = 0; i < 502; i++) ask(`${i}`, stranger(`network ${i}`));
  let ran = false;
  const run = semaphore.run(stranger("network 0"), () => Promise.resolve(ran = true));
  await assertRejects(() => run, TooManyRequests, "wait to be hashed");
  await endAll();
  assertEquals(ran, false);
});

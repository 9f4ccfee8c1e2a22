import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { freePort } from "../../browser/_demo.ts";
import { waitForAnswer, waitForText, waitUntil, watchChild } from "../../_wait.ts";

/** Starts a program that has no permissions. */
function start(code: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", code],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  return watchChild(child, child.stdout);
}

Deno.test("waitUntil() returns what it finds", async () => {
  let looks = 0;
  assertEquals(await waitUntil("it is there", () => ++looks === 3 && "found"), "found");
  assertEquals(looks, 3);
});

Deno.test("waitUntil() says what it waited for, also when a look never ends", async () => {
  for (const look of [() => false, () => new Promise<boolean>(() => {})]) {
    await assertRejects(
      () => waitUntil("the moon is blue", look, { limit: 50 }),
      Error,
      "Waited for 0.05 s until the moon is blue",
    );
  }
});

Deno.test("waitUntil() aborts the signal of a look when it ends", async () => {
  let last: AbortSignal | undefined;
  const look = (signal: AbortSignal) => {
    last = signal;
    return false;
  };
  await assertRejects(() => waitUntil("never", look, { limit: 50 }), Error, "until never");
  assert(last!.aborted);
});

Deno.test("waitUntil() ends while the clock stands still", async () => {
  using _ = new FakeTime();
  await assertRejects(() => waitUntil("never", () => false, { limit: 50 }), Error, "until never");
});

Deno.test("waitUntil() ends with the process, and shows its output", async () => {
  const child = start(`console.log("no such package"); Deno.exit(1);`);
  const error = await assertRejects(
    () => waitForAnswer(`http://127.0.0.1:${freePort()}`, { child }),
    Error,
    "the process ended",
  );
  assert(error.message.endsWith("Its output:\nno such package\n"), error.message);
});

Deno.test("waitForText() returns the groups, and kills a process that is silent for too long", async () => {
  const child = start(`console.log("port 1234"); setInterval(() => {}, 1000);`);
  const [, port] = await waitForText(/^port (\d+)\n/, child);
  assertEquals(port, "1234");
  await assertRejects(() => waitUntil("never", () => false, { child, limit: 50 }), Error, "port");
  assertEquals((await child.status).signal, "SIGKILL");
  await child.stop();
});

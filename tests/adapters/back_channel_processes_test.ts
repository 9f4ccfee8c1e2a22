/**
 * A logout token that one process receives ends the session in three others, within
 * `maxLag`.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { Reading } from "./_reads_session.ts";
import { APP, createBackChannel } from "../flows/_back_channel.ts";
import { TextLineStream } from "../_lines.ts";
import { endOfHanging } from "../_wait.ts";
import { STRATEGIES } from "../flows/_strategies.ts";

/** Seconds of `maxLag`. */
const MAX_LAG = 30;

const STORES = {
  sqlite: (file: string) => {
    const adapter = SqliteAdapter(file);
    return Promise.resolve({ adapter, close: () => adapter.close() });
  },
  kv: async (file: string) => {
    const kv = await Deno.openKv(file);
    return { adapter: DenoKvAdapter(kv), close: () => kv.close() };
  },
};

/** Starts a process that reads sessions. */
function startReader() {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/adapters/_reads_session.ts", String(MAX_LAG)],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
    signal: endOfHanging(),
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = child.stdout.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream()).getReader();
  return {
    /** Moves the clock of the process, and reads the session there. */
    async read(reading: Reading) {
      await writer.write(new TextEncoder().encode(`${JSON.stringify(reading)}\n`));
      return (await lines.read()).value;
    },
    async close() {
      await writer.close();
      await child.status;
      await lines.cancel();
    },
  };
}

/** The other processes, which are the same in all tests: each store is a new one. */
const readers: ReturnType<typeof startReader>[] = [];
Deno.test.afterAll(async () => {
  await Promise.all(readers.map((reader) => reader.close()));
});

for (const strategy of STRATEGIES) {
  for (const [kind, open] of Object.entries(STORES)) {
    Deno.test(`back-channel logout (${strategy}, ${kind}): ends the session in three other processes within maxLag`, async () => {
      while (readers.length < 4) readers.push(startReader());
      const folder = await Deno.makeTempDir();
      const file = `${folder}/auth`;
      const { adapter, close } = await open(file);
      const rig = await createBackChannel(strategy, { adapter });
      const [browser, other] = [await rig.signIn("s1"), await rig.signIn("s2")];
      // The last one is a control: its session goes on.
      const cookies = [browser, browser, browser, other].map((one) =>
        one.cookies.header(new URL(APP))!
      );
      const read = (afterMs: number) =>
        Promise.all(
          readers.map((reader, index) =>
            reader.read({ strategy, kind, file, cookie: cookies[index]!, afterMs })
          ),
        );
      assertEquals(await read(0), ["in", "in", "in", "in"]);
      assertEquals(await rig.logOut(await rig.idp.logoutToken({ sid: "s1" })), 200);
      // The clocks of the processes stand still, except when they are moved.
      if (strategy === "database") assertEquals(await read(0), ["out", "out", "out", "in"]);
      else assertEquals(await read((MAX_LAG - 1) * 1000), ["in", "in", "in", "in"]);
      assertEquals(await read(1000), ["out", "out", "out", "in"]);
      close();
      await Deno.remove(folder, { recursive: true });
    });
  }
}

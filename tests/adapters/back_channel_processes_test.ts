/**
 * A logout token that one process receives ends the session in three others, within
 * `maxLag`.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
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

/** Starts a process that reads the session of a cookie. */
function startReader(strategy: string, kind: string, file: string, cookie: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "tests/adapters/_reads_session.ts"],
      ...[strategy, kind, file, cookie, String(MAX_LAG)],
    ],
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
    async readAfter(milliseconds: number) {
      await writer.write(new TextEncoder().encode(`${milliseconds}\n`));
      return (await lines.read()).value;
    },
    async close() {
      await writer.close();
      await child.status;
      await lines.cancel();
    },
  };
}

for (const strategy of STRATEGIES) {
  for (const [kind, open] of Object.entries(STORES)) {
    Deno.test(`back-channel logout (${strategy}, ${kind}): ends the session in three other processes within maxLag`, async () => {
      const folder = await Deno.makeTempDir();
      const file = `${folder}/auth`;
      const { adapter, close } = await open(file);
      const rig = await createBackChannel(strategy, { adapter });
      const [browser, other] = [await rig.signIn("s1"), await rig.signIn("s2")];
      const cookieOf = (one: typeof browser) => one.cookies.header(new URL(APP))!;
      const readers = Array.from(
        { length: 3 },
        () => startReader(strategy, kind, file, cookieOf(browser)),
      );
      const control = startReader(strategy, kind, file, cookieOf(other));
      const read = (milliseconds: number) =>
        Promise.all([...readers, control].map((reader) => reader.readAfter(milliseconds)));
      assertEquals(await read(0), ["in", "in", "in", "in"]);
      assertEquals(await rig.logOut(await rig.idp.logoutToken({ sid: "s1" })), 200);
      // The clocks of the processes stand still, except when they are moved.
      if (strategy === "database") assertEquals(await read(0), ["out", "out", "out", "in"]);
      else assertEquals(await read((MAX_LAG - 1) * 1000), ["in", "in", "in", "in"]);
      assertEquals(await read(1000), ["out", "out", "out", "in"]);
      await Promise.all([...readers, control].map((reader) => reader.close()));
      close();
      await Deno.remove(folder, { recursive: true });
    });
  }
}

/**
 * A process that reads one session: `_reads_session.ts jwt|database kv|sqlite <file> <cookie>
 * <maxLag>`. For each line of its input, a number of milliseconds, it moves its clock and
 * prints whether the session is alive.
 *
 * @module
 */

import { FakeTime } from "@std/testing/time";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { getSession } from "../../src/frameworks/server.ts";
import { TextLineStream } from "../_lines.ts";

const [strategy, kind, file, cookie, maxLag] = Deno.args as [
  "jwt" | "database",
  string,
  string,
  string,
  string,
];
const config = {
  providers: [],
  adapter: kind === "kv" ? DenoKvAdapter(await Deno.openKv(file)) : SqliteAdapter(file),
  session: { strategy, revocation: { maxLag: Number(maxLag) } },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
};
const time = new FakeTime();
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream())
  .pipeThrough(new TextLineStream());
for await (const line of lines) {
  time.tick(Number(line));
  const request = new Request("https://app.example/page", { headers: { cookie } });
  console.log(await getSession(request, config) ? "in" : "out");
}

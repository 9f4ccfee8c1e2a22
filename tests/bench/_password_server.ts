/**
 * A server with a user who has a password, for Deno and, bundled, for Node. It prints its
 * port, and answers each line of its input with the longest task of its event loop since the
 * line before, in milliseconds. It stops when the input ends. Posts to `/bare` show what the
 * runtime takes without the library.
 *
 * The time of a task is that which the main thread spent on a processor, where the system
 * tells it: the clock would also count the threads that hash, and other processes. Where it
 * does not, and for tasks within which it was not written down, it is the time by the clock.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exit, pid, stdin, stdout } from "node:process";
import { setImmediate } from "node:timers";
import { Auth } from "@x/auth";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { NodeAuth } from "@x/auth/node";
import Password from "@x/auth/providers/password";
import { set as setPassword } from "@x/auth/passwords";
import { SECRET } from "./_users.ts";

/** Path that the server answers without the library, once it has read the body. */
const BARE = "/bare";

const adapter = MemoryAdapter();
const config = {
  providers: [Password({ page: false })],
  adapter,
  session: { strategy: "jwt" as const, revocation: {} },
  secret: SECRET,
  trustHost: true,
  basePath: "/auth",
  limits: false as const,
  logger: { error() {}, warn() {}, debug() {} },
};
await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: new Date() });
await setPassword(config, "ada", "engines weave algebraic patterns");

/** Milliseconds for which the main thread has run, on Linux. */
function threadTime(): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}

const times = () => [performance.now(), threadTime() ?? performance.now()];
let longest = 0;
let last = times();
function beat(): void {
  const now = times();
  longest = Math.max(longest, Math.min(...now.map((time, at) => time - last[at]!)));
  last = now;
  setImmediate(beat);
}

async function listen(): Promise<number> {
  if ("Deno" in globalThis) {
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    return Deno.serve(options, async (request) => {
      if (!request.url.endsWith(BARE)) return await Auth(request, config);
      await request.text();
      return new Response("{}");
    }).addr.port;
  }
  const handler = NodeAuth(config).handler();
  const server = createServer((request, response) => {
    if (request.url !== BARE) return handler(request, response);
    request.on("data", () => {}).on("end", () => response.end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

stdout.write(`${await listen()}\n`);
stdin.on("data", () => {
  beat();
  stdout.write(`${longest}\n`);
  longest = 0;
});
stdin.on("end", () => exit());
beat();

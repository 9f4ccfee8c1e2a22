/**
 * The longest task of the event loop while 100 users sign in at once with passwords, hashed
 * with the default work, in a server process on Deno and one on Node:
 *
 *     deno run -A tests/bench/password_tasks.ts [--quick]
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { bundleForNode, createNodeProject } from "./http/project.ts";

const AT_ONCE = 100;
const ROUNDS = Deno.args.includes("--quick") ? 1 : 5;

/** Most milliseconds that a task may take. */
const MOST = 10;

const SERVER = new URL("_password_server.ts", import.meta.url).pathname;

/** Longest tasks in milliseconds, per round. */
interface LongestTasks {
  /** Of posts that the server answers without the library. */
  readonly bare: number[];
  /** Of posts that the library refuses at once. */
  readonly refused: number[];
  /** Of sign-ins. */
  readonly signIns: number[];
}

async function measureServer(command: Deno.Command): Promise<LongestTasks> {
  await using server = command.spawn();
  const lines = linesOf(server.stdout);
  const input = server.stdin.getWriter();
  const line = async () => (await lines.next()).value!;
  const longest = async () => {
    await input.write(new TextEncoder().encode("\n"));
    return Number(await line());
  };
  const root = `http://127.0.0.1:${await line()}`;
  const origin = `${root}/auth`;
  const bare = `${root}/bare`;
  const csrf = await fetch(`${origin}/csrf`);
  const cookie = csrf.headers.getSetCookie().map((text) => text.split(";")[0]).join("; ");
  const { csrfToken } = await csrf.json();
  const post = async (fields: Record<string, string>, url = `${origin}/callback/password`) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ email: "ada@example.com", ...fields }),
      redirect: "manual",
    });
    await response.body?.cancel();
    return response.headers.getSetCookie().some((text) => text.includes("session-token="));
  };
  const password = "engines weave algebraic patterns";
  const atOnce = (fields: Record<string, string>, length = AT_ONCE, url?: string) =>
    Promise.all(Array.from({ length }, () => post(fields, url)));
  // The first requests load and compile what later ones run.
  await atOnce({ csrfToken, password }, 10);
  for (let round = 0; round < ROUNDS; round++) {
    await atOnce({ password });
    await atOnce({ password }, AT_ONCE, bare);
  }
  const figures: LongestTasks = { bare: [], refused: [], signIns: [] };
  for (let round = 0; round < ROUNDS; round++) {
    await longest();
    await atOnce({ password }, AT_ONCE, bare);
    figures.bare.push(await longest());
    assertEquals(new Set(await atOnce({ password })), new Set([false]), "without the CSRF token");
    figures.refused.push(await longest());
    assertEquals(new Set(await atOnce({ csrfToken, password })), new Set([true]));
    figures.signIns.push(await longest());
  }
  await input.close();
  return figures;
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    const lines = text.split("\n");
    text = lines.pop()!;
    yield* lines;
  }
}

const pipes = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
const project = await createNodeProject();
try {
  bundleForNode(SERVER, `${project}/password_server.js`);
  const servers: [string, Deno.Command][] = [
    ["Deno", new Deno.Command(Deno.execPath(), { args: ["run", "-A", SERVER], ...pipes })],
    ["Node", new Deno.Command("node", { args: ["password_server.js"], cwd: project, ...pipes })],
  ];
  const columns = ["Server", "posts without the library", "refused posts", "sign-ins"];
  console.log(
    `Longest task of ${AT_ONCE} at once in ${ROUNDS} rounds; at most ${MOST} ms is the target\n`,
  );
  console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
  for (const [name, command] of servers) {
    const { bare, refused, signIns } = await measureServer(command);
    assert(signIns.length === ROUNDS);
    const range = (values: readonly number[]) =>
      `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)} ms`;
    const verdict = Math.max(...signIns) <= MOST ? "met" : "**missed**";
    const cells = [name, range(bare), range(refused), `${range(signIns)} (${verdict})`];
    console.log(`| ${cells.join(" | ")} |`);
  }
} finally {
  await Deno.remove(project, { recursive: true });
}

/**
 * The demo, started by its documented command.
 *
 * @module
 */

import { waitForText, watchChild } from "../_wait.ts";

/** A running demo. */
export interface Demo extends AsyncDisposable {
  origin: string;
  /** Lines it has printed so far. */
  readonly output: string[];
  /** Sends Ctrl-C and returns the exit code. */
  stop(): Promise<number>;
}

/** Folder of the demo, with a configuration of its own. */
export const DEMO = "examples/demo";

/** Flags of the task `demo`, so that the tests run with the user's permissions. */
export async function demoFlags(): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${DEMO}/deno.json`));
  return tasks.demo.command.split(" ").slice(1);
}

/** @param args appended to those of the task; without `--data=` the demo starts empty */
export async function startDemo(...args: string[]): Promise<Demo> {
  const own = args.some((arg) => arg.startsWith("--data="));
  const folder = `.demo/test-${crypto.randomUUID()}`;
  const child = new Deno.Command(Deno.execPath(), {
    args: [...await demoFlags(), ...args, ...(own ? [] : [`--data=${folder}`])],
    cwd: DEMO,
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const watched = watchChild(child, child.stdout);
  let stopped: Promise<number> | undefined;
  const stop = (): Promise<number> =>
    stopped ??= (async () => {
      await watched.stop("SIGINT");
      const { code } = await watched.status;
      if (!own) await Deno.remove(`${DEMO}/${folder}`, { recursive: true });
      return code;
    })();
  const [, origin] = await waitForText(/App\s+(http:\S+).*\n/, watched);
  return {
    origin: origin!,
    get output() {
      return watched.text.trimEnd().split("\n");
    },
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

/** Ports below those that systems give to outgoing connections, and none that Chromium refuses. */
const PORTS = { from: 12_000, count: 20_000 };

/** A port that is free, and that no outgoing connection can take before the app does. */
export function freePort(): number {
  for (let tries = 0; tries < 1000; tries++) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    try {
      Deno.listen({ port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new Error("Cannot find a free port");
}

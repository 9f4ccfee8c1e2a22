/**
 * The demo, started by its documented command.
 *
 * @module
 */

import { TextLineStream } from "../_lines.ts";

/** A running demo. */
export interface Demo extends AsyncDisposable {
  origin: string;
  /** Lines it has printed so far. */
  output: string[];
  /** Sends Ctrl-C and returns the exit code. */
  stop(): Promise<number>;
}

/** Flags of the task `demo`, so that the tests run with the user's permissions. */
export async function demoFlags(): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
  return tasks.demo.command.split(" ").slice(1);
}

/** @param args appended to those of the task; without `--data=` the demo starts empty */
export async function startDemo(...args: string[]): Promise<Demo> {
  const own = args.some((arg) => arg.startsWith("--data="));
  const folder = `.demo/test-${crypto.randomUUID()}`;
  const child = new Deno.Command(Deno.execPath(), {
    args: [...await demoFlags(), ...args, ...(own ? [] : [`--data=${folder}`])],
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const output: string[] = [];
  const origin = Promise.withResolvers<string>();
  const reading = (async () => {
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(
      new TextLineStream(),
    );
    for await (const line of lines) {
      output.push(line);
      const found = /App\s+(http:\S+)/.exec(line)?.[1];
      if (found) origin.resolve(found);
    }
    origin.reject(new Error(`The demo ended early:\n${output.join("\n")}`));
  })();
  let stopped: Promise<number> | undefined;
  const stop = (): Promise<number> =>
    stopped ??= (async () => {
      child.kill("SIGINT");
      await reading;
      const { code } = await child.status;
      if (!own) await Deno.remove(folder, { recursive: true });
      return code;
    })();
  return {
    origin: await origin.promise,
    output,
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

/** Ports below those that systems give to outgoing connections, and none that Chromium refuses. */
const PORTS = { from: 12_000, count: 20_000 };

/** A port that is free, and that no outgoing connection can take before the app does. */
export function freePort(): number {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    try {
      Deno.listen({ port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

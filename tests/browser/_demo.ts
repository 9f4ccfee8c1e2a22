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

/** A port that is free at the moment. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

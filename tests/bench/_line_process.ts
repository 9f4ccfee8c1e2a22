/**
 * Child processes that answer each line of their input with a line of output.
 *
 * @module
 */

/** A running child process. */
export interface LineProcess {
  /** Next line of its output. */
  next(): Promise<string>;
  /** Sends a line, and returns the next line of its output. */
  ask(line: string): Promise<string>;
  /** Closes its input, and waits for its end. */
  close(): Promise<void>;
}

/**
 * Starts a program.
 *
 * @param core index of the only core that it may use; `undefined`: any
 */
export function startLineProcess(
  command: readonly string[],
  { core, cwd }: { core?: number | undefined; cwd?: string } = {},
): LineProcess {
  const [program, ...args] = pinned(command, core);
  const child = new Deno.Command(program!, {
    args,
    ...cwd ? { cwd } : {},
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const input = child.stdin.getWriter();
  const lines = linesOf(child.stdout);
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`Cannot go on: the process ended: ${command.join(" ")}`);
    return value;
  };
  return {
    next,
    async ask(line) {
      await input.write(new TextEncoder().encode(`${line}\n`));
      return await next();
    },
    async close() {
      // A process that failed has closed its input already.
      await input.close().catch(() => {});
      await child.status;
    },
  };
}

/** Lines of a stream. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** A command that stays on one core. */
export function pinned(command: readonly string[], core: number | undefined): readonly string[] {
  return core === undefined ? command : ["taskset", "-c", String(core), ...command];
}

/** `true` where processes can be pinned to these cores. */
export async function canPin(...cores: number[]): Promise<boolean> {
  try {
    for (const core of cores) {
      const [program, ...args] = pinned(["true"], core);
      if (!(await new Deno.Command(program!, { args, stderr: "null" }).output()).success) {
        return false;
      }
    }
    return true;
  } catch {
    return false;
  }
}

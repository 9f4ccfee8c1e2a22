/**
 * Programs that run to their end.
 *
 * @module
 */

/** Longest time of a program, in milliseconds. */
const LIMIT = 300_000;

/** Options of {@linkcode run}. */
export interface RunOptions {
  readonly cwd: string;
  /** Variables; with `clearEnv` no others. */
  readonly env?: Readonly<Record<string, string>>;
  readonly clearEnv?: boolean;
}

/** Runs a program to its end; returns its output, and throws with that when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env, clearEnv = false }: RunOptions,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", ...env },
    clearEnv,
    stdin: "null",
    signal: AbortSignal.timeout(LIMIT),
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) {
    throw new Error(`"${[command, ...args].join(" ")}" failed:\n${text(stdout)}${text(stderr)}`);
  }
  return text(stdout);
}

/**
 * CPU seconds of tests, for `deno task test --times`. Wall time says little where several jobs
 * share the cores.
 *
 * @module
 */

/** Variable with which `_together.ts` prints the CPU seconds of each file. */
export const CPU = "TEST_CPU";

/** Ticks of a second in `/proc`, on every Linux. */
const TICKS = 100;

const LINE = /^cpu (\d+\.\d+) (\S+)$/gm;

/**
 * CPU seconds of this process, and of the children that it has waited for.
 *
 * @throws elsewhere than on Linux
 */
export function cpuSeconds(): number {
  const stat = Deno.readTextFileSync("/proc/self/stat");
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** The line from which {@linkcode readCpu} reads it. */
export function cpuLine(seconds: number, title: string): string {
  return `cpu ${seconds.toFixed(2)} ${title}`;
}

/** CPU seconds that a process has printed. */
export function readCpu(output: string): { seconds: number; title: string }[] {
  return [...output.matchAll(LINE)].map(([, seconds, title]) => ({
    seconds: Number(seconds),
    title: title!,
  }));
}

/** Arguments of a `bash` that runs a program, and prints its CPU seconds on standard error. */
export function measured(program: string, args: readonly string[]): string[] {
  return ["-c", `TIMEFORMAT=$'cpu %U all\\ncpu %S all'; time "$0" "$@"`, program, ...args];
}

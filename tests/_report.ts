/**
 * What `deno test` prints, reduced to what a reader needs: counts, and everything about failures.
 *
 * @module
 */

/** Numbers of tests. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What a run of `deno test` said. */
export interface Report extends Counts {
  /** Output of the tests that failed, their errors, and what was printed outside of tests then. */
  failures: string;
  /** Names of the tests that failed, with the first lines of their errors. */
  brief: string[];
  /** `SKIPPED <name>: <reason>`, as the tests print it. */
  skips: string[];
  /** Tests that took a second or more. */
  long: { name: string; seconds: number }[];
}

/** End of a test, without those of steps, which are indented. */
const TEST_END = /^(?! ).* \.\.\. (ok|FAILED|ignored)\b[^\n]*\([^()\n]*\)$/;

/** End of a test that took a second or more, with its minutes and seconds. */
const LONG_END = /^(?! )(.*) \.\.\. ?(?:.*)\b(?:ok|FAILED) \((?:(\d+)m)?(\d+)s\)$/;

const SUMMARY = /^(?:ok|FAILED) \| (.+)$/gm;

/** The name of a test that failed, and the first line of its error. */
const ERROR = /^(\S.*?)(?: => \S+:\d+:\d+| \(uncaught error\))\nerror: (.+)$/gm;

/** The count line, which is the last one of a run. */
export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Number of tests that have ended in this output so far. */
export function countEnds(output: string): number {
  return output.split("\n").filter((line) => TEST_END.test(line)).length;
}

/**
 * Reads the output of `deno test` without `--parallel`, where what a test prints stands between the
 * end of the test before it and its own.
 *
 * @param output what it printed, without colors
 * @param success whether it ended with 0
 */
export function readReport(output: string, success: boolean): Report {
  const lines = output.split("\n");
  const skips = lines.filter((line) => line.startsWith("SKIPPED "));
  const summary = [...output.matchAll(SUMMARY)].at(-1)?.[1] ?? "";
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0);
  const failed = count("failed");
  return {
    passed: count("passed"),
    // A run that ended before its summary has failed too.
    failed: success ? failed : Math.max(failed, 1),
    skipped: count("ignored"),
    failures: success ? "" : failuresOf(lines),
    brief: success ? [] : [...output.matchAll(ERROR)].map(([, name, error]) => `${name}: ${error}`),
    skips,
    long: lines.flatMap((line) => {
      const [, name, minutes = 0, seconds] = LONG_END.exec(line) ?? [];
      return name ? [{ name, seconds: Number(minutes) * 60 + Number(seconds) }] : [];
    }),
  };
}

function failuresOf(lines: readonly string[]): string {
  const kept: string[] = [];
  let since: string[] = [];
  for (const line of lines) {
    since.push(line);
    const [, end] = TEST_END.exec(line) ?? [];
    if (end === "FAILED") kept.push(...since);
    if (end) since = [];
  }
  // After the last test come the errors; a process that died had no more to say.
  return [...kept, ...since].filter((line) => !/^running \d+ tests? from /.test(line)).join("\n");
}

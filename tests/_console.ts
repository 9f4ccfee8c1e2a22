/**
 * The console, replaced for a test.
 *
 * @module
 */

type Method = "debug" | "error" | "info" | "log" | "warn";

/** Calls of the console, until it is disposed of. */
export interface CapturedConsole extends Disposable {
  /** The calls, oldest first. */
  readonly calls: { method: Method; words: unknown[] }[];
  /** The calls as text, with spaces between their arguments. */
  readonly lines: string[];
}

const own = { ...console };
const open: (CapturedConsole & { methods: readonly Method[] })[] = [];

/**
 * Keeps what is logged from the output of the tests. Test files replace the console with it alone,
 * since what `using` declares is put back when the test fails, too. Captures may overlap: the one
 * that was made last gets a call.
 *
 *     using logged = captureConsole("error");
 *
 * @param methods methods that are replaced
 */
export function captureConsole(...methods: Method[]): CapturedConsole {
  const captured = {
    methods,
    calls: [] as CapturedConsole["calls"],
    lines: [] as string[],
    [Symbol.dispose]() {
      open.splice(open.indexOf(captured), 1);
      if (open.length === 0) Object.assign(console, own);
    },
  };
  for (const method of methods) {
    console[method] = (...words) => {
      const last = open.findLast((one) => one.methods.includes(method));
      last?.calls.push({ method, words });
      last?.lines.push(words.map(String).join(" "));
      if (!last) own[method](...words);
    };
  }
  open.push(captured);
  return captured;
}

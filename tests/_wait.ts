/**
 * Waits of tests. Each has an end, so that what hangs fails with a reason, and pauses, so that it
 * takes no time from what it waits for.
 *
 * @module
 */

// Taken before a test replaces the clock.
const { setTimeout, clearTimeout, performance } = globalThis;
const now = performance.now.bind(performance);

/**
 * Longest wait, in milliseconds. It says nothing about speed: nothing that works comes near it,
 * also where packages are fetched first. Deno tries for minutes where they cannot be, and the
 * output in the error then ends with what it downloads.
 */
export const LIMIT = 120_000;

/** Pause between two looks, in milliseconds. */
const PAUSE = 25;

/** Time for the last output of a process that has ended, in milliseconds: its children may live. */
const LAST_WORDS = 1000;

/** Time for a process to end when it is asked to, in milliseconds; then it is killed. */
const PATIENCE = 10_000;

/** A child process whose output is read. */
export interface WatchedChild {
  /** What it has printed so far. */
  readonly text: string;
  /** Fulfilled when it has ended. */
  readonly status: Promise<Deno.CommandStatus>;
  /** Fulfilled when it has ended, and all its output has been read. */
  readonly ended: Promise<unknown>;
  /** Sends a signal, if it has not ended. */
  kill(signal?: Deno.Signal): void;
  /** Ends it, if it has not ended, and waits for that. */
  stop(signal?: Deno.Signal): Promise<void>;
}

/** Reads output of a child process. */
export function watchChild(
  child: Deno.ChildProcess,
  ...streams: ReadableStream<Uint8Array<ArrayBuffer>>[]
): WatchedChild {
  const { status } = child;
  let text = "";
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const part of stream.pipeThrough(new TextDecoderStream())) text += part;
  };
  const ended = Promise.all([status, ...streams.map(read)]);
  const kill = (signal?: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // It has ended.
    }
  };
  return {
    get text() {
      return text;
    },
    status,
    ended,
    kill,
    async stop(signal) {
      kill(signal);
      // `deno serve --parallel` does not always end by a signal that it can handle.
      const timer = setTimeout(() => kill("SIGKILL"), PATIENCE);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Milliseconds of the probe on a machine for which limits are written. */
const USUAL_PROBE = 4;

/** Computes something; returns how long it took, in milliseconds. */
function probe(): number {
  const began = now();
  let sum = 0;
  for (let i = 0; i < 4_000_000; i++) sum = (sum ^ (i << 3)) + 1 | 0;
  const took = now() - began;
  return sum === 0.5 ? 0 : took; // the sum is used, so that the loop stays
}

/**
 * A limit that a slow or busy machine does not reach: longer by as much as the machine takes longer
 * now, and at most {@linkcode LIMIT}.
 *
 * @param usual milliseconds on a usual machine
 * @param took milliseconds of the probe. Default: it is measured
 */
export function scaledLimit(usual: number, took: number = probe()): number {
  return Math.min(LIMIT, Math.round(usual * Math.max(1, took / USUAL_PROBE)));
}

/** Options of {@linkcode waitUntil}. */
export interface WaitOptions {
  /** Its end ends the wait. Its output is part of the error, after which it is killed. */
  readonly child?: WatchedChild;
  /** Longest wait, in milliseconds. */
  readonly limit?: number;
  /** Pause between two looks, in milliseconds; with 0, other tasks run. */
  readonly pause?: number;
}

/**
 * Looks again and again until something is there; returns it.
 *
 * @param what for the error, after the word "until"
 * @param look returns what is there, or something falsy; the signal is aborted when the wait ends
 * @throws when it takes too long, or when the child process has ended
 */
export async function waitUntil<T>(
  what: string,
  look: (signal: AbortSignal) => T | Promise<T>,
  { child, limit = LIMIT, pause = PAUSE }: WaitOptions = {},
): Promise<Exclude<T, undefined | null | false | "" | 0>> {
  const over = new AbortController();
  const { signal } = over;
  const printed = () => child?.text ? `. Its output:\n${child.text}` : "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Waited for ${limit / 1000} s until ${what}${printed()}`)),
      limit,
    );
  });
  const gone = async (child: WatchedChild): Promise<never> => {
    await child.status;
    await Promise.race([child.ended, sleep(LAST_WORDS)]);
    throw new Error(`Waited until ${what}, but the process ended${printed()}`);
  };
  const looking = async () => {
    while (true) {
      const found = await look(signal);
      // After the end of the wait nobody gets the result.
      if (found || signal.aborted) return found as Exclude<T, undefined | null | false | "" | 0>;
      await sleep(pause);
    }
  };
  try {
    return await Promise.race([looking(), late, ...child ? [gone(child)] : []]);
  } catch (error) {
    child?.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

/**
 * Waits until a server answers.
 *
 * @param options.what for the error, after the word "until"
 * @param options.isUp tells its answer from that of a server that starts
 */
export async function waitForAnswer(
  url: string,
  { what = `${url} answers`, isUp = () => true, ...options }: WaitOptions & {
    what?: string;
    isUp?: (response: Response) => boolean;
  } = {},
): Promise<void> {
  await waitUntil(what, async (signal) => {
    const response = await fetch(url, { redirect: "manual", signal }).catch(() => undefined);
    await response?.body?.cancel();
    return response && isUp(response);
  }, options);
}

/** Waits until a child process has printed a text; returns it, or the groups of a pattern. */
export async function waitForText(pattern: RegExp, child: WatchedChild): Promise<string[]> {
  return await waitUntil(`the process prints ${pattern}`, () => pattern.exec(child.text), {
    child,
  });
}

/** Ends a child process that does not end by itself, as the `signal` of a command. */
export function endOfHanging(): AbortSignal {
  return AbortSignal.timeout(5 * LIMIT);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Removes the folder of a server that was killed: its own children may write until they end. */
export async function removeFolder(folder: string): Promise<void> {
  await waitUntil(`${folder} is removed`, async () => {
    try {
      await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) return false;
    }
    return true;
  });
}

/**
 * Counts what one request costs: the functions that it enters, the decryptions of its session cookie,
 * and the calls of the store.
 *
 * Functions are counted by V8's precise coverage, in the chosen files alone. Decryptions are calls of the runtime's crypto with the initialization vector of
 * the cookie, so the names of the library's functions do not matter.
 *
 * @module
 */

import { Session } from "node:inspector/promises";
import { requireNodeCrypto } from "../../src/base/crypto/runtime.ts";

/** Figures of a walk. */
export interface Walked {
  /** Functions that ran, each counted once. */
  functions: number;
  /** Times that they were entered. */
  entered: number;
  /** Decryptions of the session cookie. */
  decryptions: number;
  /** Calls of the store that read, by their names. */
  reads: string[];
  /** Calls of the store that write. */
  writes: string[];
}

/** Counts; there can be one at a time in a process. */
export interface WalkCounter extends Disposable {
  /** Notes a call of the store. */
  note(name: string): void;
  /**
   * Runs a request, and counts.
   *
   * @param cookie value of the session cookie; none for a browser without a session
   */
  count<T>(cookie: string | undefined, run: () => Promise<T>): Promise<[Walked, T]>;
}

const isRead = (name: string) => /^(?:records\.)?(?:get|list|has|count)/.test(name);

/**
 * Starts to count.
 *
 * @param isCounted chooses the files whose functions count, by their URLs
 */
export async function createWalkCounter(
  isCounted: (url: string) => boolean,
): Promise<WalkCounter> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  // Without details, it counts an async function once more each time that it goes on.
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  // From here on, the library decrypts by the module that is watched.
  const crypto = requireNodeCrypto()!;
  const original = crypto.createDecipheriv;
  let names: string[] = [];
  let vectors: string[] = [];
  const watched = (...args: Parameters<typeof original>) => {
    vectors.push(new Uint8Array(args[2] as Uint8Array<ArrayBuffer>).toBase64({
      alphabet: "base64url",
      omitPadding: true,
    }));
    return original(...args);
  };
  Object.assign(crypto, { createDecipheriv: watched });

  /** Counts what ran since the last call. */
  const countFunctions = async (): Promise<{ functions: number; entered: number }> => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const counts = result.filter(({ url }) => isCounted(url))
      .flatMap(({ functions }) => functions)
      // The body of a module, which an import runs, is no function.
      .filter(({ functionName, ranges }) => functionName !== "" || ranges[0]!.startOffset > 0)
      .map(({ ranges }) => ranges[0]!.count)
      .filter((count) => count > 0);
    return { functions: counts.length, entered: counts.reduce((sum, count) => sum + count, 0) };
  };

  return {
    note: (name) => void names.push(name),
    async count(cookie, run) {
      names = [];
      vectors = [];
      await countFunctions();
      const result = await run();
      const counted = await countFunctions();
      const vector = cookie?.split(".")[2];
      return [{
        ...counted,
        decryptions: vectors.filter((one) => one === vector).length,
        reads: names.filter(isRead),
        writes: names.filter((name) => !isRead(name)),
      }, result];
    },
    [Symbol.dispose]() {
      Object.assign(crypto, { createDecipheriv: original });
      session.disconnect();
    },
  };
}

/**
 * Pauses between questions to a service that does not answer.
 *
 * @module
 */

/** Milliseconds until the first question after one that failed; each further one waits twice as long. */
const FIRST_PAUSE_MS = 2000;

/** Longest pause, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

/** Pauses that become longer. */
export interface Backoff {
  /**
   * Milliseconds until the next question.
   *
   * @param retryAfter seconds that the service has asked for
   */
  next(retryAfter?: number): number;
  /** Begins anew, after an answer. */
  reset(): void;
}

/** Makes the pauses. */
export function createBackoff(): Backoff {
  let pauseMs = FIRST_PAUSE_MS;
  return {
    next(retryAfter = 0) {
      // Browsers that lost the service at once do not come back at once.
      const ms = Math.max(retryAfter * 1000, pauseMs) * (1 + Math.random() / 2);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      return Math.min(ms, LONGEST_PAUSE_MS);
    },
    reset() {
      pauseMs = FIRST_PAUSE_MS;
    },
  };
}

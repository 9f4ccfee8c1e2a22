/**
 * The error of a limit that was reached.
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
import { TooManyRequests } from "../errors.ts";

/** Errors that {@linkcode tooMany} has made, and not the app. */
const made = new WeakSet<object>();

/**
 * Makes the error. Its message goes to the log, so it names no account and no address.
 *
 * @param untilMs time from which another try can succeed, in milliseconds since 1970
 * @param limit what was tried too often, where the page can say what else helps
 */
export function tooMany(
  message: string,
  untilMs: number,
  limit?: TooManyRequests["limit"],
): TooManyRequests {
  const error = new TooManyRequests(message);
  if (limit) error.limit = limit;
  error.retryAfter = Math.max(1, Math.ceil((untilMs - nowMs()) / 1000));
  made.add(error);
  return error;
}

/** Returns `true` for a refusal of this library, which comes before anything is tried. */
export function isRefusal(error: unknown): boolean {
  return made.has(error as object);
}

/**
 * The clock: the one place that reads it. Tests replace `Date`, so it is looked up at each call.
 *
 * @module
 */

/** Seconds by which the clock of a client may differ, in both directions. */
export const CLOCK_SKEW = 60;

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** Whole seconds since 1970: a NumericDate of RFC 7519 §2. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Seconds since 1970 with their fraction: to compare with times that others state. */
export function preciseSeconds(): number {
  return Date.now() / 1000;
}

/** The time as a date. */
export function nowDate(): Date {
  return new Date();
}

/** The time in so many milliseconds. */
export function msFromNow(ms: number): Date {
  return new Date(Date.now() + ms);
}

/** The time in so many seconds. */
export function secondsFromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

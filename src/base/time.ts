/**
 * The clock: the one place that reads it. Tests replace `Date`, so it is looked up at each call.
 *
 * @module
 */

/** Seconds by which the clock of a client may differ, in both directions. */
export const CLOCK_SKEW = 60;

/**
 * Seconds by which a JWT may be ahead where FAPI 2.0 counts: up to 10 must be accepted, and more than 60
 * be refused (FAPI 2.0 Security Profile §5.3.2.1).
 */
export const STRICT_AHEAD = 10;

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

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Milliseconds since 1970 of a day or time as ISO 8601 writes it, in UTC without a zone; `NaN` for any
 * other text. `Date` alone reads a time in nearly every text that has a digit.
 */
export function msOfIsoTime(text: string): number {
  const [, day, time, zone] = (text.length <= 40 && ISO_TIME.exec(text)) || [];
  if (day === undefined) return NaN;
  const midnight = new Date(`${day}T00:00:00Z`);
  // The 31st of February would be a day of March.
  const isDay = !Number.isNaN(+midnight) && midnight.toISOString().slice(0, 10) === day;
  return isDay ? Date.parse(time !== undefined && zone === undefined ? `${text}Z` : text) : NaN;
}

/** Returns `true` for a JWT that was made, or begins, in more than so many seconds, or at no time. */
export function isAhead(
  { iat, nbf }: { readonly iat?: unknown; readonly nbf?: unknown },
  seconds: number,
): boolean {
  const latest = preciseSeconds() + seconds;
  return [iat, nbf].some((at) => at !== undefined && !(typeof at === "number" && at <= latest));
}

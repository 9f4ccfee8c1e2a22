/**
 * For sites that tell when an address was confirmed instead of whether it is.
 *
 * @module
 */

/** Whether this is a date as ISO 8601 writes it; the time of day does not matter. */
export function isInstant(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) &&
    !Number.isNaN(Date.parse(value));
}

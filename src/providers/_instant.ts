/**
 * For sites that send the time when an address was confirmed, instead of a boolean.
 *
 * @module
 */

/** `true` when a value starts with an ISO 8601 date and is a valid date. */
export function isInstant(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) &&
    !Number.isNaN(Date.parse(value));
}

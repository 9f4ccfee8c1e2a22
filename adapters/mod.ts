/**
 * The storage contract, and a date check for adapter authors.
 *
 * @module
 */

export type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterBatches,
  AdapterExtras,
  AdapterRows,
  AdapterSession,
  AdapterTraits,
  AdapterUser,
  AnyAdapter,
  AnyAdapterRows,
  NewUserAnswer,
  NewUserRows,
  VerificationToken,
} from "../src/types/adapter.ts";

/** A JSON value without members. */
export type JsonPrimitive = string | number | boolean | null;

/** A JSON object. */
export type JsonObject = {
  [Key in string]?: JsonValue;
};

/** A JSON array. */
export type JsonArray = JsonValue[];

/** Any JSON value. */
export type JsonValue = JsonPrimitive | JsonObject | JsonArray;

const ISO_DATE =
  /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-5]\d(\.\d+)?(Z|[+-][0-2]\d:[0-5]\d)?|Z|[+-][0-2]\d:[0-5]\d)$/;

/**
 * `true` when a value is a date as `JSON.stringify` writes it: ISO 8601 with
 * seconds, or with minutes and an offset. Adapters that store JSON use it to turn
 * such strings back into dates.
 *
 * @example
 * ```ts
 * import { isDate } from "@x/auth/adapters";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isDate("2030-01-31T12:00:00.000Z"), true);
 * assertEquals(isDate("31.1.2030"), false);
 * ```
 */
export function isDate(value: unknown): value is string {
  return typeof value === "string" && ISO_DATE.test(value) && !isNaN(Date.parse(value));
}

/**
 * The storage contract, and what adapter authors need at run time.
 *
 * @module
 */

export type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterExtras,
  AdapterRows,
  AdapterSession,
  AdapterUser,
  AnyAdapter,
  AnyAdapterRows,
  SessionRecord,
  SessionRecordStore,
  VerificationToken,
} from "../src/types/adapter.ts";

/** A value that JSON writes without members. */
export type JsonPrimitive = string | number | boolean | null;

/** An object that JSON writes. */
export type JsonObject = {
  [Key in string]?: JsonValue;
};

/** A list that JSON writes. */
export type JsonArray = JsonValue[];

/** Anything that JSON writes. */
export type JsonValue = JsonPrimitive | JsonObject | JsonArray;

const ISO_DATE =
  /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-5]\d(\.\d+)?(Z|[+-][0-2]\d:[0-5]\d)?|Z|[+-][0-2]\d:[0-5]\d)$/;

/**
 * Whether a value is a date as JSON writes it: ISO 8601 with seconds, or with
 * minutes and an offset. Stores that keep JSON revive their dates with it.
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

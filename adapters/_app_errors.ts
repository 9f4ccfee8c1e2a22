/**
 * Errors of drivers that a tool of the app passes on, with nothing of what was written: drivers and
 * tools put texts of statements and values into them.
 *
 * @module
 */

import { CONFLICT } from "./_mysql_client.ts";

/** Errors within each other that are looked at. */
const MAX_DEPTH = 8;

/** Parts of a message that are followed by a value. */
const VALUE =
  /(Duplicate entry|Incorrect [\w ]{1,40} value:?|Truncated incorrect [\w ]{1,40}|invalid input [\w ]{1,60}:).{0,2000}/s;

interface DriverError {
  code?: unknown;
  errno?: unknown;
  sqlState?: unknown;
  message?: unknown;
  cause?: unknown;
}

/** An error without values. */
class HarmlessError extends Error {}

/** The error of a driver, without values, and with its code, number and state. */
export function withoutValues(error: unknown): Error {
  // The store threw these itself within a transaction, and the tool throws them again: they hold no
  // values.
  if (error === CONFLICT || error instanceof HarmlessError) return error as Error;
  const { code, errno, sqlState, message } = driverErrorIn(error);
  const text = typeof message === "string" ? message.slice(0, 2000) : "the database failed";
  return Object.assign(new HarmlessError(text.replace(VALUE, "$1 (left out)")), {
    ...code !== undefined && { code },
    ...errno !== undefined && { errno },
    ...sqlState !== undefined && { sqlState },
  });
}

/** The innermost error with a code of a database, which tools have as the cause of theirs. */
function driverErrorIn(error: unknown): DriverError {
  let found = Object(error) as DriverError;
  let current: DriverError | undefined = found;
  for (let depth = 0; current && depth < MAX_DEPTH; depth++) {
    if (typeof current.errno === "number" || typeof current.code === "string") found = current;
    current = typeof current.cause === "object" ? current.cause as DriverError : undefined;
  }
  return found;
}

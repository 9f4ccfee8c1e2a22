/**
 * Errors of drivers that a tool of the app passes on, with nothing of what was written: drivers and
 * tools put texts of statements and values into them.
 *
 * @module
 */

import { CONFLICT } from "./_mysql_client.ts";

/** Errors within each other that are looked at. */
const MAX_DEPTH = 8;

/** Beginnings of the sentences in which a driver quotes a value; `'`, `"` or `:` stands before the value. */
const QUOTING = ["Duplicate entry", "Incorrect ", "Truncated incorrect ", "invalid input "];

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
  return Object.assign(new HarmlessError(leaveOutValue(text)), {
    ...code !== undefined && { code },
    ...errno !== undefined && { errno },
    ...sqlState !== undefined && { sqlState },
  });
}

/** A message up to the first value that it quotes. */
function leaveOutValue(text: string): string {
  const starts = QUOTING.map((words) => text.indexOf(words)).filter((index) => index >= 0);
  if (starts.length === 0) return text;
  const start = Math.min(...starts);
  const length = Math.max(text.slice(start).search(/['":]/), 0);
  return `${text.slice(0, start + length).trimEnd()} (left out)`.trimStart();
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

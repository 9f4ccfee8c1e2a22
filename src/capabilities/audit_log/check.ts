/**
 * The check of the options of the audit log.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import type { AuditLogOptions } from "./options.ts";

/** Shortest and longest time for which entries are stored, in seconds. */
const AGES = { min: 24 * 60 * 60, max: 20 * 366 * 24 * 60 * 60 };

/** Returns the first error of the options. */
export function checkAuditLog(
  { maxAge, beforeAnswer, waitUntil }: AuditLogOptions,
): AuthError | undefined {
  const bad = (name: string, cure: string) => {
    const option = `audit.${name}`;
    return new AuthError(`Cannot use \`${option}\`: ${cure}`, { cause: { option } });
  };
  if (
    maxAge !== undefined &&
    (!Number.isSafeInteger(maxAge) || maxAge < AGES.min || maxAge > AGES.max)
  ) {
    return bad("maxAge", "it must be whole seconds, from a day to 20 years");
  }
  if (beforeAnswer !== undefined && typeof beforeAnswer !== "boolean") {
    return bad("beforeAnswer", "it must be `true` or `false`");
  }
  if (waitUntil !== undefined && typeof waitUntil !== "function") {
    return bad("waitUntil", "it must be a function that takes a promise");
  }
}

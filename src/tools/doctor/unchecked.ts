/**
 * Checks that could not be made. They are listed beside the findings, since a fault that nobody
 * looked for has not been ruled out.
 *
 * @module
 */

import type { Finding } from "./finding.ts";

/** A check that was left out. */
export interface Unchecked {
  /** What was not checked, such as `The running app`. */
  readonly subject: string;
  /** Why it was not. It never has a secret. */
  readonly reason: string;
  /** What makes the check possible. */
  readonly cure: string;
}

/** What a check says: faults, and what it could not look at. */
export type Result = Finding | Unchecked;

/** Makes the entry of a check that was left out. */
export function unchecked(subject: string, reason: string, cure: string): Unchecked {
  return { subject, reason, cure };
}

/** Separates faults from what was not checked; of equal entries, one is kept. */
export function sortResults(
  results: readonly Result[],
): { findings: Finding[]; unchecked: Unchecked[] } {
  const findings = new Map<string, Finding>();
  const left = new Map<string, Unchecked>();
  for (const result of results) {
    if ("id" in result) findings.set(`${result.id} ${result.message}`, result);
    else left.set(`${result.subject} ${result.reason}`, result);
  }
  return { findings: [...findings.values()], unchecked: [...left.values()] };
}

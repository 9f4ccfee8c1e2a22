/**
 * A factor, and the form that confirms one, as pages show them.
 *
 * @module
 */

import type { ShownFactor } from "../../types/steps/factor.ts";
import type { Factor } from "../../types/factor.ts";

/** The members that pages show: others may be secrets of the app. */
export function shownFactor({ id, name, isTyped, isBackup, send }: Factor): ShownFactor {
  return { id, name, isTyped, isBackup, isSent: send !== undefined };
}

/** Hidden fields of the form that confirms an enrolment. */
export function confirmingFields({ id }: Factor, state: string): Record<string, string> {
  return { step: "confirm", factor: id, state };
}

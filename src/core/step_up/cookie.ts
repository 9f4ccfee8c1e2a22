/**
 * The cookie of a step-up, in which the user of a session proves again who it is.
 *
 * @module
 */

import { STEP_UP_MAX_AGE } from "../../config/defaults.ts";
import type { SealedCookie } from "../../session/sealed_cookie.ts";
import type { Context } from "../../types/internal.ts";

/** Beside the cookie of a sign-in that waits; a seal for one cannot be opened as the other. */
export const STEP_UP = {
  key: "factorAttempt",
  salt: "authjs.step-up",
  maxAge: STEP_UP_MAX_AGE,
} as const satisfies SealedCookie;

/** Suffix of its name. */
export const STEP_UP_SUFFIX = "step-up";

/** Returns `true` when the browser sent the cookie, which may be of another user, or invalid. */
export function mayStepUp({ cookies }: Context): boolean {
  return cookies.get(STEP_UP.key, STEP_UP_SUFFIX) !== undefined;
}

/**
 * The task of a signed-in user in this browser: an enrolment, or a further proof.
 *
 * @module
 */

import { ATTEMPT_MAX_AGE } from "../../config/defaults.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { open, seal, type SealedCookie } from "../../session/sealed_cookie.ts";
import type { SignedIn } from "../../types/factor_task.ts";
import type { Context } from "../../types/internal.ts";

/** Beside the cookie of a sign-in that waits; a seal for one cannot be opened as the other. */
const COOKIE = {
  key: "factorAttempt",
  salt: "authjs.factor-session",
  maxAge: ATTEMPT_MAX_AGE,
} as const satisfies SealedCookie;
const SUFFIX = "session";

/**
 * Id of the task of a signed-in user in this browser, to which challenges and codes are bound. Sets its cookie when there is none.
 */
export async function attemptOfSession(
  ctx: Context,
  { userId }: Pick<SignedIn, "userId">,
): Promise<string> {
  const known = await open<{ id: string; userId: string }>(ctx, COOKIE, SUFFIX);
  if (known?.userId === userId) return known.id;
  const id = randomBase64url(24);
  await seal(ctx, COOKIE, SUFFIX, { id, userId });
  return id;
}

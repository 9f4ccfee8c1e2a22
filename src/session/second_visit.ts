/**
 * A callback that is opened a second time: its link was clicked twice, or its tab was restored. The
 * first visit used the attempt up, and began the session with which the browser comes again.
 *
 * @module
 */

import type { Context } from "../types/internal.ts";
import { isProofEnough, signedIn } from "./visitor.ts";

/** Seconds for which a browser is expected to come again: those of an attempt. */
const MAX_AGE = 15 * 60;

/**
 * Returns `true` when the session of the request has just been proven by a provider, so that its
 * callback has nothing more to do than to lead on. It proves nothing anew.
 *
 * @param address address that the user must have. Default: any
 */
export async function isSecondVisit(
  ctx: Context,
  provider: string,
  address?: string,
): Promise<boolean> {
  const { proof, user } = await signedIn(ctx) ?? {};
  if (proof?.provider !== provider) return false;
  if (!isProofEnough(proof, { maxAge: MAX_AGE, allowSilentSignIn: true })) return false;
  return address === undefined || user?.email === address;
}

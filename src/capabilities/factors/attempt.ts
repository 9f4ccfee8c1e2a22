/**
 * Sign-ins that wait for a second factor.
 *
 * @module
 */

import { ATTEMPT_MAX_AGE } from "../../config/defaults.ts";
import {
  beginWait,
  endWait,
  endWaits,
  openWait,
  type Wait,
  type WaitingSignIn,
} from "../../session/pending_sign_in.ts";
import type { Pending } from "../../types/factor_task.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";

const FACTOR: Wait = {
  cookie: { key: "factorAttempt", salt: "authjs.factor-attempt", maxAge: ATTEMPT_MAX_AGE },
  seal: { salt: "authjs.pending-sign-in", maxAge: ATTEMPT_MAX_AGE },
};

/** A sign-in that waits. */
export type OpenAttempt = WaitingSignIn;

/** Stores a sign-in that waits, and gives the browser its cookie. */
export function beginAttempt(ctx: Context, pending: Pending): Promise<void> {
  return beginWait(ctx, FACTOR, pending);
}

/** The sign-in of this browser that waits; `undefined` without one. */
export function openAttempt(ctx: Context): Promise<OpenAttempt | undefined> {
  return openWait(ctx, FACTOR);
}

/** Ends an attempt; of parallel calls, one gets `true`. */
export function endAttempt(ctx: Context, attempt: OpenAttempt): Promise<boolean> {
  return endWait(ctx, FACTOR, attempt);
}

/** Ends all sign-ins of a user that wait, in every browser. */
export const endAttempts: (config: ResolvedConfig, userId: string) => Promise<void> = endWaits;

/** The config check refuses factors without records. */
export function recordsOf(config: ResolvedConfig): NonNullable<ResolvedConfig["records"]> {
  return config.records!;
}

/**
 * Further factors of a user who is signed in: begun and confirmed, by the page or by the app.
 *
 * @module
 */

import { InvalidCheck, ReplayedAnswer } from "../errors.ts";
import { audit } from "../hooks/audit.ts";
import type { Enrolling, Factor } from "../types/factor.ts";
import type { Context, ResolvedFactors } from "../types/internal.ts";
import type { Json } from "../types/records.ts";
import { addableFactors, requirementOf } from "./change.ts";
import { contextOf, type Enrolled } from "./context.ts";
import { enrolFurther, type OpenEnrolling, openEnrolling, sealEnrolling } from "./enrolling.ts";
import { currentlyEnrolled } from "./gate.ts";
import { guarded } from "./prove.ts";
import { faultOf } from "../session/requirement.ts";
import { attemptOfSession, signedIn } from "./signed_in.ts";
import type { SignedIn } from "../types/factor_task.ts";
import { moveProof } from "./step_up.ts";

/** The user who is signed in, and the user's factors. */
export interface Visit {
  ctx: Context;
  factors: ResolvedFactors;
  current: SignedIn;
  enrolled: Enrolled;
}

/** The visit of a request; `undefined` without a live session. */
export async function visitOf(ctx: Context): Promise<Visit | undefined> {
  const current = await signedIn(ctx);
  if (!current) return undefined;
  const enrolled = await currentlyEnrolled(ctx, current.user);
  // Callers have checked that there are factors.
  return { ctx, factors: ctx.config.factors!, current, enrolled };
}

/** Returns `true` when the user may change factors now. */
export function isFresh({ factors, enrolled, current }: Visit): boolean {
  return faultOf(current.proof, requirementOf(factors, enrolled)) === undefined;
}

/** A new enrolment. */
export interface Begun {
  /** The factor. */
  factor: Factor;
  /** Text for the user. */
  enrolling: Enrolling;
  /** Sealed enrolment, for the confirmation; absent when it needs none and is stored. */
  state?: string;
}

/** Begins an enrolment; one that needs no confirmation is stored at once. */
export async function begin(visit: Visit, factorId: string): Promise<Begun> {
  const { ctx, current, enrolled } = visit;
  const factor = await addable(visit, factorId);
  const attempt = await attemptOfSession(ctx, current);
  const enrolling = await factor.enrol(contextOf(ctx, enrolled, factor, attempt));
  const state = await sealEnrolling(ctx, attempt, factor, enrolling);
  if (factor.confirm) return { factor, enrolling, state };
  await store(visit, factor, await opened(ctx, attempt, factor, state), enrolling.data);
  return { factor, enrolling };
}

/** An enrolment whose answer was checked. */
export interface Answered {
  /** The factor. */
  factor: Factor;
  /** The enrolment. */
  enrolling: Enrolling;
  /** `true` when the answer was right, and the enrolment is stored. */
  isRight: boolean;
}

/** Checks the answer that confirms an enrolment, and stores it; the answer is a proof too. */
export async function confirm(
  visit: Visit,
  factorId: string,
  state: string,
  answer: string,
): Promise<Answered> {
  const { ctx, current, enrolled } = visit;
  const factor = await addable(visit, factorId);
  const attempt = await attemptOfSession(ctx, current);
  const found = await opened(ctx, attempt, factor, state);
  const { enrolling } = found;
  const context = contextOf(ctx, enrolled, factor, attempt);
  const data = await guarded(
    ctx,
    enrolled,
    async () => await factor.confirm?.(context, enrolling.data, answer) ?? null,
  );
  if (data !== null) {
    await store(visit, factor, found, data);
    const at = Math.floor(Date.now() / 1000);
    await moveProof(ctx, { at, methods: [...factor.methods], provider: null }, {});
    return { factor, enrolling, isRight: true };
  }
  const { userId } = current;
  await audit(ctx, {
    name: "factor.refused",
    reason: "wrong-factor",
    userId,
    factor: factor.id,
  });
  return { factor, enrolling, isRight: false };
}

async function addable(
  { ctx, factors, enrolled, current }: Visit,
  factorId: string,
): Promise<Factor> {
  const all = await addableFactors(ctx, factors, enrolled, current);
  const chosen = all.find(({ id }) => id === factorId);
  if (chosen) return chosen;
  throw new InvalidCheck("Cannot enrol a factor: the user cannot use this one here");
}

async function opened(
  ctx: Context,
  attempt: string,
  factor: Factor,
  state: string,
): Promise<OpenEnrolling> {
  const found = await openEnrolling(ctx, attempt, factor, state);
  if (found) return found;
  throw new InvalidCheck("Cannot enrol a factor: the form is too old, or of another user");
}

async function store(
  { ctx, enrolled }: Visit,
  factor: Factor,
  { id }: OpenEnrolling,
  data: Json,
): Promise<void> {
  if (!await enrolFurther(ctx, enrolled.user, { id, factor, data })) {
    throw new ReplayedAnswer("Cannot enrol a factor: this enrolment was stored before");
  }
}

/**
 * Further factors of a user who is signed in: begun and confirmed, by the page or by the app.
 *
 * @module
 */

import { nowSeconds } from "../../base/time.ts";
import { InvalidCheck, ReplayedAnswer } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import type { Enrolling, Factor } from "../../types/factor.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { Json } from "../../types/records.ts";
import { addableFactors } from "./change.ts";
import { makeFactorContext } from "./context.ts";
import { addFactor, type OpenEnrolling, openEnrolling, sealEnrolling } from "./enrolling.ts";
import { limitAnswers } from "./prove.ts";
import { attemptOfSession } from "./session_task.ts";
import type { FactorsOfUser } from "../../types/factor_task.ts";
import { assertMayChange, findVisitor, type Visitor } from "../../session/visitor.ts";
import { moveProof } from "../../core/step_up/step_up.ts";

/** A visitor of an app with second factors. */
export interface FactorVisitor extends Visitor {
  /** The request. */
  ctx: Context & { config: ResolvedConfig & { factors: ResolvedFactors } };
  /** Second factors of the user. */
  factors: FactorsOfUser;
}

/** The visitor of a request to an app with second factors; `undefined` without a live session. */
export async function findFactorVisitor(ctx: Context): Promise<FactorVisitor | undefined> {
  // Callers have checked that there are factors.
  return await findVisitor(ctx) as FactorVisitor | undefined;
}

/** A new enrolment. */
export interface Begun {
  /** The factor. */
  factor: Factor;
  /** Text for the user. */
  enrolling: Enrolling;
  /** Sealed enrolment, for the confirmation; absent when it needs none and is stored. */
  state?: string;
  /** Id of what the user is doing in this browser. */
  attempt: string;
}

/**
 * Begins an enrolment; one that needs no confirmation is stored at once.
 *
 * @param back page that asked, for a visitor who must prove first
 */
export async function begin(
  visitor: FactorVisitor,
  factorId: string,
  back?: string,
): Promise<Begun> {
  assertMayChange(visitor, "add-factor", back);
  const { ctx, factors: { enrolled } } = visitor;
  const factor = await addable(visitor, factorId);
  const attempt = await attemptOfSession(ctx, visitor);
  const enrolling = await factor.enrol(makeFactorContext(ctx, enrolled, factor, attempt));
  const state = await sealEnrolling(ctx, attempt, factor, enrolling);
  if (factor.confirm) return { factor, enrolling, state, attempt };
  await store(visitor, factor, await opened(ctx, attempt, factor, state), enrolling.data);
  return { factor, enrolling, attempt };
}

/** Answer that confirms a second factor. */
export interface FactorAnswer {
  /** As `factors.begin` returned it. */
  factor: string;
  /** As `factors.begin` returned it. */
  state: string;
  /** Code that the user typed, or the JSON of a ceremony. */
  answer: string;
}

/** An enrolment whose answer was checked. */
export interface Answered {
  /** The factor. */
  factor: Factor;
  /** `true` when the answer was right, and the enrolment is stored. */
  isRight: boolean;
  /** Id of what the user is doing in this browser. */
  attempt: string;
}

/**
 * Checks the answer that confirms an enrolment, and stores it; the answer is a proof too.
 *
 * @param back page that asked, for a visitor who must prove first
 */
export async function confirm(
  visitor: FactorVisitor,
  { factor: factorId, state, answer }: FactorAnswer,
  back?: string,
): Promise<Answered> {
  assertMayChange(visitor, "add-factor", back);
  const { ctx, factors: { enrolled }, userId } = visitor;
  const factor = await addable(visitor, factorId);
  const attempt = await attemptOfSession(ctx, visitor);
  const found = await opened(ctx, attempt, factor, state);
  const { enrolling } = found;
  const context = makeFactorContext(ctx, enrolled, factor, attempt);
  const data = await limitAnswers(
    ctx,
    enrolled,
    async () => await factor.confirm?.(context, enrolling.data, answer) ?? null,
  );
  if (data !== null) {
    await store(visitor, factor, found, data);
    const at = nowSeconds();
    await moveProof(ctx, { at, methods: [...factor.methods], provider: null }, {});
    return { factor, isRight: true, attempt };
  }
  await audit(ctx, {
    name: "factor.refused",
    reason: "wrong-factor",
    userId,
    factor: factor.id,
  });
  return { factor, isRight: false, attempt };
}

async function addable(visitor: FactorVisitor, factorId: string): Promise<Factor> {
  const { ctx, factors: { enrolled } } = visitor;
  const all = await addableFactors(ctx, ctx.config.factors, enrolled, visitor);
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
  { ctx, factors: { enrolled } }: FactorVisitor,
  factor: Factor,
  { id }: OpenEnrolling,
  data: Json,
): Promise<void> {
  if (!await addFactor(ctx, enrolled.user, { id, factor, data })) {
    throw new ReplayedAnswer("Cannot enrol a factor: this enrolment was stored before");
  }
}

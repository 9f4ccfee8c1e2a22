/**
 * The second factor of a sign-in: the only action that reads a sign-in that waits. With
 * `for=session` in the query, a further proof of the user who is signed in: the URL and not
 * the cookies decides which of the two a page or a form is about.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET`, factors enrolled | the page of one of them; `?factor=` chooses another |
 * | `GET`, none enrolled, one required | the factors that can be enrolled, or the only one of them |
 * | `GET ?step=confirm` | the secret or the ceremony of the enrolment that was begun |
 * | `POST step=leave` | ends the sign-in, and the sign-in page |
 * | `POST step=send` | sends a code |
 * | `POST step=enrol` | begins an enrolment |
 * | `POST step=confirm` | enrols, begins the session, and the page of new recovery codes |
 * | `POST` | checks the answer, and begins the session, or moves the proof of the one there is |
 *
 * Every `POST` answers with a redirect, so that a reload repeats nothing.
 *
 * @module
 */

import type { FactorProps, FactorView, Walk } from "../../../pages/factor/step.ts";
import { InvalidCheck, ReplayedAnswer } from "../../errors.ts";
import { endAttempt, type OpenAttempt, openAttempt, recordsOf } from "./attempt.ts";
import { accountName, makeFactorContext, readEnrolled } from "./context.ts";
import {
  enroll,
  keepEnrolling,
  openEnrolling,
  sealEnrolling,
  type WaitingEnrolling,
  waitingEnrolling,
} from "./enrolling.ts";
import { removeEnrolment } from "./enrolments.ts";
import { addCodes, missingCodes, placeConfirmation } from "./new_codes.ts";
import { type Choice, makeChoice } from "./second_factor_check.ts";
import { isDistinctFactor, mergeMethods } from "../../session/method_kinds.ts";
import { limitAnswers, prove } from "./prove.ts";
import { BEGINNING, confirmingFields, shownEnrolling, shownFactor } from "./shown.ts";
import { attemptOfSession } from "./session_task.ts";
import { provableFactors } from "./provable.ts";
import { moveProof, openStepUp, type StepUp } from "../../core/step_up/step_up.ts";
import { trustDevice } from "./trusted_device.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { csrfToken, requireCsrf, requireWaiting, waitingCsrfToken } from "../../session/csrf.ts";
import { rememberedTarget } from "../../request/callback_url.ts";
import { readField } from "../../request/page.ts";
import { renderPart, signInUrl } from "../../response/render.ts";
import type { Factor } from "../../types/factor.ts";
import type { Enrolled } from "../../types/factor_task.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import type { Begun } from "../../accounts/begin_session.ts";
import { resumeSignIn } from "../../accounts/resume_sign_in.ts";
import { nowSeconds } from "../../base/time.ts";

const page = lazy(async () => (await import("../../../pages/factor/mod.ts")).factorPart);

/** A sign-in or a session for which a user proves a factor, and the factors that count. */
interface Task {
  ctx: Context;
  /** Id to which challenges, codes and forms are bound. */
  id: string;
  userId: string;
  /** `true` for the sign-in that created the user. */
  isSignUp: boolean;
  /** The provider of the first proof. */
  provider: string | null;
  enrolled: Enrolled;
  choice: Choice;
  /** The factor whose codes end an enrolment; `undefined` when there are none to make. */
  codes?: Factor | undefined;
  /** Query of its pages. */
  query: Record<string, string>;
  /** Returns `true` for methods that are a proof here. */
  counts(methods: readonly AuthenticationMethod[]): boolean;
  /** Ends the task, once the factor is proven. */
  end(methods: readonly AuthenticationMethod[]): Promise<Begun>;
}

/** `GET factor` and `POST factor`. */
export const factor: ActionHandlers = {
  async GET(ctx) {
    const task = await readTask(ctx, isOfSession(ctx) ? undefined : await openAttempt(ctx));
    // A page of the history, or a link: there is nothing to prove here.
    if (!task) return { redirect: signInUrl(ctx, rememberedTarget(ctx)) };
    const { factor: id, error, sent } = ctx.request.query;
    const { provable } = task.choice;
    const isWrong = error !== undefined;
    if (provable.length === 0) return await showEnrolment(task, isWrong);
    const chosen = provable.find((one) => one.id === id) ?? provable[0]!;
    // After a wrong code, another try of the same one.
    return await showProof(task, chosen, { isWrong, isSent: isWrong || sent === "1" });
  },

  async POST(ctx) {
    const attempt = await attemptOfForm(ctx);
    const { step } = ctx.request.body ?? {};
    if (step === "leave") return await leave(ctx, attempt);
    const task = await readTask(ctx, attempt);
    if (!task) {
      throw new InvalidCheck(
        "Cannot prove a second factor: no sign-in or session of this browser waits for it",
      );
    }
    if (step === "enrol") return await beginEnrolment(task);
    if (step === "confirm") return await confirmEnrolment(task);
    const chosen = pick(task.choice.provable, ctx);
    if (step === "send") return await send(task, chosen);
    return await finish(task, chosen);
  },
};

function isOfSession({ request }: Context): boolean {
  return request.query.for === "session";
}

/** The sign-in that waits for which a form was drawn; `undefined` for a form about a session. */
async function attemptOfForm(ctx: Context): Promise<OpenAttempt | undefined> {
  if (!isOfSession(ctx)) return await requireWaiting(ctx, openAttempt);
  await requireCsrf(ctx);
}

async function readTask(ctx: Context, attempt: OpenAttempt | undefined): Promise<Task | undefined> {
  return isOfSession(ctx) ? await sessionIn(ctx) : attempt && await waitingIn(ctx, attempt);
}

/** A sign-in that waits. */
async function waitingIn(ctx: Context, attempt: OpenAttempt): Promise<Task> {
  const { user, userId, proof, id, account: { provider, type } } = attempt;
  const enrolled = await readEnrolled(ctx.config, user);
  const factors = factorsOf(ctx);
  const choice = await makeChoice(ctx, factors, enrolled, proof.methods, id);
  const codes = missingCodes(factors, enrolled, proof.methods);
  const counts: Task["counts"] = (methods) => isDistinctFactor(proof.methods, methods);
  const end: Task["end"] = (methods) => endWaiting(ctx, attempt, methods);
  // Users of `authorize` are new to the store, and not to the app.
  const isSignUp = attempt.isNewUser === true && type !== "credentials";
  const of = { ctx, id, userId, isSignUp, provider };
  return { ...of, enrolled, choice, codes, query: {}, counts, end };
}

/** A session whose user must prove again. */
async function sessionIn(ctx: Context): Promise<Task | undefined> {
  const found = await openStepUp(ctx);
  if (!found) return undefined;
  const { stepUp, current } = found;
  const { user, userId, proof: { provider } } = current;
  const id = await attemptOfSession(ctx, current);
  const enrolled = await readEnrolled(ctx.config, user);
  const provable = await provableFactors(ctx, current, enrolled, stepUp);
  if (provable.length === 0) return undefined;
  const choice = { provable, enrollable: [] };
  const counts: Task["counts"] = (methods) => methods.length > 0;
  const end: Task["end"] = (methods) => endStepUpByFactor(ctx, stepUp, methods);
  const of = { ctx, id, userId, isSignUp: false, provider };
  return { ...of, enrolled, choice, query: { for: "session" }, counts, end };
}

/** Ends the sign-in that waits, for a person who is somebody else. */
async function leave(
  ctx: Context,
  attempt: OpenAttempt | undefined,
): Promise<ResponseInternal> {
  if (attempt) await endAttempt(ctx, attempt);
  return { redirect: signInUrl(ctx, rememberedTarget(ctx)) };
}

/** The path exists only with factors. */
function factorsOf({ config }: Context): ResolvedFactors {
  return config.factors!;
}

function pick(factors: readonly Factor[], { request }: Context): Factor {
  const chosen = factors.find(({ id }) => id === request.body?.factor);
  if (chosen) return chosen;
  throw new InvalidCheck("Cannot prove a second factor: the user cannot use this one here");
}

async function send(task: Task, chosen: Factor): Promise<ResponseInternal> {
  const { ctx, id, userId, enrolled } = task;
  if (!chosen.send) throw new InvalidCheck("Cannot send a code: this factor sends none");
  await chosen.send(makeFactorContext(ctx, enrolled, chosen, id));
  await audit(ctx, { name: "mail.sent", userId, factor: chosen.id });
  return { redirect: pageUrl(task, { factor: chosen.id, sent: "1" }) };
}

async function finish(task: Task, chosen: Factor): Promise<ResponseInternal> {
  const { ctx, id, enrolled } = task;
  const methods = await prove(ctx, enrolled, chosen, id, readField(ctx, "answer"));
  // A factor can return other methods than its own.
  if (methods && task.counts(methods)) return { redirect: (await task.end(methods)).redirect };
  await refuse(task, chosen);
  return { redirect: pageUrl(task, { factor: chosen.id, error: "InvalidCode" }) };
}

async function refuse({ ctx, userId, provider }: Task, { id: factor }: Factor): Promise<void> {
  await audit(ctx, {
    name: "signin.refused",
    reason: "wrong-factor",
    userId,
    ...(provider === null ? {} : { provider }),
    factor,
  });
}

async function beginEnrolment(task: Task): Promise<ResponseInternal> {
  const chosen = pick(task.choice.enrollable, task.ctx);
  await begin(task, chosen);
  return { redirect: pageUrl(task, { step: "confirm", factor: chosen.id }) };
}

async function begin({ ctx, id, enrolled }: Task, chosen: Factor): Promise<WaitingEnrolling> {
  const enrolling = await chosen.enrol(makeFactorContext(ctx, enrolled, chosen, id));
  const state = await sealEnrolling(ctx, id, chosen, enrolling);
  await keepEnrolling(ctx, enrolled.user, id, chosen, state);
  return { enrolling, state };
}

/** The enrolment that was begun, else the factors to choose from: a single one is not asked for. */
async function showEnrolment(task: Task, isWrong: boolean): Promise<ResponseInternal> {
  const { ctx, id, enrolled, choice: { enrollable } } = task;
  const { step, factor } = ctx.request.query;
  const only = enrollable.length === 1 ? enrollable[0] : undefined;
  const chosen = only ?? (step === "confirm" && enrollable.find((one) => one.id === factor));
  if (!chosen) return await showChoice(task);
  const waiting = await waitingEnrolling(ctx, enrolled.user, id, chosen) ??
    // A page that is opened sends nothing.
    (only && !only.send ? await begin(task, only) : undefined);
  return waiting ? await showConfirmation(task, chosen, waiting, isWrong) : await showChoice(task);
}

async function confirmEnrolment(task: Task): Promise<ResponseInternal> {
  const { ctx, id, userId, isSignUp, enrolled, choice } = task;
  const chosen = pick(choice.enrollable, ctx);
  const state = readField(ctx, "state");
  const opened = await openEnrolling(ctx, id, chosen, state);
  if (!opened) {
    throw new InvalidCheck("Cannot enrol a factor: the form is too old, or of another user");
  }
  const { enrolling: { data: begun } } = opened;
  const context = makeFactorContext(ctx, enrolled, chosen, id);
  const data = await limitAnswers(
    ctx,
    enrolled,
    async () => await chosen.confirm!(context, begun, readField(ctx, "answer")) ?? null,
  );
  if (data === null) {
    await refuse(task, chosen);
    // Another tab may have begun another one.
    await keepEnrolling(ctx, enrolled.user, id, chosen, state);
    const query = { step: "confirm", factor: chosen.id, error: "InvalidCode" };
    return { redirect: pageUrl(task, query) };
  }
  if (!await enroll(ctx, enrolled.user, { ...opened, factor: chosen, data, isPart: isSignUp })) {
    throw new ReplayedAnswer("Cannot enrol a factor: the user has enrolled one meanwhile");
  }
  try {
    const { redirect, hasSession } = await task.end(chosen.methods);
    if (!task.codes || !hasSession) return { redirect };
    const { steps } = walkOf(task);
    return { redirect: await addCodes(ctx, enrolled, task.codes, { steps, next: redirect }) };
  } catch (error) {
    // The sign-in was ended meanwhile, or its user deleted: what it enrolled must not stay.
    if (error instanceof ReplayedAnswer) {
      await removeEnrolment(recordsOf(ctx.config), userId, opened.id);
    }
    throw error;
  }
}

/** Begins the session; of parallel calls, one does. */
async function endWaiting(
  ctx: Context,
  attempt: OpenAttempt,
  methods: readonly AuthenticationMethod[],
): Promise<Begun> {
  if (!await endAttempt(ctx, attempt)) {
    throw new ReplayedAnswer("Cannot begin a session: this sign-in has ended");
  }
  const at = nowSeconds();
  const proof = { ...attempt.proof, at, methods: mergeMethods(attempt.proof.methods, methods) };
  const begun = await resumeSignIn(ctx, { ...attempt, proof });
  if (begun.hasSession && ctx.request.body?.trust === "1") await trustDevice(ctx, attempt.userId);
  return begun;
}

/** Moves the proof of the session. */
async function endStepUpByFactor(
  ctx: Context,
  stepUp: StepUp,
  methods: readonly AuthenticationMethod[],
): Promise<Begun> {
  const at = nowSeconds();
  const added = { at, methods: [...methods], provider: null };
  if (await moveProof(ctx, added, stepUp)) {
    return { redirect: stepUp.callbackUrl, hasSession: true };
  }
  throw new InvalidCheck("Cannot accept the new proof: the session has ended");
}

function pageUrl({ ctx, query }: Task, params: Record<string, string> = {}): string {
  const { callbackUrl } = ctx.request.query;
  return withQuery(actionUrl(ctx, "factor"), { ...query, ...params, callbackUrl });
}

async function show(task: Task, view: FactorView): Promise<ResponseInternal> {
  const { ctx, enrolled: { user } } = task;
  const isSignedIn = isOfSession(ctx);
  const props: FactorProps = {
    ...view,
    csrfToken: isSignedIn ? await csrfToken(ctx) : await waitingCsrfToken(ctx, task),
    formAction: pageUrl(task),
    account: accountName(user),
    isSignedIn,
  };
  return await renderPart("factor", page, props, ctx.request, ctx.config);
}

async function showProof(
  task: Task,
  chosen: Factor,
  { isWrong, isSent }: { isWrong: boolean; isSent: boolean },
): Promise<ResponseInternal> {
  const { ctx, id, enrolled, choice } = task;
  const context = makeFactorContext(ctx, enrolled, chosen, id);
  return await show(task, {
    step: "prove",
    factor: shownFactor(chosen),
    fields: { factor: chosen.id },
    isWrong,
    isSent,
    trustSeconds: task.query.for === "session" ? undefined : factorsOf(ctx).trustedDevice?.maxAge,
    recoveryText: factorsOf(ctx).recoveryText,
    target: await chosen.target?.(context),
    options: await chosen.options?.(context),
    others: choice.provable
      .filter((one) => one !== chosen)
      .map((one) => ({ ...shownFactor(one), url: pageUrl(task, { factor: one.id }) })),
  });
}

async function showChoice(task: Task): Promise<ResponseInternal> {
  const { choice: { enrollable }, enrolled: { user } } = task;
  const walk = { ...walkOf(task), at: 1 };
  return await show(task, {
    step: "choose",
    factors: enrollable.map(shownFactor),
    fields: BEGINNING,
    walk,
    target: user.email,
  });
}

function walkOf({ choice: { enrollable }, codes }: Task): Walk {
  return placeConfirmation(enrollable.length > 1, codes !== undefined);
}

async function showConfirmation(
  task: Task,
  chosen: Factor,
  { enrolling, state }: WaitingEnrolling,
  isWrong: boolean,
): Promise<ResponseInternal> {
  return await show(task, {
    step: "confirm",
    factor: shownFactor(chosen),
    walk: walkOf(task),
    hasOthers: task.choice.enrollable.length > 1,
    fields: confirmingFields(chosen, state),
    isWrong,
    ...await shownEnrolling(enrolling, task.ctx.request),
    target: task.enrolled.user.email,
  });
}

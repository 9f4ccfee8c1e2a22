/**
 * The second factors of the user who is signed in: list, add, rename, remove.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET` | the list; `?id=` shows one enrolment, `?id=&step=remove` asks before its removal |
 * | `GET ?step=confirm` | the secret or the ceremony of the enrolment that was begun |
 * | `GET ?step=codes` | the codes that were made in this browser |
 * | `POST step=enrol` | begins an enrolment; one that needs no answer is stored |
 * | `POST step=confirm` | enrols, and the page of new recovery codes, or the list |
 * | `POST step=saved` | forgets the codes in this browser, and the page that follows |
 * | `POST step=rename` | renames, and the list |
 * | `POST step=remove` | removes, and the list |
 * | `POST step=cancel-reset` | cancels the reset that waits, and the list |
 *
 * Every `POST` answers with a redirect, so that a reload repeats nothing. Without a session, every request leads to the sign-in page and back. `session/visitor.ts`
 * decides about each change.
 *
 * @module
 */

import type { FactorProps, Walk } from "../../../pages/factor/step.ts";
import type {
  FactorsProps,
  FactorsView,
  ShownEnrolment,
} from "../../../pages/factor/factors_step.ts";
import { InvalidCheck } from "../../errors.ts";
import { begin, confirm, type FactorVisitor, findFactorVisitor } from "./adding.ts";
import { addableFactors, obstacleFor, removeUserFactor, renameUserFactor } from "./change.ts";
import { accountName } from "./context.ts";
import { forgetEnrolling, keepEnrolling, waitingEnrolling } from "./enrolling.ts";
import { findFirstMethods } from "./first_proof.ts";
import {
  addCodes,
  forgetCodes,
  missingCodes,
  type NewCodes,
  placeConfirmation,
  readStoredCodes,
  storeCodes,
} from "./new_codes.ts";
import { attemptOfSession } from "./session_task.ts";
import { isAsked } from "./second_factor_check.ts";
import { cancelReset, pendingReset } from "./reset.ts";
import { BEGINNING, confirmingFields, shownEnrolling, shownFactor } from "./shown.ts";
import { proofUrl } from "../../core/step_up/step_up.ts";
import { assertIsUser, assertMayChange } from "../../session/visitor.ts";
import { cleanName } from "../../base/names.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, readField } from "../../request/page.ts";
import { renderPart, sessionRequired } from "../../response/render.ts";
import type { Enrolment, Factor } from "../../types/factor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";

const parts = lazy(() => import("../../../pages/factor/mod.ts"));

/** Codes of an enrolment that are so few that the user is warned. */
const FEW = 2;

/** The steps of the forms. Those that need a fresh proof ask for it. */
const STEPS: Readonly<Record<string, (visitor: FactorVisitor) => Promise<ResponseInternal>>> = {
  "cancel-reset": cancel,
  "confirm": confirmEnrolment,
  "enrol": beginEnrolment,
  "remove": remove,
  "rename": rename,
  "saved": finishCodes,
};

/** `GET factors` and `POST factors`. */
export const factors: ActionHandlers = {
  async GET(ctx) {
    const visitor = await findFactorVisitor(ctx);
    if (!visitor) return sessionRequired(ctx, listUrl(ctx));
    assertIsUser(visitor);
    const { step, id } = ctx.request.query;
    // In this browser, the codes were shown a moment ago.
    const made = step === "codes" && await readStoredCodes(ctx, visitor.userId);
    if (made) return await showCodes(visitor, made);
    const one = enrolmentIn(visitor, id);
    if (!visitor.isFresh) return await showList(visitor, one);
    return one
      ? await showOne(visitor, one)
      : step === "confirm"
      ? await showConfirmation(visitor)
      : await showList(visitor);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const visitor = await findFactorVisitor(ctx);
    if (!visitor) return sessionRequired(ctx, listUrl(ctx));
    const step = readField(ctx, "step");
    if (Object.hasOwn(STEPS, step)) return await STEPS[step]!(visitor);
    throw new InvalidCheck("Cannot change second factors: there is no such step");
  },
};

/** URL of the list, which keeps the page that asked for a factor. */
function listUrl(ctx: Context, params: Record<string, string | undefined> = {}): string {
  const { callbackUrl } = ctx.request.query;
  return withQuery(actionUrl(ctx, "factors"), { ...params, callbackUrl });
}

/** The page that asked for a factor, else the list. */
function afterAdding(ctx: Context, factor?: string): string {
  const isAsked = ctx.request.query.callbackUrl !== undefined;
  return isAsked ? ctx.callbackUrl : listUrl(ctx, factor ? { done: "added", factor } : {});
}

function enrolmentIn({ factors: { enrolled } }: FactorVisitor, id: unknown): Enrolment | undefined {
  return enrolled.enrolments.find((one) => one.id === id);
}

async function beginEnrolment(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled: { user } } } = visitor;
  // The page of the enrolment that is replaced names it.
  const back = listUrl(ctx, { id: readField(ctx, "id") || undefined });
  const begun = await begin(visitor, readField(ctx, "factor"), back);
  const { factor, enrolling: { codes = [] }, state, attempt } = begun;
  if (state !== undefined) {
    await keepEnrolling(ctx, user, attempt, factor, state);
    return { redirect: listUrl(ctx, { step: "confirm", factor: factor.id }) };
  }
  if (codes.length === 0) return { redirect: afterAdding(ctx, factor.id) };
  return { redirect: await storeCodes(ctx, user.id, { codes, next: afterAdding(ctx) }) };
}

async function confirmEnrolment(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled } } = visitor;
  const { user } = enrolled;
  const state = readField(ctx, "state");
  const answer = { factor: readField(ctx, "factor"), state, answer: readField(ctx, "answer") };
  const { factor, isRight, attempt } = await confirm(visitor, answer, listUrl(ctx));
  if (!isRight) {
    // Another tab may have begun another one.
    await keepEnrolling(ctx, user, attempt, factor, state);
    const query = { step: "confirm", factor: factor.id, error: "InvalidCode" };
    return { redirect: listUrl(ctx, query) };
  }
  await forgetEnrolling(ctx, user, attempt, factor);
  const next = afterAdding(ctx, factor.id);
  const codes = await codesFor(visitor);
  if (!codes) return { redirect: next };
  const { steps } = await makeWalk(visitor, await newFactors(visitor));
  return { redirect: await addCodes(ctx, enrolled, codes, { steps, next }) };
}

/** The factor whose codes end an enrolment; `undefined` when there are none to make. */
async function codesFor({ ctx: { config }, factors: { enrolled }, ...current }: FactorVisitor) {
  return missingCodes(config.factors, enrolled, await findFirstMethods(config, current) ?? []);
}

/** Forgets the codes in this browser, once the user says that they are saved. */
async function finishCodes({ ctx, userId }: FactorVisitor): Promise<ResponseInternal> {
  const made = await readStoredCodes(ctx, userId);
  if (made && readField(ctx, "saved") !== "1") return { redirect: listUrl(ctx, { step: "codes" }) };
  forgetCodes(ctx);
  return { redirect: made?.next ?? listUrl(ctx) };
}

async function rename(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx, userId } = visitor;
  const [id, typed] = [readField(ctx, "id"), readField(ctx, "name")];
  assertMayChange(visitor, "rename-factor", listUrl(ctx, { id, name: typed }));
  const one = enrolmentIn(visitor, id);
  if (!one) return { redirect: listUrl(ctx) };
  const name = cleanName(typed);
  if (name === undefined) {
    return { redirect: listUrl(ctx, { id, name: typed, error: "InvalidName" }) };
  }
  await renameUserFactor(ctx, userId, one.id, name);
  return { redirect: listUrl(ctx, { done: "renamed" }) };
}

async function remove(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled } } = visitor;
  const id = readField(ctx, "id");
  assertMayChange(visitor, "remove-factor", listUrl(ctx, { id, step: "remove" }));
  const obstacle = await removeUserFactor(
    ctx,
    enrolled,
    id,
    async (left) => await obstacleFor(ctx, ctx.config.factors, visitor, left),
  );
  if (obstacle === "required" || obstacle === "locked-out") {
    return { redirect: listUrl(ctx, { id, error: obstacle }) };
  }
  return { redirect: listUrl(ctx, obstacle === null ? { done: "removed" } : {}) };
}

/** It changes nothing, and a user who was attacked must be quick. */
async function cancel(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx, userId } = visitor;
  assertMayChange(visitor, "cancel-factor-reset");
  const isCancelled = await cancelReset(ctx, userId);
  return { redirect: listUrl(ctx, isCancelled ? { done: "reset-cancelled" } : {}) };
}

async function show(
  { ctx, factors: { enrolled: { user } } }: FactorVisitor,
  view: FactorsView,
): Promise<ResponseInternal> {
  const props: FactorsProps = {
    ...view,
    account: accountName(user),
    accountUrl: accountPageUrl(ctx),
    csrfToken: await csrfToken(ctx),
    formAction: listUrl(ctx),
  };
  const load = async () => (await parts()).factorsPart;
  return await renderPart("factors", load, props, ctx.request, ctx.config);
}

/** The factors that can be added, without those that would replace another one. */
async function newFactors(visitor: FactorVisitor): Promise<Factor[]> {
  const { ctx, factors: { enrolled } } = visitor;
  const addable = await addableFactors(ctx, ctx.config.factors, enrolled, visitor);
  return addable.filter(({ id, isSingle }) =>
    !(isSingle && enrolled.enrolments.some((one) => one.factor === id))
  );
}

/** Place of the page that confirms a factor in its set-up. */
async function makeWalk(visitor: FactorVisitor, addable: readonly Factor[]): Promise<Walk> {
  return placeConfirmation(addable.length > 1, await codesFor(visitor) !== undefined);
}

/** @param asked enrolment whose page was asked for, and is shown after the proof */
async function showList(visitor: FactorVisitor, asked?: Enrolment): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled }, isFresh, requirement, userId } = visitor;
  const { factors } = ctx.config;
  const addable = await newFactors(visitor);
  const isProtected = isAsked(factors, enrolled.enrolments);
  const isNeeded = ctx.request.query.callbackUrl !== undefined && !isProtected;
  const { name, step, factor = "" } = ctx.request.query;
  const added = factors.byId.get(factor);
  const back = listUrl(ctx, asked ? { id: asked.id, name, step } : {});
  return await show(visitor, {
    step: "list",
    enrolments: await Promise.all(enrolled.enrolments.map((one) => shown(visitor, one))),
    addable: addable.map(shownFactor),
    fields: BEGINNING,
    walk: { ...await makeWalk(visitor, addable), at: 1 },
    proofUrl: isFresh ? undefined : await proofUrl(ctx, requirement, back),
    isProtected,
    done: ctx.request.query.done ?? (isNeeded ? "needed" : undefined),
    added: added && shownFactor(added),
    resetAt: await pendingReset(ctx.config, userId) ?? undefined,
  });
}

async function showOne(visitor: FactorVisitor, one: Enrolment): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled } } = visitor;
  const addable = await addableFactors(ctx, ctx.config.factors, enrolled, visitor);
  const canReplace = addable.some(({ id, isSingle }) => id === one.factor && isSingle);
  // The text that the user typed before the proof, or that is not valid.
  const { name: typed, error, step } = ctx.request.query;
  const enrolment = await shown(visitor, one);
  return await show(visitor, {
    step: "one",
    asks: step === "remove",
    enrolment,
    canReplace,
    removeUrl: withQuery(enrolment.url, { step: "remove" }),
    typed,
    error,
    listed: listUrl(ctx),
  });
}

async function shown({ ctx }: FactorVisitor, one: Enrolment): Promise<ShownEnrolment> {
  const { id, factor: factorId, name, createdAt, usedAt } = one;
  const known = ctx.config.factors.byId.get(factorId);
  const left = known?.left?.(one);
  return {
    id,
    name: name ?? undefined,
    label: await known?.label?.(one),
    factor: known ? shownFactor(known) : { id: factorId, name: factorId, isTyped: false },
    createdAt,
    usedAt: usedAt ?? undefined,
    left,
    hasFewLeft: left !== undefined && left <= FEW,
    url: listUrl(ctx, { id }),
  };
}

/** The page of the enrolment that was begun, as at a sign-in, with forms that post here. */
async function showConfirmation(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled: { user } } } = visitor;
  const { factor: id, error } = ctx.request.query;
  const factor = ctx.config.factors.byId.get(id ?? "");
  const waiting = factor &&
    await waitingEnrolling(ctx, user, await attemptOfSession(ctx, visitor), factor);
  if (!waiting) return await showList(visitor);
  const { enrolling, state } = waiting;
  const addable = await newFactors(visitor);
  const props: FactorProps = {
    step: "confirm",
    factor: shownFactor(factor),
    walk: await makeWalk(visitor, addable),
    hasOthers: addable.length > 1,
    fields: confirmingFields(factor, state),
    isWrong: error !== undefined,
    ...await shownEnrolling(enrolling, ctx.request),
    target: user.email,
    isSignedIn: true,
    csrfToken: await csrfToken(ctx),
    formAction: listUrl(ctx),
  };
  const load = async () => (await parts()).factorPart;
  return await renderPart("factor", load, props, ctx.request, ctx.config);
}

async function showCodes(
  visitor: FactorVisitor,
  { codes, steps = 1, madeAt }: NewCodes & { madeAt: Date },
): Promise<ResponseInternal> {
  return await show(visitor, {
    step: "codes",
    codes,
    walk: { at: steps, steps },
    madeAt,
    fields: { step: "saved" },
  });
}

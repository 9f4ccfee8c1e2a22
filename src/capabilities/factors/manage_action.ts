/**
 * The second factors of the user who is signed in: list, add, rename, remove.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET` | the list; `?id=` shows one enrolment |
 * | `POST step=enrol` | the secret, the ceremony or the codes of a new enrolment |
 * | `POST step=confirm` | enrols, and the list |
 * | `POST step=rename` | renames, and the list |
 * | `POST step=remove` | removes, and the list |
 * | `POST step=cancel-reset` | cancels the reset that waits, and the list |
 *
 * Without a session, every request leads to the sign-in page and back. `session/visitor.ts`
 * decides about each change.
 *
 * @module
 */

import type { FactorProps } from "../../../pages/factor/props.ts";
import type {
  FactorsProps,
  FactorsView,
  ShownEnrolment,
} from "../../../pages/factor/factors_props.ts";
import { InvalidCheck } from "../../errors.ts";
import { begin, confirm, type FactorVisitor, factorVisitorOf } from "./adding.ts";
import {
  addableFactors,
  obstacleFor,
  type RefusalReason,
  removeFactorOf,
  renameFactorOf,
} from "./change.ts";
import { isAsked } from "./second_factor_check.ts";
import { cancelReset, pendingReset } from "./reset.ts";
import { proofUrl } from "../../core/step_up/step_up.ts";
import { assertIsUser, assertMayChange } from "../../session/visitor.ts";
import { cleanName } from "../../hooks/names.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { csrfToken, requireCsrf } from "../../request/csrf.ts";
import { fieldOf } from "../../request/page.ts";
import { renderPart, signInUrl } from "../../response/render.ts";
import type { Enrolling, Enrolment, Factor } from "../../types/factor.ts";
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
};

/** `GET factors` and `POST factors`. */
export const factors: ActionHandlers = {
  async GET(ctx) {
    const visitor = await factorVisitorOf(ctx);
    if (!visitor) return { redirect: signInUrl(ctx, listUrl(ctx)) };
    assertIsUser(visitor);
    const one = enrolmentIn(visitor, ctx.request.query.id);
    return one && visitor.isFresh ? await showOne(visitor, one) : await showList(visitor, one);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const visitor = await factorVisitorOf(ctx);
    if (!visitor) return { redirect: signInUrl(ctx, listUrl(ctx)) };
    const step = fieldOf(ctx, "step");
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
function afterAdding(ctx: Context): ResponseInternal {
  const isAsked = ctx.request.query.callbackUrl !== undefined;
  return { redirect: isAsked ? ctx.callbackUrl : listUrl(ctx, { done: "added" }) };
}

function enrolmentIn({ factors: { enrolled } }: FactorVisitor, id: unknown): Enrolment | undefined {
  return enrolled.enrolments.find((one) => one.id === id);
}

async function beginEnrolment(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx } = visitor;
  // The page of the enrolment that is replaced names it.
  const back = listUrl(ctx, { id: fieldOf(ctx, "id") || undefined });
  const { factor, enrolling, state } = await begin(visitor, fieldOf(ctx, "factor"), back);
  if (state !== undefined) {
    return await showConfirmation(visitor, { factor, enrolling, state, isWrong: false });
  }
  const { codes = [] } = enrolling;
  return codes.length > 0 ? await show(visitor, { step: "codes", codes }) : afterAdding(ctx);
}

async function confirmEnrolment(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx } = visitor;
  const state = fieldOf(ctx, "state");
  const answer = { factor: fieldOf(ctx, "factor"), state, answer: fieldOf(ctx, "answer") };
  const { factor, enrolling, isRight } = await confirm(visitor, answer, listUrl(ctx));
  return isRight
    ? afterAdding(ctx)
    : await showConfirmation(visitor, { factor, enrolling, state, isWrong: true });
}

async function rename(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx, userId } = visitor;
  const [id, typed] = [fieldOf(ctx, "id"), fieldOf(ctx, "name")];
  assertMayChange(visitor, "rename-factor", listUrl(ctx, { id, name: typed }));
  const one = enrolmentIn(visitor, id);
  if (!one) return { redirect: listUrl(ctx) };
  const name = cleanName(typed);
  if (name === undefined) return await showOne(visitor, one, { isNameInvalid: true });
  await renameFactorOf(ctx, userId, one.id, name);
  return { redirect: listUrl(ctx, { done: "renamed" }) };
}

async function remove(visitor: FactorVisitor): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled } } = visitor;
  const id = fieldOf(ctx, "id");
  assertMayChange(visitor, "remove-factor", listUrl(ctx, { id }));
  const obstacle = await removeFactorOf(
    ctx,
    enrolled,
    id,
    async (left) => await obstacleFor(ctx, ctx.config.factors, visitor, left),
  );
  if (obstacle === "required" || obstacle === "locked-out") {
    return await showOne(visitor, enrolmentIn(visitor, id)!, { obstacle });
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

async function show({ ctx }: FactorVisitor, view: FactorsView): Promise<ResponseInternal> {
  const props: FactorsProps = {
    ...view,
    csrfToken: await csrfToken(ctx),
    formAction: listUrl(ctx),
  };
  const load = async () => (await parts()).factorsPart;
  return await renderPart("factors", load, props, ctx.request, ctx.config);
}

/** @param asked enrolment whose page was asked for, and is shown after the proof */
async function showList(visitor: FactorVisitor, asked?: Enrolment): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled }, isFresh, requirement, userId } = visitor;
  const { factors } = ctx.config;
  const addable = await addableFactors(ctx, factors, enrolled, visitor);
  const isNew = (factor: Factor) =>
    !(factor.isSingle && enrolled.enrolments.some((one) => one.factor === factor.id));
  const isProtected = isAsked(factors, enrolled.enrolments);
  const isNeeded = ctx.request.query.callbackUrl !== undefined && !isProtected;
  const back = listUrl(ctx, asked ? { id: asked.id, name: ctx.request.query.name } : {});
  return await show(visitor, {
    step: "list",
    enrolments: enrolled.enrolments.map((one) => shown(visitor, one)),
    addable: addable.filter(isNew),
    proofUrl: isFresh ? undefined : await proofUrl(ctx, requirement, back),
    isProtected,
    done: ctx.request.query.done ?? (isNeeded ? "needed" : undefined),
    resetAt: await pendingReset(ctx.config, userId) ?? undefined,
  });
}

async function showOne(
  visitor: FactorVisitor,
  one: Enrolment,
  { obstacle, isNameInvalid = false }: { obstacle?: RefusalReason; isNameInvalid?: boolean } = {},
): Promise<ResponseInternal> {
  const { ctx, factors: { enrolled } } = visitor;
  const addable = await addableFactors(ctx, ctx.config.factors, enrolled, visitor);
  const canReplace = addable.some(({ id, isSingle }) => id === one.factor && isSingle);
  // The text that the user typed before the proof.
  const typed = ctx.request.query.name;
  const enrolment = { ...shown(visitor, one), ...typed === undefined ? {} : { name: typed } };
  const listed = listUrl(ctx);
  return await show(visitor, {
    step: "one",
    enrolment,
    canReplace,
    obstacle,
    isNameInvalid,
    listed,
  });
}

function shown({ ctx }: FactorVisitor, one: Enrolment): ShownEnrolment {
  const { id, factor: factorId, name, createdAt, usedAt } = one;
  const known = ctx.config.factors.byId.get(factorId);
  const left = known?.left?.(one);
  return {
    id,
    name: name ?? undefined,
    factor: known ?? { id: factorId, name: factorId, isTyped: false },
    createdAt,
    usedAt: usedAt ?? undefined,
    left,
    hasFewLeft: left !== undefined && left <= FEW,
    url: listUrl(ctx, { id }),
  };
}

/** The page of the second factor of a sign-in, with forms that post here. */
async function showConfirmation(
  { ctx, factors: { enrolled } }: FactorVisitor,
  { factor, enrolling, state, isWrong }: {
    factor: Factor;
    enrolling: Enrolling;
    state: string;
    isWrong: boolean;
  },
): Promise<ResponseInternal> {
  const { secret, uri, options } = enrolling;
  const target = enrolled.user.email;
  const props: FactorProps = {
    step: "confirm",
    factor,
    state,
    isWrong,
    secret,
    uri,
    options,
    target,
    csrfToken: await csrfToken(ctx),
    formAction: listUrl(ctx),
  };
  const load = async () => (await parts()).factorPart;
  return await renderPart("factor", load, props, ctx.request, ctx.config);
}

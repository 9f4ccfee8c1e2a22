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
 * Without a session, every request leads to the sign-in page and back. Every change except
 * the last one needs a fresh proof.
 *
 * @module
 */

import type { FactorProps } from "../../pages/factor/props.ts";
import type {
  FactorsProps,
  FactorsView,
  ShownEnrolment,
} from "../../pages/factor/factors_props.ts";
import { InvalidCheck } from "../errors.ts";
import { begin, confirm, isFresh, type Visit, visitOf } from "./adding.ts";
import {
  addableFactors,
  type Obstacle,
  obstacleFor,
  removeFactorOf,
  renameFactorOf,
  requirementOf,
} from "./change.ts";
import { isAsked } from "./gate.ts";
import { cancelReset, pendingReset } from "./reset.ts";
import { proofUrl } from "./step_up.ts";
import { cleanName } from "../hooks/names.ts";
import { actionUrl, withQuery } from "../http/url.ts";
import { lazy } from "../lazy.ts";
import { csrfToken, requireCsrf } from "../request/csrf.ts";
import { fieldOf } from "../request/page.ts";
import { renderPart, signInUrl } from "../response/render.ts";
import type { Enrolling, Enrolment, Factor } from "../types/factor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../types/internal.ts";

const parts = lazy(() => import("../../pages/factor/mod.ts"));

/** Codes of an enrolment that are so few that the user is warned. */
const FEW = 2;

/** `GET factors` and `POST factors`. */
export const factors: ActionHandlers = {
  async GET(ctx) {
    const visit = await visitOf(ctx);
    if (!visit) return { redirect: signInUrl(ctx, listUrl(ctx)) };
    const one = enrolmentIn(visit, ctx.request.query.id);
    return one && isFresh(visit) ? await showOne(visit, one) : await showList(visit);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const visit = await visitOf(ctx);
    if (!visit) return { redirect: signInUrl(ctx, listUrl(ctx)) };
    const { step } = ctx.request.body ?? {};
    // It changes nothing, and a user who was attacked must be quick.
    if (step === "cancel-reset") return await cancel(visit);
    if (!isFresh(visit)) return { redirect: await proofUrlFor(visit) };
    switch (step) {
      case "enrol":
        return await beginEnrolment(visit);
      case "confirm":
        return await confirmEnrolment(visit);
      case "rename":
        return await rename(visit);
      case "remove":
        return await remove(visit);
      default:
        throw new InvalidCheck("Cannot change second factors: there is no such step");
    }
  },
};

/** URL at which the user proves again who it is, and which leads back here. */
async function proofUrlFor({ ctx, factors, enrolled }: Visit): Promise<string> {
  return await proofUrl(ctx, requirementOf(factors, enrolled), listUrl(ctx));
}

function listUrl(ctx: Context, params: Record<string, string> = {}): string {
  return withQuery(actionUrl(ctx, "factors"), params);
}

function enrolmentIn({ enrolled }: Visit, id: unknown): Enrolment | undefined {
  return enrolled.enrolments.find((one) => one.id === id);
}

async function beginEnrolment(visit: Visit): Promise<ResponseInternal> {
  const { factor, enrolling, state } = await begin(visit, fieldOf(visit.ctx, "factor"));
  if (state !== undefined) {
    return await showConfirmation(visit, { factor, enrolling, state, isWrong: false });
  }
  const { codes = [] } = enrolling;
  return codes.length > 0
    ? await show(visit, { step: "codes", codes })
    : { redirect: listUrl(visit.ctx, { done: "added" }) };
}

async function confirmEnrolment(visit: Visit): Promise<ResponseInternal> {
  const [id, state, answer] = ["factor", "state", "answer"].map((name) => fieldOf(visit.ctx, name));
  const { factor, enrolling, isRight } = await confirm(visit, id!, state!, answer!);
  return isRight
    ? { redirect: listUrl(visit.ctx, { done: "added" }) }
    : await showConfirmation(visit, { factor, enrolling, state: state!, isWrong: true });
}

async function rename(visit: Visit): Promise<ResponseInternal> {
  const { ctx, current } = visit;
  const one = enrolmentIn(visit, fieldOf(visit.ctx, "id"));
  if (!one) return { redirect: listUrl(ctx) };
  const name = cleanName(fieldOf(visit.ctx, "name"));
  if (name === undefined) return await showOne(visit, one, { isNameInvalid: true });
  await renameFactorOf(ctx, current.userId, one.id, name);
  return { redirect: listUrl(ctx, { done: "renamed" }) };
}

async function remove(visit: Visit): Promise<ResponseInternal> {
  const { ctx, factors, current, enrolled } = visit;
  const id = fieldOf(visit.ctx, "id");
  const obstacle = await removeFactorOf(
    ctx,
    enrolled,
    id,
    async (left) => await obstacleFor(ctx, factors, current, left),
  );
  if (obstacle === "required" || obstacle === "locked-out") {
    return await showOne(visit, enrolmentIn(visit, id)!, { obstacle });
  }
  return { redirect: listUrl(ctx, obstacle === null ? { done: "removed" } : {}) };
}

async function cancel({ ctx, current }: Visit): Promise<ResponseInternal> {
  const isCancelled = await cancelReset(ctx, current.userId);
  return { redirect: listUrl(ctx, isCancelled ? { done: "reset-cancelled" } : {}) };
}

async function show({ ctx }: Visit, view: FactorsView): Promise<ResponseInternal> {
  const props: FactorsProps = {
    ...view,
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, "factors"),
  };
  const load = async () => (await parts()).factorsPart;
  return await renderPart("factors", load, props, ctx.request, ctx.config);
}

async function showList(visit: Visit): Promise<ResponseInternal> {
  const { ctx, factors, enrolled, current } = visit;
  const { byId } = factors;
  const addable = await addableFactors(ctx, factors, enrolled, current);
  const isNew = (factor: Factor) =>
    !(factor.isSingle && enrolled.enrolments.some((one) => one.factor === factor.id));
  return await show(visit, {
    step: "list",
    enrolments: enrolled.enrolments.map((one) => shown(visit, one)),
    addable: addable.filter(isNew),
    proofUrl: isFresh(visit) ? undefined : await proofUrlFor(visit),
    isProtected: isAsked({ byId }, enrolled.enrolments),
    done: ctx.request.query.done,
    resetAt: await pendingReset(ctx.config, current.userId) ?? undefined,
  });
}

async function showOne(
  visit: Visit,
  one: Enrolment,
  { obstacle, isNameInvalid = false }: { obstacle?: Obstacle; isNameInvalid?: boolean } = {},
): Promise<ResponseInternal> {
  const { ctx, factors, enrolled, current } = visit;
  const addable = await addableFactors(ctx, factors, enrolled, current);
  const canReplace = addable.some(({ id, isSingle }) => id === one.factor && isSingle);
  const enrolment = shown(visit, one);
  const listed = listUrl(ctx);
  return await show(visit, { step: "one", enrolment, canReplace, obstacle, isNameInvalid, listed });
}

function shown({ ctx, factors }: Visit, one: Enrolment): ShownEnrolment {
  const { id, factor: factorId, name, createdAt, usedAt } = one;
  const known = factors.byId.get(factorId);
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
  { ctx, enrolled }: Visit,
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
    formAction: actionUrl(ctx, "factors"),
  };
  const load = async () => (await parts()).factorPart;
  return await renderPart("factor", load, props, ctx.request, ctx.config);
}

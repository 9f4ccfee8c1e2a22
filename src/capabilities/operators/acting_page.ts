/**
 * The pages on which an operator begins to act for a user, and stops.
 *
 * @module
 */

import { AccessDenied, AuthError } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { namedTarget } from "../../request/callback_url.ts";
import { browserToken } from "../../request/csrf.ts";
import { readField } from "../../request/page.ts";
import { answerMissing } from "../../response/failure.ts";
import { renderPart } from "../../response/render.ts";
import { openSealed } from "../../session/acting.ts";
import { csrfToken } from "../../session/csrf.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { ActingProps } from "../../../pages/acting/step.ts";
import { begin, end } from "./acting.ts";
import { findUser, STOP } from "./acting_banner.ts";
import { type Operator, requireOperator } from "./require_operator.ts";
import { formIn, isNoOperator, operatorIn, userUrl } from "./page_context.ts";

const page = lazy(() => import("../../../pages/acting/mod.ts"));

/** Most characters of a reason. */
const MAX_REASON = 200;

/** One line: no control characters, and no separators of lines. */
const REASON = /^[^\p{Cc}\u2028\u2029]+$/u;

/** `operators/users/{id}/act`: the form with the reason, and its answer. */
export const startPage: ActionHandlers = {
  async GET(ctx) {
    const asked = await ask(ctx);
    return "ok" in asked ? await show(ctx, startProps(ctx, asked)) : asked.answer;
  },
  async POST(ctx) {
    const missing = await formIn(ctx);
    if (missing) return missing;
    const asked = await ask(ctx);
    if (!("ok" in asked)) return asked.answer;
    const typed = readField(ctx, "reason");
    const reason = readReason(typed);
    if (reason === undefined) {
      if (ctx.request.skipsCsrf) {
        throw new AuthError(
          `Cannot act for a user: \`reason\` must have 1 to ${MAX_REASON} characters on one line`,
          { cause: { field: "reason" } },
        );
      }
      const props = { ...startProps(ctx, asked), reason: typed.slice(0, MAX_REASON) };
      return { ...await show(ctx, { ...props, isWrong: true }), status: 400 };
    }
    if (!asked.users[0]!.email && !ctx.request.skipsCsrf) {
      return { ...await show(ctx, startProps(ctx, asked)), status: 409 };
    }
    await begin(ctx, asked, reason);
    return { redirect: ctx.callbackUrl };
  },
};

/** `operators/stop`: the way back. */
export const stopPage: ActionHandlers = {
  async GET(ctx) {
    const sealed = await openSealed(ctx);
    if (!sealed) {
      return await isNoOperator(ctx) ? await answerMissing(ctx) : { redirect: ctx.callbackUrl };
    }
    const user = await findUser(ctx, sealed);
    return await show(ctx, {
      step: user ? "stop" : "over",
      formAction: actionUrl(ctx, STOP),
      // Where nobody can tell whether the session is live, its form names no visitor.
      csrfToken: await csrfToken(ctx).catch(() => browserToken(ctx)),
      fields: fieldsOf(ctx),
      ...user ? { user: nameOf(user) } : {},
    });
  },
  async POST(ctx) {
    const sealed = await openSealed(ctx);
    // It ends what it finds, and changes nothing: in an acting browser the visitor need not be named.
    const missing = await formIn(ctx, sealed !== null);
    if (missing) return missing;
    if (!ctx.request.skipsCsrf && await isNoOperator(ctx)) return await answerMissing(ctx);
    const session = await end(ctx);
    const isNamed = session === null || namedTarget(ctx.request) !== undefined;
    return { redirect: isNamed ? ctx.callbackUrl : userUrl(ctx, session.userId) };
  },
};

/** The reason in a field; `undefined` for none. Its length is compared first. */
function readReason(typed: string): string | undefined {
  if (typed.length > 4 * MAX_REASON) return undefined;
  const reason = typed.trim();
  return [...reason].length <= MAX_REASON && REASON.test(reason) ? reason : undefined;
}

/**
 * The operator; where there is none, the answer.
 *
 * @throws {AccessDenied} for a call of the app
 */
async function ask(ctx: Context): Promise<Operator | { answer: ResponseInternal }> {
  const { id = "" } = ctx.request.params ?? {};
  const back = withQuery(`${userUrl(ctx, id)}/act`, fieldsOf(ctx));
  if (!ctx.request.skipsCsrf) return await operatorIn(ctx, "act-for", back, [id]);
  const operator = await requireOperator(ctx, "act-for", { userIds: [id], back });
  if (operator.ok) return operator;
  throw new AccessDenied(`Cannot act for a user: ${operator.reason}`);
}

function startProps(ctx: Context, { users: [user] }: Operator): ActingProps {
  const { id = "" } = ctx.request.params ?? {};
  return {
    step: "start",
    formAction: `${userUrl(ctx, id)}/act`,
    fields: fieldsOf(ctx),
    user: nameOf(user!),
    maxLength: MAX_REASON,
    ...user!.email ? {} : { isUnreachable: true },
    cancelUrl: userUrl(ctx, id),
  };
}

function nameOf({ name, email, id }: Pick<AdapterUser, "id"> & Partial<AdapterUser>): string {
  return name ?? email ?? id;
}

/** The target that the request names, which its form repeats. */
function fieldsOf(ctx: Context): Record<string, string> {
  return namedTarget(ctx.request) === undefined ? {} : { callbackUrl: ctx.callbackUrl };
}

async function show(ctx: Context, props: ActingProps): Promise<ResponseInternal> {
  const { request, config } = ctx;
  const load = async () => (await page()).actingPart;
  const shown = { ...props, csrfToken: props.csrfToken ?? await csrfToken(ctx) };
  return await renderPart("acting", load, shown, request, config);
}

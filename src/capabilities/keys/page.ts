/**
 * The page of the API keys of a user: the list, the form for a new key, and the question before a
 * change.
 *
 * @module
 */

import { loadPart } from "../../hooks/topics.ts";
import { lazy } from "../../base/lazy.ts";
import { AccessDenied, InvalidCheck } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, readField } from "../../request/page.ts";
import { sessionRequired } from "../../response/render.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { assertMayChange, findVisitor } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { KeyFault } from "../../../pages/keys/step.ts";
import {
  answerRefusal,
  ask,
  EMPTY,
  type KeyPageContext,
  makeForm,
  makeOnce,
  type Query,
  show,
  showMade,
  toShown,
  type Typed,
  typedIn,
} from "./page_parts.ts";
import { makeKeysCall } from "./settings.ts";
import { OVERLAP } from "./stored.ts";
import { createUserKey, revokeUserKey, rotateUserKey, userKeys } from "./user_keys.ts";

const pages = lazy(() => import("../../../pages/keys/mod.ts"));

/** A change that a form asks for. */
type Step = (context: KeyPageContext, id: string) => Promise<ResponseInternal>;

const STEPS: Readonly<Record<string, Step>> = {
  create,
  revoke,
  rotate,
};

/** `GET keys` and `POST keys`. */
export const keysPage: ActionHandlers = {
  async GET(ctx) {
    const { step, id = "" } = ctx.request.query;
    const back = keysUrl(ctx, { step, id: id || undefined });
    const context = await findPageContext(ctx);
    if (!context) return sessionRequired(ctx, back);
    if (step === "rotate" || step === "revoke") {
      const keys = await userKeys(context.call, context.visitor.userId);
      return await ask(context, step, id, keys, (fault) => showList(context, EMPTY, fault));
    }
    return await showList(context, EMPTY);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (!Object.hasOwn(STEPS, step)) {
      throw new InvalidCheck("Cannot change the keys: there is no such step");
    }
    const id = readField(ctx, "id");
    const context = await findPageContext(ctx);
    if (!context) return sessionRequired(ctx, keysUrl(ctx));
    return await STEPS[step]!(context, id);
  },
};

/** The visitor of a request; `undefined` without a live session. */
async function findPageContext(ctx: Context): Promise<KeyPageContext | undefined> {
  const visitor = await liveVisitor(ctx);
  if (visitor) {
    const may = !visitor.actsForAnother;
    const page = {
      name: "keys",
      load: async () => (await pages()).keysPart as never,
      url: (query?: Query) => keysUrl(ctx, query),
      props: {},
      may: { rotate: may, revoke: may },
    };
    return { ctx, visitor, call: makeKeysCall(ctx.config, ctx.request), page };
  }
  const other = await findVisitor(ctx);
  if (other && !other.stored) {
    throw new AccessDenied("Cannot show keys: the user is not in the store");
  }
  return undefined;
}

function keysUrl(ctx: Context, query: Query = {}): string {
  return withQuery(actionUrl(ctx, "keys"), query);
}

async function create(context: KeyPageContext): Promise<ResponseInternal> {
  const { ctx, visitor, call } = context;
  const typed = typedIn(ctx);
  const back = keysUrl(ctx);
  assertMayChange(visitor, "create-key", back);
  return await makeOnce(
    context,
    typed,
    (options) => createUserKey(call, visitor.userId, options, { visitor, back }),
    (fault) => showList(context, typed, fault),
  );
}

async function rotate(context: KeyPageContext, id: string): Promise<ResponseInternal> {
  const { ctx, visitor, call } = context;
  const back = keysUrl(ctx, { step: "rotate", id });
  assertMayChange(visitor, "rotate-key", back);
  const made = await rotateUserKey(call, visitor.userId, id, OVERLAP, { visitor, back });
  return made.ok
    ? await showMade(context, made)
    : await answerRefusal(made, (fault) => showList(context, EMPTY, fault));
}

async function revoke(context: KeyPageContext, id: string): Promise<ResponseInternal> {
  const { ctx, visitor, call } = context;
  assertMayChange(visitor, "revoke-key", keysUrl(ctx, { step: "revoke", id }));
  return await revokeUserKey(call, visitor.userId, id)
    ? { redirect: keysUrl(ctx, { done: "revoked" }) }
    : await showList(context, EMPTY, { reason: "unknown" });
}

async function showList(
  context: KeyPageContext,
  typed: Typed,
  fault?: KeyFault,
): Promise<ResponseInternal> {
  const { ctx, visitor, call, page } = context;
  const keys = await userKeys(call, visitor.userId);
  const accountUrl = accountPageUrl(ctx);
  return await show(context, "list", {
    keys: keys.map((key) => toShown(context, key)),
    ...visitor.actsForAnother ? {} : { create: makeForm(call, typed, await offeredTo(context)) },
    ...accountUrl === undefined ? {} : { accountUrl },
  }, { view: page.url(), fault });
}

/** The scopes that a user has outside of organizations. */
async function offeredTo({ ctx, visitor, call }: KeyPageContext): Promise<readonly string[]> {
  const own = await (await loadPart(ctx.config, "permissions"))?.permissionsOf(visitor.userId) ??
    "all";
  return call.settings.scopes.filter((one) => own === "all" || own.has(one));
}

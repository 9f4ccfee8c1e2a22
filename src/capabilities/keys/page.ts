/**
 * The page of the API keys of a user: the list, the form for a new key, and the question before a
 * change.
 *
 * @module
 */

import { partOf } from "../../hooks/topics.ts";
import { lazy } from "../../base/lazy.ts";
import { AccessDenied, InvalidCheck } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, fieldOf } from "../../request/page.ts";
import { sessionRequiredUrl } from "../../response/render.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { assertMayChange, visitorOf } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { KeyFault } from "../../../pages/keys/step.ts";
import {
  answerRefusal,
  ask,
  EMPTY,
  formOf,
  type KeyVisit,
  makeOnce,
  type Query,
  queryOf,
  show,
  showMade,
  toShown,
  type Typed,
  typedIn,
  typedInQuery,
} from "./page_parts.ts";
import { scopeIn } from "./settings.ts";
import { OVERLAP } from "./stored.ts";
import { createUserKey, revokeUserKey, rotateUserKey, userKeys } from "./user_keys.ts";

const pages = lazy(() => import("../../../pages/keys/mod.ts"));

/** A change that a form asks for. */
type Step = (visit: KeyVisit, id: string) => Promise<ResponseInternal>;

const STEPS: Readonly<Record<string, Step>> = {
  create,
  revoke,
  rotate,
};

/** `GET keys` and `POST keys`. */
export const keysPage: ActionHandlers = {
  async GET(ctx) {
    const { step, id = "" } = ctx.request.query;
    const typed = typedInQuery(ctx.request.query);
    const back = keysUrl(ctx, { step, id: id || undefined, ...queryOf(typed) });
    const visit = await visitIn(ctx);
    if (!visit) return { redirect: sessionRequiredUrl(ctx, back) };
    if (step === "rotate" || step === "revoke") {
      const keys = await userKeys(visit.scope, visit.visitor.userId);
      return await ask(visit, step, id, keys, (fault) => showList(visit, EMPTY, fault));
    }
    return await showList(visit, typed);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = fieldOf(ctx, "step");
    if (!Object.hasOwn(STEPS, step)) {
      throw new InvalidCheck("Cannot change the keys: there is no such step");
    }
    const id = fieldOf(ctx, "id");
    const visit = await visitIn(ctx);
    if (!visit) return { redirect: sessionRequiredUrl(ctx, keysUrl(ctx)) };
    return await STEPS[step]!(visit, id);
  },
};

/** The visitor of a request; `undefined` without a live session. */
async function visitIn(ctx: Context): Promise<KeyVisit | undefined> {
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
    return { ctx, visitor, scope: scopeIn(ctx.config, ctx.request), page };
  }
  const other = await visitorOf(ctx);
  if (other && !other.stored) {
    throw new AccessDenied("Cannot show keys: the user is not in the store");
  }
  return undefined;
}

function keysUrl(ctx: Context, query: Query = {}): string {
  return withQuery(actionUrl(ctx, "keys"), query);
}

async function create(visit: KeyVisit): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  const typed = typedIn(ctx);
  const back = keysUrl(ctx, queryOf(typed));
  assertMayChange(visitor, "create-key", back);
  return await makeOnce(
    visit,
    typed,
    (options) => createUserKey(scope, visitor.userId, options, { visitor, back }),
    (fault) => showList(visit, typed, fault),
  );
}

async function rotate(visit: KeyVisit, id: string): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  const back = keysUrl(ctx, { step: "rotate", id });
  assertMayChange(visitor, "rotate-key", back);
  const made = await rotateUserKey(scope, visitor.userId, id, OVERLAP, { visitor, back });
  return made.ok
    ? await showMade(visit, made)
    : await answerRefusal(made, (fault) => showList(visit, EMPTY, fault));
}

async function revoke(visit: KeyVisit, id: string): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  assertMayChange(visitor, "revoke-key", keysUrl(ctx, { step: "revoke", id }));
  return await revokeUserKey(scope, visitor.userId, id)
    ? { redirect: keysUrl(ctx, { done: "revoked" }) }
    : await showList(visit, EMPTY, { reason: "unknown" });
}

async function showList(
  visit: KeyVisit,
  typed: Typed,
  fault?: KeyFault,
): Promise<ResponseInternal> {
  const { ctx, visitor, scope, page } = visit;
  const keys = await userKeys(scope, visitor.userId);
  const accountUrl = accountPageUrl(ctx);
  return await show(visit, "list", {
    keys: keys.map((key) => toShown(visit, key)),
    ...visitor.actsForAnother ? {} : { create: formOf(scope, typed, await offeredTo(visit)) },
    ...accountUrl === undefined ? {} : { accountUrl },
  }, { view: page.url(queryOf(typed)), fault });
}

/** The scopes that a user has outside of organizations. */
async function offeredTo({ ctx, visitor, scope }: KeyVisit): Promise<readonly string[]> {
  const own = await (await partOf(ctx.config, "permissions"))?.permissionsOf(visitor.userId) ??
    "all";
  return scope.settings.scopes.filter((one) => own === "all" || own.has(one));
}

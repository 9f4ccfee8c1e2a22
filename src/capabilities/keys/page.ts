/**
 * The page of the API keys of a user: the list, the form for a new key, and the question before a
 * change.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/random.ts";
import { changePage } from "../../core/step_up/change_page.ts";
import { AccessDenied, AuthError, InvalidCheck } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { usedMarks } from "../../records/used.ts";
import { csrfToken, requireCsrf } from "../../request/csrf.ts";
import { accountPageUrl, fieldOf } from "../../request/page.ts";
import { renderPart, sessionRequiredUrl } from "../../response/render.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { assertMayChange, type Visitor, visitorOf } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type {
  KeyFault,
  KeyPageProps,
  KeyProps,
  ShownKey,
  TypedKey,
} from "../../types/steps/keys.ts";
import { type Scope, scopeIn } from "./settings.ts";
import { OVERLAP } from "./stored.ts";
import type { ApiKey, KeyRefusalReason, NewApiKey } from "./typed.ts";
import { createUserKey, revokeUserKey, rotateUserKey, userKeys } from "./user_keys.ts";

const pages = lazy(() => import("../../../pages/keys/mod.ts"));

const DAY = 24 * 60 * 60;

/** Most days that the form takes. */
const MOST_DAYS = 3650;

/** Milliseconds for which a form that made a key makes no other one. */
const ONCE_MS = DAY * 1000;

/** Beginning of the names of checkboxes. */
const SCOPE = "scope.";

interface Visit {
  ctx: Context;
  visitor: Visitor;
  scope: Scope;
}

/** A change that a form asks for. */
type Step = (visit: Visit, id: string) => Promise<ResponseInternal>;

const STEPS: Readonly<Record<string, Step>> = {
  create,
  revoke,
  rotate,
};

/** `GET keys` and `POST keys`. */
export const keysPage: ActionHandlers = {
  async GET(ctx) {
    const { step, id = "", name = "", scopes = "", days } = ctx.request.query;
    const typed = { name, scopes: scopes.split(" ").filter(Boolean), days };
    const back = keysUrl(ctx, { step, id: id || undefined, ...queryOf(typed) });
    const visit = await visitIn(ctx);
    if (!visit) return { redirect: sessionRequiredUrl(ctx, back) };
    if (step === "rotate" || step === "revoke") return await ask(visit, step, id);
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
async function visitIn(ctx: Context): Promise<Visit | undefined> {
  const visitor = await liveVisitor(ctx);
  if (visitor) return { ctx, visitor, scope: scopeIn(ctx.config, ctx.request) };
  const other = await visitorOf(ctx);
  if (other && !other.stored) {
    throw new AccessDenied("Cannot show keys: the user is not in the store");
  }
  return undefined;
}

function keysUrl(ctx: Context, query: Record<string, string | undefined> = {}): string {
  return withQuery(actionUrl(ctx, "keys"), query);
}

/** The fields of the form, for a URL. */
function queryOf(
  { name, scopes, days }: { name: string; scopes: readonly string[]; days: string | undefined },
): Record<string, string | undefined> {
  return { name: name || undefined, scopes: scopes.join(" ") || undefined, days };
}

async function create(visit: Visit): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  const typed = { name: fieldOf(ctx, "name"), scopes: scopesIn(ctx), days: fieldOf(ctx, "days") };
  assertMayChange(visitor, "create-key", keysUrl(ctx, queryOf(typed)));
  const { userId, proof } = visitor;
  const options = {
    name: typed.name,
    scopes: scope.settings.scopes.length > 0 ? typed.scopes : "all" as const,
    expiresIn: secondsOf(typed.days),
  };
  const form = await formIdOf(userId, fieldOf(ctx, "once"));
  if (!await isFirst(scope, form)) return { redirect: keysUrl(ctx, { done: "made" }) };
  try {
    const made = await createUserKey(scope, userId, options, { proof });
    if (made.ok) return await showMade(visit, made);
    await forgetForm(scope, form);
    return await showList(visit, typed, faultOf(made.reason));
  } catch (error) {
    await forgetForm(scope, form);
    const { field } = error instanceof AuthError ? (error.cause ?? {}) as { field?: unknown } : {};
    if (typeof field !== "string") throw error;
    return await showList(visit, typed, { field });
  }
}

/** The scopes that were chosen: a checkbox each, or one text as in OAuth. */
function scopesIn(ctx: Context): string[] {
  const boxes = Object.keys(ctx.request.body ?? {}).filter((name) => name.startsWith(SCOPE));
  const listed = fieldOf(ctx, "scopes").split(" ").filter(Boolean);
  return [...new Set([...boxes.map((name) => name.slice(SCOPE.length)), ...listed])];
}

/** Seconds of a number of days; the check of a new key refuses `NaN`. */
function secondsOf(days: string): number {
  const number = /^\d{1,4}$/.test(days) ? Number(days) : NaN;
  return number <= MOST_DAYS ? number * DAY : NaN;
}

/** Names a form: a reload of the page with the new key posts it again. */
async function formIdOf(userId: string, once: string): Promise<string | undefined> {
  if (!/^[\w-]{22}$/.test(once)) return undefined;
  return await sha256Base64url(JSON.stringify(["form of a key", userId, once]));
}

/** Returns `false` for a form that has made a key already. */
async function isFirst({ records }: Scope, form: string | undefined): Promise<boolean> {
  if (form === undefined) return true;
  const expires = new Date(Date.now() + ONCE_MS);
  return await usedMarks.add(records, form, { expires, data: null });
}

/** A form that made no key may be sent again. */
async function forgetForm({ records }: Scope, form: string | undefined): Promise<void> {
  if (form !== undefined) await usedMarks.take(records, form);
}

async function rotate(visit: Visit, id: string): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  assertMayChange(visitor, "rotate-key", keysUrl(ctx, { step: "rotate", id }));
  const made = await rotateUserKey(scope, visitor.userId, id, OVERLAP);
  return made.ok
    ? await showMade(visit, made)
    : await showList(visit, undefined, faultOf(made.reason));
}

async function revoke(visit: Visit, id: string): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  assertMayChange(visitor, "revoke-key", keysUrl(ctx, { step: "revoke", id }));
  return await revokeUserKey(scope, visitor.userId, id)
    ? { redirect: keysUrl(ctx, { done: "revoked" }) }
    : await showList(visit, undefined, { reason: "unknown" });
}

function faultOf(reason: KeyRefusalReason): KeyFault {
  const isShown = reason === "rotated" || reason === "too-many" || reason === "unknown";
  return { reason: isShown ? reason : "forbidden" };
}

/**
 * Shows a key that was made just now. The answer to the form has it: a redirect would need a place
 * for the key until then, and the URL, a cookie and the store are none. So a reload asks the browser
 * to post the form again, which shows the list.
 */
async function showMade(visit: Visit, { secret, key }: NewApiKey): Promise<ResponseInternal> {
  const props = { ...await commonProps(visit), step: "made" as const };
  return await show(visit, { ...props, secret, key: toShown(visit, key) });
}

async function showList(
  visit: Visit,
  { name, scopes, days }: { name: string; scopes: readonly string[]; days?: string | undefined } = {
    name: "",
    scopes: [],
  },
  fault?: KeyFault,
): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  const { settings } = scope;
  const typed: TypedKey = { name, scopes, days: days ?? defaultDays(settings.maxAge) };
  const keys = await userKeys(scope, visitor.userId);
  const accountUrl = accountPageUrl(ctx);
  return await show(visit, {
    ...await commonProps(visit, keysUrl(ctx, queryOf({ name, scopes, days })), fault),
    step: "list",
    keys: keys.map((key) => toShown(visit, key)),
    ...visitor.actsForAnother
      ? {}
      : { create: { ...typed, offered: await offeredTo(visit), once: randomBase64url(16) } },
    ...accountUrl === undefined ? {} : { accountUrl },
  });
}

function defaultDays(maxAge: number): string {
  return String(Math.min(MOST_DAYS, Math.max(1, Math.round(maxAge / DAY))));
}

/** The scopes that a user has outside of organizations. */
async function offeredTo({ ctx, visitor, scope }: Visit): Promise<readonly string[]> {
  const own = await ctx.config.hooks.permissionsOf?.(visitor.userId) ?? "all";
  return scope.settings.scopes.filter((one) => own === "all" || own.has(one));
}

/** Asks before a change. */
async function ask(
  visit: Visit,
  step: "rotate" | "revoke",
  id: string,
): Promise<ResponseInternal> {
  const { ctx, visitor, scope } = visit;
  const found = (await userKeys(scope, visitor.userId)).find((key) => key.id === id);
  if (!found || visitor.actsForAnother) {
    return await showList(visit, undefined, { reason: found ? "forbidden" : "unknown" });
  }
  if (step === "rotate" && found.isRotated) {
    return await showList(visit, undefined, { reason: "rotated" });
  }
  const end = Date.now() + OVERLAP * 1000;
  return await show(visit, {
    ...await commonProps(visit, keysUrl(ctx, { step, id })),
    step,
    key: toShown(visit, found),
    until: new Date(Math.min(end, found.expires?.valueOf() ?? end)),
  });
}

function toShown(
  { ctx, visitor: { actsForAnother } }: Visit,
  { id, hint, name, scopes, createdAt, lastUsedAt, expires, isRotated }: ApiKey,
): ShownKey {
  const urlOf = (step: string) => actsForAnother ? undefined : keysUrl(ctx, { step, id });
  const urls = { rotate: isRotated ? undefined : urlOf("rotate"), revoke: urlOf("revoke") };
  return { id, hint, name, scopes, createdAt, lastUsedAt, expires, isRotated, urls };
}

/**
 * @param view URL of the view, where it makes a change that needs a fresh proof
 */
async function commonProps(
  { ctx, visitor }: Visit,
  view?: string,
  fault?: KeyFault,
): Promise<KeyPageProps> {
  return { formAction: keysUrl(ctx), fault, ...await changePage(ctx, visitor, view) };
}

async function show({ ctx }: Visit, props: KeyProps): Promise<ResponseInternal> {
  const load = async () => (await pages()).keysPart as never;
  const all = { ...props, csrfToken: await csrfToken(ctx) };
  return await renderPart<object>("keys", load, all, ctx.request, ctx.config);
}

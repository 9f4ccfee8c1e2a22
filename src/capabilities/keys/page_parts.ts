/**
 * The parts of the pages of API keys that are the same for every owner: what was typed, the form
 * that makes one key, and the views.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { changePage } from "../../core/step_up/change_page.ts";
import { AuthError } from "../../errors.ts";
import { usedMarks } from "../../records/used.ts";
import { csrfToken } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { renderPart } from "../../response/render.ts";
import type { Visitor } from "../../session/visitor.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type {
  KeyFault,
  KeyForm,
  KeyPageProps,
  KeyQuestion,
  ShownKey,
} from "../../../pages/keys/step.ts";
import { hashParts } from "../../base/hashed.ts";
import { msFromNow, nowMs } from "../../base/time.ts";
import type { KeysCall } from "./settings.ts";
import { OVERLAP } from "./stored.ts";
import type { ApiKey, ApiKeyOptions, KeyRefusal, NewApiKey } from "./typed.ts";

const DAY = 24 * 60 * 60;

/** Most days that the form takes. */
const MOST_DAYS = 3650;

/** Milliseconds for which a form that made a key makes no other one. */
const ONCE_MS = DAY * 1000;

/** Beginning of the names of checkboxes. */
const SCOPE = "scope.";

/** Beginning of the names of checkboxes that stand for several scopes. */
const GROUP = "scopes.";

/** A query of a page; members without a value are left out. */
export type Query = Record<string, string | undefined>;

/** Content of the form for a new key. */
export interface Typed {
  /** Name. */
  readonly name: string;
  /** Scopes that are chosen. */
  readonly scopes: readonly string[];
  /** Days for which it is to be valid; absent before something was typed. */
  readonly days?: string | undefined;
}

/** The form before something was typed. */
export const EMPTY: Typed = { name: "", scopes: [] };

/** A visitor on a page of keys. */
export interface KeyPageContext {
  /** The request. */
  readonly ctx: Context;
  /** The visitor. */
  readonly visitor: Visitor;
  /** The config and the store, for functions that read and change keys. */
  readonly call: KeysCall;
  /** The page. */
  readonly page: KeyPage;
}

/** The page of the keys of an owner. */
export interface KeyPage {
  /** Name of the page, for programs that draw it themselves. */
  readonly name: string;
  /** Loads the page. */
  load(): Promise<never>;
  /** URL of the page. */
  url(query?: Query): string;
  /** Members that all its steps have, in addition to those of every page of keys. */
  readonly props: object;
  /** The changes that the visitor may make. */
  readonly may: Readonly<Record<"rotate" | "revoke", boolean>>;
}

/** The form in the body. */
export function typedIn(ctx: Context): Typed {
  return { name: readField(ctx, "name"), scopes: scopesIn(ctx), days: readField(ctx, "days") };
}

/** The scopes that were chosen: a checkbox each, one for several, or one text as in OAuth. */
function scopesIn(ctx: Context): string[] {
  const names = Object.keys(ctx.request.body ?? {});
  const boxes = names.filter((name) => name.startsWith(SCOPE));
  const lists = ["scopes", ...names.filter((name) => name.startsWith(GROUP))];
  const listed = lists.flatMap((name) => readField(ctx, name).split(" ").filter(Boolean));
  return [...new Set([...boxes.map((name) => name.slice(SCOPE.length)), ...listed])];
}

/**
 * Scopes as functions take them: an app without scopes has keys for whatever their owners may do, and
 * those of an organization with what a capability brings.
 */
export function chosen({ settings }: KeysCall, { scopes }: Typed): readonly string[] | "all" {
  return settings.scopes.length > 0 || scopes.length > 0 ? scopes : "all";
}

/** Seconds of a number of days; the check of a new key refuses `NaN`. */
function secondsOf(days: string): number {
  const number = /^\d{1,4}$/.test(days) ? Number(days) : NaN;
  return number <= MOST_DAYS ? number * DAY : NaN;
}

/**
 * Makes the key that a form asks for, and shows it. A form makes one key, however often it is sent.
 *
 * @param make makes the key
 * @param again shows the form again, with its fault
 */
export async function makeOnce(
  context: KeyPageContext,
  typed: Typed,
  make: (options: ApiKeyOptions) => Promise<NewApiKey | KeyRefusal>,
  again: (fault: KeyFault) => Promise<ResponseInternal>,
): Promise<ResponseInternal> {
  const { ctx, visitor, call, page } = context;
  const form = await makeFormId(visitor.userId, readField(ctx, "once"));
  if (!await isFirst(call, form)) return { redirect: page.url({ done: "made" }) };
  let isMade = false;
  try {
    return await orFault(async () => {
      const expiresIn = secondsOf(typed.days ?? "");
      const result = await make({ name: typed.name, scopes: chosen(call, typed), expiresIn });
      isMade = result.ok;
      return result.ok ? await showMade(context, result) : await answerRefusal(result, again);
    }, again);
  } finally {
    if (!isMade) await forgetForm(call, form);
  }
}

/** Runs a change; shows the form again for something that was typed wrong. */
export async function orFault(
  run: () => Promise<ResponseInternal>,
  again: (fault: KeyFault) => Promise<ResponseInternal>,
): Promise<ResponseInternal> {
  try {
    return await run();
  } catch (error) {
    const { field } = error instanceof AuthError ? (error.cause ?? {}) as { field?: unknown } : {};
    if (typeof field !== "string") throw error;
    return await again({ field });
  }
}

/** Answers a refusal: leads to where the user can do what is missing, or says it on the page. */
export async function answerRefusal(
  { reason, location }: Pick<KeyRefusal, "reason" | "location">,
  again: (fault: KeyFault) => Promise<ResponseInternal>,
): Promise<ResponseInternal> {
  if (location !== undefined) return { redirect: location };
  const isShown = reason === "rotated" || reason === "too-many" || reason === "unknown";
  return await again({ reason: isShown ? reason : "forbidden" });
}

/** Names a form: a reload of the page with the new key posts it again. */
async function makeFormId(userId: string, once: string): Promise<string | undefined> {
  if (!/^[\w-]{22}$/.test(once)) return undefined;
  return await hashParts("form of a key", [userId, once]);
}

/** Returns `false` for a form that has made a key already. */
async function isFirst({ records }: KeysCall, form: string | undefined): Promise<boolean> {
  if (form === undefined) return true;
  const expires = msFromNow(ONCE_MS);
  return await usedMarks.add(records, form, { expires, data: null });
}

/** A form that made no key may be sent again. */
async function forgetForm({ records }: KeysCall, form: string | undefined): Promise<void> {
  if (form !== undefined) await usedMarks.take(records, form);
}

/**
 * Shows a key that was made just now. The answer to the form has it: a redirect would need a place
 * for the key until then, and the URL, a cookie and the store are none. So a reload asks the browser
 * to post the form again, which shows the list.
 */
export async function showMade(
  context: KeyPageContext,
  { secret, key }: NewApiKey,
): Promise<ResponseInternal> {
  return await show(context, "made", { secret, key: toShown(context, key) });
}

/** The form for a new key. */
export function makeForm(
  { settings }: KeysCall,
  typed: Typed,
  offered: readonly string[],
): KeyForm {
  const { name, scopes, days = defaultDays(settings.maxAge) } = typed;
  return { name, scopes, days, offered, once: randomBase64url(16) };
}

function defaultDays(maxAge: number): string {
  return String(Math.min(MOST_DAYS, Math.max(1, Math.round(maxAge / DAY))));
}

/**
 * Asks before a change of a key.
 *
 * @param keys the keys of the owner
 * @param refuse shows the list, with the reason why nothing can be changed
 */
export async function ask(
  context: KeyPageContext,
  step: KeyQuestion["step"],
  id: string,
  keys: readonly ApiKey[],
  refuse: (fault: KeyFault) => Promise<ResponseInternal>,
): Promise<ResponseInternal> {
  const { page } = context;
  const found = keys.find((key) => key.id === id);
  if (!found || !page.may[step]) return await refuse({ reason: found ? "forbidden" : "unknown" });
  if (step === "rotate" && found.isRotated) return await refuse({ reason: "rotated" });
  const end = nowMs() + OVERLAP * 1000;
  const until = new Date(Math.min(end, found.expires?.valueOf() ?? end));
  const view = page.url({ step, id });
  return await show(context, step, { key: toShown(context, found), until }, { view });
}

/** A key, for the page. */
export function toShown(
  { page }: KeyPageContext,
  { id, hint, name, scopes, createdAt, lastUsedAt, expires, isRotated }: ApiKey,
): ShownKey {
  const urlOf = (step: "rotate" | "revoke") => page.may[step] ? page.url({ step, id }) : undefined;
  const urls = { rotate: isRotated ? undefined : urlOf("rotate"), revoke: urlOf("revoke") };
  return { id, hint, name, scopes, createdAt, lastUsedAt, expires, isRotated, urls };
}

/** Answers with a step of the page. */
export async function show(
  { ctx, visitor, page }: KeyPageContext,
  step: string,
  props: object,
  { view, fault }: {
    /** URL of the view, where it makes a change that needs a fresh proof. */
    view?: string;
    /** The fault of the form. */
    fault?: KeyFault | undefined;
  } = {},
): Promise<ResponseInternal> {
  const common: KeyPageProps = {
    formAction: page.url(),
    fault,
    ...await changePage(ctx, visitor, view),
    csrfToken: await csrfToken(ctx),
  };
  const all = { ...common, ...page.props, step, ...props };
  return await renderPart<object>(page.name, page.load, all, ctx.request, ctx.config);
}

/**
 * The common parts of the pages of operators: who asks, the frame, and the answers to refusals.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { displayName } from "../../base/names.ts";
import { shownAddress } from "../../base/shown_address.ts";
import type { StoreCaller, WithStore } from "../../accounts/manage.ts";
import type { AccountInfo } from "../../accounts/user_facts.ts";
import { AuthError } from "../../errors.ts";
import { findProvider } from "../../hooks/providers.ts";
import { withLabel } from "../../mail/notify_user.ts";
import { hasPath } from "../../http/paths.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import { textsIn } from "../../base/language.ts";
import { countRead } from "../../limits/request.ts";
import { ownerOf } from "../../records/owner.ts";
import { accountPageUrl } from "../../request/page.ts";
import { answerMissing } from "../../response/failure.ts";
import { renderPart, sessionRequired } from "../../response/render.ts";
import { asTooMany } from "../../response/respond.ts";
import { openSealed } from "../../session/acting.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import type { Context, ResolvedConfig, ResponseInternal } from "../../types/internal.ts";
import { operatorEnglish } from "../../../pages/operators/english.ts";
import type { PageShell } from "../../../pages/organizations/step.ts";
import type {
  OperatorFault,
  OperatorProps,
  ShownOperatorItem,
} from "../../../pages/operators/step.ts";
import type { OperatorAction } from "./actions.ts";
import { type Operator, type OperatorRefusal, requireOperator } from "./require_operator.ts";

const pages = lazy(() => import("../../../pages/operators/view.tsx"));

/** Parameters of a URL. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Users of a page of the list, entries of one of the log, and webhooks of one. */
export const PAGE_SIZE = 25;

/** URL of the list. */
export function listUrl(ctx: Context, query: Query = {}): string {
  return withQuery(actionUrl(ctx, "operators"), query);
}

/** URL of the page of a user. */
export function userUrl(ctx: Context, id: string, query: Query = {}): string {
  return withQuery(actionUrl(ctx, `operators/users/${encodeURIComponent(id)}`), query);
}

/** URL of the audit log. */
export function logUrl(ctx: Context, query: Query = {}): string {
  return withQuery(actionUrl(ctx, "operators/log"), query);
}

/** URL of the webhooks. */
export function webhooksUrl(ctx: Context, query: Query = {}): string {
  return withQuery(actionUrl(ctx, "operators/webhooks"), query);
}

/**
 * The operator whom a request comes from.
 *
 * @param back URL to which the operator comes back from a sign-in or a proof
 * @returns the answer, for all other visitors
 */
export async function operatorIn(
  ctx: Context,
  action: OperatorAction,
  back: string,
  userIds: readonly string[] = [],
): Promise<Operator | { answer: ResponseInternal }> {
  const operator = await requireOperator(ctx, action, { userIds, back });
  if (!operator.ok) return { answer: await answerRefusal(ctx, operator, back) };
  // The posts of an address are counted before.
  if (ctx.request.method === "POST") return operator;
  const wait = await countRead(ctx.config, operator.visitor);
  return wait === undefined ? operator : { answer: await answerTooMany(ctx, wait) };
}

async function answerTooMany(ctx: Context, wait: number): Promise<ResponseInternal> {
  const props = { step: "refused", reason: "too-many", backUrl: listUrl(ctx) } as const;
  return asTooMany(await show(ctx, props), wait);
}

/**
 * Compares the token of a form. A visitor who must not learn that there is such a path learns nothing
 * from a form without one.
 *
 * @param mayBePlain as of `requireCsrf`
 * @returns the answer, for such a visitor
 * @throws as `requireCsrf`, for all others
 */
export async function formIn(
  ctx: Context,
  mayBePlain?: boolean,
): Promise<ResponseInternal | undefined> {
  try {
    await requireCsrf(ctx, mayBePlain);
  } catch (error) {
    if (await isNoOperator(ctx)) return await answerMissing(ctx);
    throw error;
  }
}

/**
 * Returns `true` for a visitor who must not learn that there are pages of operators. An operator who acts
 * for a user in this browser knows it.
 */
export async function isNoOperator(ctx: Context): Promise<boolean> {
  if (await openSealed(ctx)) return false;
  const operator = await requireOperator(ctx, "list-users");
  return !operator.ok && operator.reason === "no-operator" && operator.location === undefined;
}

async function answerRefusal(
  ctx: Context,
  { reason, location }: OperatorRefusal,
  back: string,
): Promise<ResponseInternal> {
  if (reason === "signed-out") return sessionRequired(ctx, back);
  if (reason === "no-operator") {
    return location === undefined ? await answerMissing(ctx) : { redirect: location };
  }
  const page = await show(ctx, { step: "refused", reason, backUrl: listUrl(ctx) });
  return { ...page, status: reason === "no-user" ? 404 : 403 };
}

/** Answers with a page, and the status of a refusal. */
export async function show(
  ctx: Context,
  props: OperatorProps,
  status?: number,
): Promise<ResponseInternal> {
  const load = async () => (await pages()).operatorPart;
  const all = { ...props, csrfToken: await csrfToken(ctx) };
  const answer = await renderPart("operators", load, all, ctx.request, ctx.config);
  return status === undefined || answer.redirect !== undefined ? answer : { ...answer, status };
}

/** Members of the props that pages of several cards have. */
export function commonProps(
  ctx: Context,
  operator: Operator,
  formAction: string,
  fault?: OperatorFault,
): { formAction: string; done: string | undefined; fault?: OperatorFault; shell: PageShell } {
  const { done } = ctx.request.query;
  return { formAction, done, ...fault ? { fault } : {}, shell: makeShell(ctx, operator) };
}

/** Who is signed in, and the pages that the operator can see. */
function makeShell(ctx: Context, { visitor: { user, userId }, may }: Operator): PageShell {
  const { config } = ctx;
  const words = textsIn(
    operatorEnglish,
    makeWording(config, ctx.request),
    ({ operators }) => operators,
  );
  const accountUrl = accountPageUrl(ctx);
  const has = (path: string) => hasPath(config.enabledPaths, path);
  return {
    account: displayName(user.name) ?? (user.email ? shownAddress(user.email) : userId),
    ...accountUrl === undefined ? {} : { accountUrl },
    signOutAction: actionUrl(ctx, "signout"),
    links: [
      ...may("list-users") ? [{ url: listUrl(ctx), label: words.title }] : [],
      ...may("read-log") && has("operators/log")
        ? [{ url: logUrl(ctx), label: words.log.title }]
        : [],
      ...may("read-webhooks") && has("operators/webhooks")
        ? [{ url: webhooksUrl(ctx), label: words.webhooks.title }]
        : [],
    ],
  };
}

/** Accounts at providers, with the names that people know. */
export async function nameAccounts(
  { config }: Context,
  accounts: readonly (Pick<AccountInfo, "provider" | "providerAccountId"> & Partial<AccountInfo>)[],
): Promise<ShownOperatorItem[]> {
  return await Promise.all(accounts.map(async ({ provider, providerAccountId, label }) => ({
    name: withLabel((await findProvider(config, provider))?.name ?? provider, label),
    text: providerAccountId,
  })));
}

/** The field that was typed wrong; `undefined` for any other failure. */
export function fieldIn(error: unknown): string | undefined {
  const { field } = error instanceof AuthError ? (error.cause ?? {}) as { field?: unknown } : {};
  return typeof field === "string" ? field : undefined;
}

/** The call of an operator's change, without the request. */
export function makeCaller(
  { config, request }: Pick<Context, "config" | "request">,
  { visitor: { userId } }: Operator,
  note?: string,
): StoreCaller & { readonly config: ResolvedConfig & WithStore } {
  return {
    // The check of the config demands a store.
    config: config as WithStore,
    site: request.origin,
    operator: { id: ownerOf(userId), note },
  };
}

/**
 * The page of apps with access: the list, and the question before the access of one ends.
 *
 * @module
 */

import { loadPart } from "../../hooks/topics.ts";
import { lazy } from "../../base/lazy.ts";
import { changePage } from "../../core/step_up/change_page.ts";
import { AccessDenied, InvalidCheck } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, readField } from "../../request/page.ts";
import { renderPart, sessionRequired } from "../../response/render.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { assertMayChange, findVisitor, type Visitor } from "../../session/visitor.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { AppsPageProps, AppsProps, ShownGrant } from "../../../pages/oauth_server/step.ts";
import type { Grant } from "./grants.ts";
import { isHost } from "./no_host.ts";
import { atIssuer } from "./at_issuer.ts";
import type { OAuthCall } from "./settings.ts";
import { shownAccess, shownName } from "./shown.ts";
import { endUserGrant, listUserGrants } from "./user_grants.ts";

const pages = lazy(() => import("../../../pages/oauth_server/mod.ts"));

interface AppsPageContext {
  ctx: Context;
  call: OAuthCall;
  visitor: Visitor;
}

/** `GET apps` and `POST apps`. */
export const appsPage = atIssuer({
  GET: async (ctx, call) => {
    const { step, id = "" } = ctx.request.query;
    const visitor = await visitorIn(ctx);
    const back = appsUrl(ctx, step === "end" ? { step, id } : {});
    if (!visitor) return sessionRequired(ctx, back);
    const context = { ctx, call, visitor };
    return step === "end" ? await ask(context, id) : await showList(context);
  },

  POST: async (ctx, call) => {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    const visitor = await visitorIn(ctx);
    if (!visitor) return sessionRequired(ctx, appsUrl(ctx));
    if (step === "end") return await end({ ctx, call, visitor }, readField(ctx, "id"));
    throw new InvalidCheck("Cannot change the access of apps: there is no such step");
  },
});

/** The visitor of a request; `undefined` without a live session. */
async function visitorIn(ctx: Context): Promise<Visitor | undefined> {
  const visitor = await liveVisitor(ctx);
  if (visitor) return visitor;
  const other = await findVisitor(ctx);
  if (other && !other.stored) {
    throw new AccessDenied("Cannot show apps with access: the user is not in the store");
  }
  return undefined;
}

function appsUrl(ctx: Context, query: Record<string, string> = {}): string {
  return withQuery(actionUrl(ctx, "apps"), query);
}

async function end(context: AppsPageContext, id: string): Promise<ResponseInternal> {
  const { ctx, call: { config }, visitor } = context;
  const returnTo = appsUrl(ctx, { step: "end", id });
  assertMayChange(visitor, "end-app", returnTo);
  return await endUserGrant({ config, request: ctx.request }, visitor.userId, id)
    ? { redirect: appsUrl(ctx, { done: "ended" }) }
    : await showList(context, true);
}

async function showList(context: AppsPageContext, isUnknown = false): Promise<ResponseInternal> {
  const { ctx } = context;
  const accountUrl = accountPageUrl(ctx);
  return await show(context, {
    ...await commonProps(context),
    step: "list",
    apps: await shownGrants(context),
    ...isUnknown ? { isUnknown } : {},
    ...accountUrl === undefined ? {} : { accountUrl },
  });
}

/** Asks before the end. */
async function ask(context: AppsPageContext, id: string): Promise<ResponseInternal> {
  const app = (await shownGrants(context)).find((one) => one.id === id);
  if (!app || context.visitor.actsForAnother) return await showList(context, !app);
  const view = appsUrl(context.ctx, { step: "end", id });
  return await show(context, { ...await commonProps(context, view), step: "end", app });
}

async function shownGrants({ ctx, call, visitor }: AppsPageContext): Promise<ShownGrant[]> {
  const { config, settings } = call;
  const { userId, proof, actsForAnother } = visitor;
  const grants = await listUserGrants({ config }, userId);
  const isNamed = grants.some(({ data }) => data.organization !== null);
  const members = isNamed ? await loadPart(config, "members") : undefined;
  const found = await members?.listOfUser({ config }, userId, proof) ?? [];
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return grants.map((grant) => {
    const shown = toShown(settings, grant, names);
    return actsForAnother
      ? shown
      : { ...shown, endUrl: appsUrl(ctx, { step: "end", id: grant.id }) };
  });
}

function toShown(
  settings: OAuthCall["settings"],
  { id, data }: Grant,
  names: ReadonlyMap<string, string>,
): ShownGrant {
  const { organization, lastUsedAt } = data;
  // A scheme of an app ends with a colon.
  const targets = Object.keys(data.byHost).filter(isHost).map((host) => host.replace(/:$/, ""));
  return {
    id,
    client: shownName(data.clientName, targets[0] ?? data.client),
    targets,
    access: shownAccess(settings, data.targets),
    organization: organization === null ? null : names.get(organization) ?? organization,
    createdAt: new Date(data.createdAt),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
  };
}

async function commonProps(
  { ctx, visitor }: AppsPageContext,
  view?: string,
): Promise<AppsPageProps> {
  return {
    formAction: appsUrl(ctx),
    csrfToken: await csrfToken(ctx),
    ...await changePage(ctx, visitor, view),
  };
}

async function show({ ctx }: AppsPageContext, props: AppsProps): Promise<ResponseInternal> {
  const load = async () => (await pages()).appsPart;
  return await renderPart<AppsProps>("apps", load, props, ctx.request, ctx.config);
}

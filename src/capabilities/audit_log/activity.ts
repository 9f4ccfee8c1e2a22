/**
 * The pages of the log: what happened in an organization, for its owners, and to an account, for its
 * person. They show names and no ids, and of people outside of the organization no address.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { describeDevice } from "../../base/device.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { AccessDenied } from "../../errors.ts";
import { loadPart } from "../../hooks/topics.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { countRead } from "../../limits/request.ts";
import { accountPageUrl } from "../../request/page.ts";
import { renderPart, sessionRequired } from "../../response/render.ts";
import { asTooMany } from "../../response/respond.ts";
import { csrfToken } from "../../session/csrf.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { findVisitor } from "../../session/visitor.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { ActivityPerson, ActivityProps, ShownActivity } from "../../../pages/activity/step.ts";
import { kindOf, SHOWN } from "./activity_kinds.ts";
import { isCursor } from "./kinds.ts";
import { hiddenIn, MOST_COMPARED, readPage } from "./read.ts";
import { auditConfig } from "./settings.ts";
import { flush } from "./write.ts";
import type { AuditPage, AuditPageOptions, AuditQuery, StoredAuditEntry } from "./typed.ts";

const part = lazy(async () => (await import("../../../pages/activity/view.tsx")).activityPart);

// An app without organizations loads none of their code.
const ofOrganizations = lazy(() => import("../organizations/page_context.ts"));
const frames = lazy(() => import("../organizations/page_frame.ts"));
const reading = lazy(() => import("./of_organization.ts"));
const kinds = lazy(() => import("../organizations/kinds.ts"));
const people = lazy(() => import("../organizations/person.ts"));

/** Entries of a page. */
const LIMIT = 50;

/** Pages that "Previous page" leads back through, one by one; the one before them is the first. */
const MOST_BACK = 20;

/** Most characters of the places of pages. */
const MOST_PLACES = 4000;

/** `GET organization/{slug}/activity`, for owners. */
export const organizationActivity: ActionHandlers = {
  async GET(ctx) {
    const { answerRefusal, forbidden, memberIn, organizationUrl, slugIn } = await ofOrganizations();
    const { makeShell } = await frames();
    const url = (slug: string) => organizationUrl(ctx, slug, {}, "/activity");
    const context = await memberIn(ctx, url(slugIn(ctx)));
    if ("answer" in context) return context.answer;
    const { membership, config, call } = context;
    const { organization } = membership;
    if (membership.role !== "owner") return await answerRefusal(ctx, forbidden(), organization);
    const wait = await countRead(ctx.config, context.visitor);
    const frame = {
      step: "organization" as const,
      formAction: url(organization.slug),
      organization: { name: organization.name },
    };
    if (wait !== undefined) {
      return await showTooMany(ctx, { ...frame, shell: await makeShell(context) }, wait);
    }
    const places = placesIn(ctx);
    const { listOfOrganization } = await reading();
    const page = await listOfOrganization(
      config,
      membership,
      (organizationId) => listForVisitor(config, { organizationId, ...query(places) }),
    );
    // The role was taken away in this moment.
    if (!page.ok) return await answerRefusal(ctx, forbidden(), organization);
    const { memberships } = await kinds();
    const { showEmail, showName } = await people();
    const find = async (userId: string): Promise<ActivityPerson> => {
      const user = await call.config.store.getUser(userId);
      if (!user) return { is: "deleted" };
      const key = { org: organization.id, userId };
      const isMember = await memberships.get(call.records, key) !== null;
      const name = isMember ? showName(user, true) || showEmail(user, true) : nameOutside(user);
      return name ? { name } : { is: "outside" };
    };
    /** A name that is an address is none for others. */
    const nameOutside = (user: Parameters<typeof showName>[0]) => {
      const name = showName(user, true);
      return name === showName(user, false) ? name : undefined;
    };
    return await show(ctx, {
      ...frame,
      ...await shownPage(ctx, page, places, find, frame),
      shell: await makeShell(context),
    });
  },
};

/** `GET activity`, for the person of an account. */
export const ownActivity: ActionHandlers = {
  async GET(ctx) {
    const url = actionUrl(ctx, "activity");
    const visitor = await liveVisitor(ctx);
    if (!visitor) {
      const other = await findVisitor(ctx);
      if (!other || other.stored) return sessionRequired(ctx, url);
      throw new AccessDenied("Cannot show the activity: the user is not in the store");
    }
    const { userId } = visitor;
    const frame = {
      step: "own" as const,
      formAction: url,
      ...withoutUndefined({ accountUrl: accountPageUrl(ctx) }),
    };
    const wait = await countRead(ctx.config, visitor);
    if (wait !== undefined) return await showTooMany(ctx, frame, wait);
    const places = placesIn(ctx);
    const page = await listForVisitor(ctx.config.userConfig, { userId, ...query(places) });
    const find = async (id: string): Promise<ActivityPerson> => {
      const user = await ctx.config.store!.getUser(id);
      const { showName } = await people();
      const name = showName(user, true);
      return !user
        ? { is: "deleted" }
        : name && name === showName(user, false)
        ? { name }
        : { is: "outside" };
    };
    return await show(ctx, {
      ...frame,
      ...await shownPage(ctx, page, places, find, frame),
    });
  },
};

/** Any visitor can open a page as often as they like: it compares fewer entries than a function. */
async function listForVisitor(
  config: ServerConfig,
  { after, limit = LIMIT, ...filters }: AuditQuery & AuditPageOptions,
): Promise<AuditPage> {
  const known = auditConfig(config);
  const { records } = known;
  await flush(records);
  const how = { most: MOST_COMPARED.visitor, isHidden: hiddenIn(known) };
  const found = await readPage(records, filters, limit, after, how);
  return found.next === undefined ? { entries: found.entries } : { ...found, next: found.next };
}

function query(places: readonly string[]) {
  return { name: SHOWN, limit: LIMIT, after: places.at(-1) };
}

/** The places of the pages that led here, the last of which is that of this one. */
function placesIn({ request: { query: { after = "" } } }: Context): readonly string[] {
  const places = after.length <= MOST_PLACES ? after.split(",") : [];
  return places.every(isCursor) ? places : [];
}

async function shownPage(
  { config, request }: Context,
  { entries, next }: AuditPage,
  places: readonly string[],
  find: (userId: string) => Promise<ActivityPerson>,
  { step, formAction: url }: Pick<ActivityProps, "formAction" | "step">,
): Promise<Pick<ActivityProps, "entries" | "nextUrl" | "previousUrl">> {
  // Each person is read once.
  const found = new Map<string, Promise<ActivityPerson>>();
  const personOf = (userId: string) => {
    const known = found.get(userId) ?? find(userId);
    found.set(userId, known);
    return known;
  };
  const operators = entries.some(({ via }) => via === "operator")
    ? (await loadPart(config, "acting"))?.nameFor({ config, request })
    : undefined;
  const urlOf = (trail: readonly string[]) =>
    withQuery(url, { after: trail.slice(-MOST_BACK).join(",") || undefined });
  return {
    entries: await Promise.all(
      entries.map((entry) => toShown(entry, personOf, operators, step === "organization")),
    ),
    nextUrl: next === undefined ? undefined : urlOf([...places, next]),
    previousUrl: places.length === 0 ? undefined : urlOf(places.slice(0, -1)),
  };
}

async function toShown(
  entry: StoredAuditEntry,
  personOf: (userId: string) => Promise<ActivityPerson>,
  operators: string | undefined,
  isOfOrganization: boolean,
): Promise<ShownActivity> {
  const { name, at, userId, pseudonym, actor, actorPseudonym, bySystem, via, device } = entry;
  const one = async (
    id: string | undefined,
    isGone: boolean,
  ): Promise<ActivityPerson | undefined> =>
    id !== undefined ? await personOf(id) : isGone ? { is: "deleted" } : undefined;
  // In an app that has operators no more, it was the app.
  const by = bySystem || via === "operator" && operators === undefined
    ? { is: "app" as const }
    : via === "operator"
    ? { is: "operator" as const, name: operators! }
    : via
    ? { is: "link" as const }
    : await one(actor === userId ? undefined : actor, actorPseudonym !== undefined);
  const who = isOfOrganization ? await one(userId, pseudonym !== undefined) : undefined;
  return withoutUndefined({
    ...{ kind: kindOf(name), at, who, by },
    ...isOfOrganization ? {} : describeDevice(device),
  }) as ShownActivity;
}

async function show(ctx: Context, props: ActivityProps): Promise<ResponseInternal> {
  const all: ActivityProps = { ...props, csrfToken: await csrfToken(ctx) };
  return await renderPart("activity", part, all, ctx.request, ctx.config);
}

async function showTooMany(
  ctx: Context,
  frame: Omit<ActivityProps, "entries">,
  wait: number,
): Promise<ResponseInternal> {
  return asTooMany(await show(ctx, { ...frame, entries: [], isTooMany: true }), wait);
}

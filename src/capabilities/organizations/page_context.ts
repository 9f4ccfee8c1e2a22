/**
 * The common parts of the pages of organizations: the visitor, the membership that the URL names, and
 * the answers to refusals.
 *
 * @module
 */

import { liveVisitor } from "../../session/live_visitor.ts";
import { AccessDenied, AuthError } from "../../errors.ts";
import { changePage } from "../../core/step_up/change_page.ts";
import { proofUrl } from "../../core/step_up/step_up.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { displayName } from "../../base/names.ts";
import { csrfToken } from "../../session/csrf.ts";
import {
  renderBuiltIn,
  renderPart,
  sessionRequired,
  sessionRequiredUrl,
} from "../../response/render.ts";
import { findVisitor, type Visitor } from "../../session/visitor.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type {
  OrganizationFault,
  OrganizationHead,
  OrganizationPageProps,
} from "../../../pages/organizations/step.ts";
import { factsOf } from "./actor.ts";
import type { Membership, RequestReader } from "./membership.ts";
import { membershipAt } from "./read_membership.ts";
import { Refusal } from "./refusal.ts";
import { makeOrganizationsCall, type OrganizationsCall } from "./settings.ts";

const pages = lazy(() => import("../../../pages/organizations/mod.ts"));

/** Parts of the pages. */
export const parts: Readonly<
  Record<"list" | "organization" | "settings" | "invitation", () => Promise<never>>
> = {
  list: async () => (await pages()).listPart as never,
  organization: async () => (await pages()).organizationPart as never,
  settings: async () => (await pages()).settingsPart as never,
  invitation: async () => (await pages()).invitationPart as never,
};

/** A visitor with a session, as stored now. */
export interface OrganizationPageContext {
  /** The request. */
  ctx: Context;
  /** The visitor. */
  visitor: Visitor;
  /** The stored user. */
  user: AdapterUser;
  /** What reads and changes work with. */
  call: OrganizationsCall;
  /** The config as the app wrote it, for functions of the app. */
  config: AuthConfig;
}

/** A visitor who is a member of the organization in the URL. */
export interface MemberPageContext extends OrganizationPageContext {
  /** The membership. */
  membership: Membership;
}

/** The visitor of a request; `undefined` without a live session. */
export async function findPageContext(ctx: Context): Promise<OrganizationPageContext | undefined> {
  const visitor = await liveVisitor(ctx);
  if (!visitor) {
    const other = await findVisitor(ctx);
    if (other && !other.stored) {
      throw new AccessDenied("Cannot show organizations: the user is not in the store");
    }
    return undefined;
  }
  const call = makeOrganizationsCall(ctx.config, ctx.request);
  return { ctx, visitor, user: visitor.stored!, call, config: ctx.config.userConfig };
}

/** URL of the list. */
export function listUrl(ctx: Context, query: Record<string, string | undefined> = {}): string {
  return withQuery(actionUrl(ctx, "organizations"), query);
}

/** URL of the page of an organization, or of a further page below it. */
export function organizationUrl(
  ctx: Context,
  slug: string,
  query: Record<string, string | undefined> = {},
  part: "" | `/${string}` = "",
): string {
  return withQuery(actionUrl(ctx, `organization/${encodeURIComponent(slug)}${part}`), query);
}

/** Reads memberships for the request of a page: its form had the CSRF token. */
export function makeRequestReader(
  { ctx, visitor, config }: Pick<OrganizationPageContext, "config" | "ctx" | "visitor">,
  back: string,
): RequestReader {
  const facts = factsOf(visitor);
  return {
    written: config,
    returnUrl: back,
    isView: ctx.request.method !== "POST",
    readFor: async (run) => await run(ctx, facts),
    change: async (_, run) => await run(ctx),
    requireProof: async (requirement) => await proofUrl(ctx, requirement, back),
    signInUrl: (callbackUrl = back) => sessionRequiredUrl(ctx, callbackUrl),
  };
}

/**
 * The member whom a request comes from.
 *
 * @param back URL to which the user comes back from a sign-in or a proof
 * @returns the answer, for all other visitors
 */
export async function memberIn(
  ctx: Context,
  back: string,
): Promise<MemberPageContext | { answer: ResponseInternal }> {
  const context = await findPageContext(ctx);
  if (!context) return { answer: sessionRequired(ctx, back) };
  const membership = await membershipAt(makeRequestReader(context, back), slugIn(ctx));
  if (membership instanceof Refusal) return { answer: await answerRefusal(ctx, membership) };
  return { ...context, membership };
}

/** The name in the path. */
export function slugIn({ request }: Context): string {
  return request.params?.slug ?? "";
}

/**
 * Answers a refusal. Strangers get the page of a path that does not exist.
 *
 * @param organization that of a member whose role cannot open the page
 */
export async function answerRefusal(
  ctx: Context,
  refusal: Refusal,
  organization?: Membership["organization"],
): Promise<ResponseInternal> {
  const { reason, location, status } = refusal;
  if (location !== undefined) {
    return { redirect: location, needsSession: reason === "session-too-old" || undefined };
  }
  if (reason === "not-member") return await notFound(ctx);
  const props = {
    ...{ step: "refused" as const, reason, listUrl: listUrl(ctx) },
    ...organization && reason === "forbidden"
      ? {
        organization: {
          name: organization.name,
          url: organizationUrl(ctx, organization.slug),
        },
      }
      : {},
  };
  const load = async () => (await pages()).refusedPart;
  const page = await renderPart("organization", load, props, ctx.request, ctx.config);
  return { ...page, status };
}

async function notFound({ request, config }: Context): Promise<ResponseInternal> {
  const page = await renderBuiltIn("error", { error: "NotFound" }, request, config);
  return { ...page, status: 404 };
}

/** Answers with a page, and the status of a refusal. */
export async function show<Props extends object>(
  context: Pick<OrganizationPageContext, "ctx">,
  part: keyof typeof parts,
  props: Props,
  status?: number,
): Promise<ResponseInternal> {
  const { ctx } = context;
  const name = part === "list" ? "organizations" : part === "settings" ? SETTINGS : part;
  const all = { ...props, csrfToken: await csrfToken(ctx) };
  const answer = await renderPart<object>(name, parts[part], all, ctx.request, ctx.config);
  return status === undefined || answer.redirect !== undefined ? answer : { ...answer, status };
}

const SETTINGS = "organization-settings";

/** The organization of a membership, for its pages. */
export function headOf({ ctx, membership }: MemberPageContext): OrganizationHead {
  const { organization, role } = membership;
  const { name, slug } = organization;
  return { name, slug, role, url: organizationUrl(ctx, slug), ...readLogoUrl(ctx, organization) };
}

/** The URL of a logo, for a page; nothing without one. */
export function readLogoUrl(
  ctx: Context,
  { logoPath }: Pick<Membership["organization"], "logoPath">,
): { logo?: string } {
  return logoPath ? { logo: actionUrl(ctx, logoPath) } : {};
}

/** Members of the props that every page has. */
export async function commonProps(
  { ctx, visitor }: OrganizationPageContext,
  formAction: string,
  { view, fault }: {
    /** URL of the view, where it makes a change that needs a fresh proof. */
    view?: string;
    /** What is wrong with the form. */
    fault?: OrganizationFault | undefined;
  } = {},
): Promise<OrganizationPageProps> {
  return { formAction, fault, ...await changePage(ctx, visitor, view) };
}

/** A change that did not take place. */
export interface Failed {
  /** Distinguishes it from a result. */
  readonly ok: false;
  /** What is wrong with the form. */
  readonly fault: OrganizationFault;
  /** Status of the answer. Default: 200. */
  readonly status?: number;
}

/**
 * Makes a change.
 *
 * @returns what is wrong with the form, or the answer of a refusal for which the page cannot be shown
 */
export async function attempt<T extends { readonly ok: true }>(
  context: OrganizationPageContext,
  back: string,
  run: () => Promise<T | Refusal>,
): Promise<T | Failed | { readonly ok: false; readonly answer: ResponseInternal }> {
  const { ctx } = context;
  try {
    const result = await run();
    if (!(result instanceof Refusal)) return result;
    const { reason, location, status } = result;
    if (location !== undefined) return { ok: false, answer: { redirect: location } };
    // The member who is not there can be another one than the visitor.
    if (reason === "not-member" && slugIn(ctx)) {
      const still = await membershipAt(makeRequestReader(context, back), slugIn(ctx));
      if (still instanceof Refusal) return { ok: false, answer: await answerRefusal(ctx, still) };
    }
    return { ok: false, fault: { reason }, status };
  } catch (error) {
    const fault = faultIn(error);
    if (!fault) throw error;
    return { ok: false, fault };
  }
}

/** The field that was typed wrong, and what of it. */
function faultIn(error: unknown): OrganizationFault | undefined {
  const { field, entry } = error instanceof AuthError
    ? (error.cause ?? {}) as { field?: unknown; entry?: unknown }
    : {};
  if (typeof field !== "string") return undefined;
  const shown = displayName(entry);
  return shown === undefined ? { field } : { field, entry: shown };
}

/** Returns `true` where the role of a member permits something. */
export function may(
  { call: { settings: { access } }, membership, visitor }: MemberPageContext,
  permission: string,
): boolean {
  return !visitor.actsForAnother && access.can(membership, permission);
}

/** The refusal of a page for which a role has no right. */
export function forbidden(): Refusal {
  return new Refusal("forbidden");
}

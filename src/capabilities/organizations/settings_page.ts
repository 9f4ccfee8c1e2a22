/**
 * The settings of an organization: its names, its policy, its owner, and its end.
 *
 * @module
 */

import { normalDomain } from "../../base/address.ts";
import { fromAnyBase64 } from "../../base/crypto/any_base64.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { AuthError, InvalidCheck } from "../../errors.ts";
import { findProvider } from "../../hooks/providers.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { assertFreshProof } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type {
  OrganizationFault,
  OrganizationSettingsList,
  OrganizationSettingsProps,
  OrganizationSettingsView,
  ShownDemand,
} from "../../../pages/organizations/step.ts";
import {
  deleteOrganization,
  readPolicy,
  transferOwnership,
  updateOrganization,
} from "./functions.ts";
import { LOGO_BYTES } from "./kinds.ts";
import { findMember, listMembers } from "./lists.ts";
import { toShown } from "./organization_page.ts";
import {
  answerRefusal,
  attempt,
  commonProps,
  forbidden,
  headOf,
  listUrl,
  may,
  memberIn,
  type MemberPageContext,
  organizationUrl,
  show,
  slugIn,
} from "./page_context.ts";
import { Refusal } from "./refusal.ts";
import { makeShell } from "./page_frame.ts";
import type { Done } from "./typed.ts";
import type { OrganizationPolicy } from "./types.ts";

/** What is typed into the forms. */
interface Typed {
  name?: string | undefined;
  slug?: string | undefined;
  id?: string | undefined;
  becomes?: string | undefined;
  confirm?: string | undefined;
  mfa?: string | undefined;
  domains?: string | undefined;
}

const FIELDS = ["name", "slug", "id", "becomes", "confirm", "mfa", "domains"] as const;

/** A change that a form asks for. */
interface Step {
  /** Words for the change, in logs. */
  words: string;
  /** Makes the change; returns the URL to go to. */
  run(context: MemberPageContext, typed: Typed): Promise<Done<{ readonly url: string }>>;
}

const STEPS: Readonly<Record<string, Step>> = {
  delete: { words: "delete the organization", run: end },
  logo: {
    words: "change the logo of the organization",
    run: (context) => change(context, { logo: readLogo(context.ctx) }),
  },
  "remove-logo": {
    words: "remove the logo of the organization",
    run: (context) => change(context, { logo: null }),
  },
  name: { words: "change the organization", run: update },
  policy: { words: "change the policy", run: updatePolicy },
  slug: { words: "change the organization", run: update },
  transfer: { words: "transfer the ownership", run: transfer },
};

/** `GET organization/{slug}/settings` and `POST organization/{slug}/settings`. */
export const settingsPage: ActionHandlers = {
  async GET(ctx) {
    const { query } = ctx.request;
    // Who becomes the owner is part of the link on the page of that member.
    const typed: Typed = { id: query.id };
    const here = organizationUrl(ctx, slugIn(ctx), { step: query.step, ...typed }, "/settings");
    const context = await memberIn(ctx, here);
    if ("answer" in context) return context.answer;
    return await showView(context, query.step, typed);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (!Object.hasOwn(STEPS, step)) {
      throw new InvalidCheck("Cannot change the organization: there is no such step");
    }
    const typed: Typed = {};
    for (const name of FIELDS) typed[name] = readField(ctx, name) || undefined;
    const view = step === "remove-logo" ? "logo" : step;
    const back = organizationUrl(ctx, slugIn(ctx), { step: view, id: typed.id }, "/settings");
    const context = await memberIn(ctx, back);
    if ("answer" in context) return context.answer;
    const { words, run } = STEPS[step]!;
    assertFreshProof(context.visitor, words, back);
    const result = await attempt(context, back, () => run(context, typed));
    if (result.ok) return { redirect: result.url };
    if ("answer" in result) return result.answer;
    return await showView(context, view, typed, result.fault, result.status);
  },
};

async function update(
  context: MemberPageContext,
  { name, slug }: Typed,
): Promise<Done<{ readonly url: string }>> {
  const isName = readField(context.ctx, "step") === "name";
  return await change(context, isName ? { name: name ?? "" } : { slug: slug ?? "" });
}

/** The bytes that were sent: as a file, or as base64 by a script. None are no logo. */
function readLogo(ctx: Context): Uint8Array {
  const { file } = ctx.request;
  const text = readField(ctx, "logo");
  const isLong = text.length > Math.ceil(LOGO_BYTES / 3) * 4;
  return file ?? (isLong ? undefined : fromAnyBase64(text)) ?? new Uint8Array();
}

async function change(
  { ctx, config, membership }: MemberPageContext,
  changes: Parameters<typeof updateOrganization>[2],
): Promise<Done<{ readonly url: string }>> {
  const result = await updateOrganization(config, membership, changes);
  if (!result.ok) return result;
  const url = organizationUrl(ctx, result.organization.slug, { done: "updated" }, "/settings");
  return { ok: true, url };
}

/** Changes the demands that the form has; all others stay. */
async function updatePolicy(
  { ctx, config, membership }: MemberPageContext,
  { mfa, domains = "" }: Typed,
): Promise<Done<{ readonly url: string }>> {
  const found = await readPolicy(config, membership);
  if (!found.ok) return found;
  const methods = [...new Set([...withoutTwoSteps(found.policy), ...mfa ? ["mfa"] : []])];
  const listed = domains.split(/[\s,]+/).filter(Boolean);
  const policy = withoutUndefined({
    ...found.policy,
    methods: methods.length > 0 ? methods : undefined,
    domains: listed.length > 0 ? requireDomains(listed) : undefined,
  }) as OrganizationPolicy;
  const isNone = Object.keys(policy).length === 0;
  const result = await updateOrganization(config, membership, { policy: isNone ? null : policy });
  if (!result.ok) return result;
  const { slug } = result.organization;
  return { ok: true, url: organizationUrl(ctx, slug, { done: "updated" }, "/settings") };
}

function withoutTwoSteps({ methods = [] }: OrganizationPolicy): readonly string[] {
  return methods.filter((method) => method !== "mfa");
}

/**
 * Domains that addresses can have.
 *
 * @throws {AuthError} for text that is none, which `cause.entry` is, and for more than a policy has;
 * `cause.field` is `domains`
 */
function requireDomains(listed: readonly string[]): string[] {
  if (listed.length > 50) throw badDomains();
  return listed.map((entry) => {
    const name = entry.includes(".") ? normalDomain(entry.toLowerCase()) : undefined;
    if (name === undefined) throw badDomains({ entry });
    return name;
  });
}

function badDomains(cause: { readonly entry?: string } = {}): AuthError {
  return new AuthError("Cannot use the domains of the policy: they are not 1 to 50 names", {
    cause: { field: "domains", ...cause },
  });
}

async function transfer(
  { ctx, config, membership }: MemberPageContext,
  { id = "", becomes = "" }: Typed,
): Promise<Done<{ readonly url: string }>> {
  const result = await transferOwnership(config, membership, id, becomes);
  if (!result.ok) return result;
  const { slug } = membership.organization;
  return { ok: true, url: organizationUrl(ctx, slug, { done: "transferred" }) };
}

async function end(
  { ctx, config, membership }: MemberPageContext,
  { confirm = "" }: Typed,
): Promise<Done<{ readonly url: string }>> {
  const result = await deleteOrganization(config, membership, confirm);
  return result.ok ? { ok: true, url: listUrl(ctx, { done: "deleted" }) } : result;
}

/** The views that the role of a visitor permits. */
function viewsOf(context: MemberPageContext): Exclude<OrganizationSettingsView, "list">[] {
  const { membership, visitor } = context;
  return [
    ...may(context, "organization:update") ? ["name", "slug", "logo"] as const : [],
    ...membership.role === "owner" && !visitor.actsForAnother
      ? ["policy", "transfer"] as const
      : [],
    ...may(context, "organization:delete") ? ["delete"] as const : [],
  ];
}

async function showView(
  context: MemberPageContext,
  step: string | undefined,
  typed: Typed,
  fault?: OrganizationFault,
  status?: number,
): Promise<ResponseInternal> {
  const views = viewsOf(context);
  if (views.length === 0) {
    return await answerRefusal(context.ctx, forbidden(), context.membership.organization);
  }
  const view = views.find((one) => one === step);
  const props = view ? await readOne(context, view, typed, fault) : await readList(context, views);
  if (props instanceof Refusal) {
    return await answerRefusal(context.ctx, props, context.membership.organization);
  }
  return await show(context, "settings", props, status);
}

async function readList(
  context: MemberPageContext,
  views: readonly Exclude<OrganizationSettingsView, "list">[],
): Promise<OrganizationSettingsList | Refusal> {
  const { ctx, config, membership } = context;
  const head = headOf(context);
  const found = may(context, "organization:update")
    ? await readPolicy(config, membership)
    : undefined;
  if (found && !found.ok) return found;
  const urlOf = (step?: string) => organizationUrl(ctx, head.slug, { step }, "/settings");
  return {
    ...await commonProps(context, urlOf()),
    step: "list",
    organization: head,
    ...found ? { policy: await makeDemands(ctx, found.policy) } : {},
    urls: Object.fromEntries(views.map((view) => [view, urlOf(view)])),
    shell: await makeShell(context),
  };
}

/** The demands, with providers by their names. */
async function makeDemands(
  { config }: MemberPageContext["ctx"],
  policy: OrganizationPolicy,
): Promise<ShownDemand[]> {
  const { methods, domains, proofMaxAge, sessionMaxAge } = policy;
  const named = async (ids: readonly string[] | undefined) =>
    ids && await Promise.all(ids.map(async (id) => (await findProvider(config, id))?.name ?? id));
  const providers = await named(policy.providers);
  const memberProviders = await named(policy.memberProviders);
  const lists = Object.entries({ methods, providers, memberProviders, domains }) as [
    "methods" | "providers" | "memberProviders" | "domains",
    readonly string[] | undefined,
  ][];
  const times = Object.entries({ proofMaxAge, sessionMaxAge }) as [
    "proofMaxAge" | "sessionMaxAge",
    number | undefined,
  ][];
  return [
    ...lists.flatMap(([name, list]) => list ? [{ name, list }] : []),
    ...times.flatMap(([name, seconds]) => seconds === undefined ? [] : [{ name, seconds }]),
  ];
}

async function readOne(
  context: MemberPageContext,
  step: Exclude<OrganizationSettingsView, "list">,
  typed: Typed,
  fault?: OrganizationFault,
): Promise<OrganizationSettingsProps | Refusal> {
  const { ctx, config, membership, call: { settings: { access } } } = context;
  const organization = headOf(context);
  const urlOf = (query: Record<string, string | undefined>) =>
    organizationUrl(ctx, organization.slug, query, "/settings");
  const view = urlOf({ step, id: typed.id });
  const common = { ...await commonProps(context, urlOf({}), { view, fault }), organization };
  if (step === "name" || step === "slug") {
    const value = typed[step] ?? (fault ? "" : organization[step]);
    return { ...common, step, value };
  }
  if (step === "logo") return { ...common, step };
  if (step === "delete") return { ...common, step, typed: typed.confirm ?? "" };
  if (step === "policy") {
    const found = await readPolicy(config, membership);
    if (!found.ok) return found;
    const { methods = [], domains = [] } = found.policy;
    // What was typed, after a fault or a proof.
    const isTyped = fault !== undefined || typed.mfa !== undefined || typed.domains !== undefined;
    return {
      ...common,
      step,
      needsTwoSteps: isTyped ? typed.mfa !== undefined : methods.includes("mfa"),
      domains: isTyped ? typed.domains ?? "" : domains.join(" "),
    };
  }
  const page = await listMembers(config, membership, { limit: 100 });
  if (!page.ok) return page;
  const others = page.members.filter(({ userId }) => userId !== membership.userId);
  const { id = "" } = typed;
  // One who is not on the first page of the list.
  const named = id && !page.members.some(({ userId }) => userId === id)
    ? await findMember(config, membership, id)
    : undefined;
  const all = named?.ok && named.member ? [named.member, ...others] : others;
  const shown = await toShown(context, all);
  const roles = access.roles.filter((role) => role !== "owner");
  return {
    ...common,
    step,
    members: shown.map(({ id, name, email }) => ({ id, name, email })),
    chosen: id,
    roles,
    becomes: typed.becomes ?? roles[0] ?? "",
  };
}

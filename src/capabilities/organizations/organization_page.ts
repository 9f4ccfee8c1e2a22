/**
 * The page of an organization: members, invitations, and the end of the own membership. Each change
 * is a function of apps, which decides; the page asks for a fresh proof before.
 *
 * @module
 */

import { InvalidCheck } from "../../errors.ts";
import { countUp, makeKey, newestSecret } from "../../limits/window.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { assertFreshProof } from "../../session/visitor.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ActionHandlers, ResponseInternal } from "../../types/internal.ts";
import type { OrganizationDone } from "../../types/texts.ts";
import type {
  InvitationAnswer,
  MemberChange,
  OrganizationFault,
  OrganizationMember,
  OrganizationProps,
  ShownMember,
} from "../../../pages/organizations/step.ts";
import { changeRole, leave, removeMember } from "./functions.ts";
import {
  cancelInvitation,
  invite,
  listInvitations,
  resendInvitation,
} from "./invitation_functions.ts";
import { organizations } from "./kinds.ts";
import { findMember } from "./lists.ts";
import { inviteList, splitAddresses } from "./invitation_list.ts";
import { findMembers, MOST_QUERY } from "./member_search.ts";
import { stateOf } from "./membership.ts";
import {
  answerRefusal,
  attempt,
  commonProps,
  headOf,
  listUrl,
  may,
  memberIn,
  type MemberPageContext,
  organizationUrl,
  show,
  slugIn,
} from "./page_context.ts";
import { showEmail, showName } from "./person.ts";
import { Refusal } from "./refusal.ts";
import { makeShell } from "./page_frame.ts";
import type { Done } from "./typed.ts";
import type { Member } from "./types.ts";

/** A view, and what it is about. */
interface View {
  step?: string | undefined;
  id?: string | undefined;
  query?: string | undefined;
  sort?: string | undefined;
  after?: string | undefined;
  email?: string | undefined;
  role?: string | undefined;
}

/** A change that a form asks for. */
interface Step {
  /** Words for the change, in logs. */
  words: string;
  /** The view that has the form. */
  view?: "member" | "remove" | "leave";
  /** Fields that the user finds again there. */
  typed?: readonly ("id" | "email" | "role")[];
  /** Sentence afterwards. */
  done: OrganizationDone;
  /** Makes the change. */
  run(
    context: MemberPageContext,
    fields: Record<"id" | "email" | "role", string>,
  ): Promise<Done<{ readonly answers?: readonly InvitationAnswer[] }>>;
}

/** Searches, orders and further pages of members that a user is shown in an hour. */
const LISTS_PER_HOUR = 300;

/** Answers after which nothing is left to do for an address. */
const SETTLED: ReadonlySet<string> = new Set(["invited", "already-invited", "already-member"]);

const STEPS: Readonly<Record<string, Step>> = {
  cancel: {
    words: "cancel an invitation",
    done: "cancelled",
    run: ({ config, membership }, { id }) => cancelInvitation(config, membership, id),
  },
  invite: {
    words: "invite a member",
    typed: ["email", "role"],
    done: "invited",
    run: async ({ config, membership }, { email, role }) => {
      const [one = "", ...others] = splitAddresses(email);
      return others.length === 0
        ? await invite(config, membership, { email: one, role })
        : await inviteList(config, membership, [one, ...others], role);
    },
  },
  resend: {
    words: "send an invitation again",
    done: "invited",
    run: ({ config, membership }, { id }) => resendInvitation(config, membership, id),
  },
  leave: {
    words: "leave the organization",
    view: "leave",
    done: "left",
    run: ({ config, membership }) => leave(config, membership),
  },
  remove: {
    words: "remove a member",
    view: "remove",
    typed: ["id"],
    done: "removed",
    run: ({ config, membership }, { id }) => removeMember(config, membership, id),
  },
  role: {
    words: "change a role",
    view: "member",
    typed: ["id", "role"],
    done: "role",
    run: ({ config, membership }, { id, role }) => changeRole(config, membership, id, role),
  },
};

/** `GET organization/{slug}` and `POST organization/{slug}`. */
export const organizationPage: ActionHandlers = {
  async GET(ctx) {
    const { step, id, query, sort, after } = ctx.request.query;
    const view = { step, id, query, sort, after };
    const context = await memberIn(ctx, organizationUrl(ctx, slugIn(ctx), view));
    if ("answer" in context) return context.answer;
    if ((query?.length ?? 0) <= MOST_QUERY) return await showView(context, view);
    return await showView(context, { query }, { field: "query" }, 400);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (!Object.hasOwn(STEPS, step)) {
      throw new InvalidCheck("Cannot change the organization: there is no such step");
    }
    const { words, view, typed = [], done, run } = STEPS[step]!;
    const fields = {
      id: readField(ctx, "id"),
      email: readField(ctx, "email"),
      role: readField(ctx, "role"),
    };
    const query: View = { step: view };
    for (const name of typed) query[name] = fields[name] || undefined;
    const back = organizationUrl(ctx, slugIn(ctx), { step: view, id: query.id });
    const context = await memberIn(ctx, back);
    if ("answer" in context) return context.answer;
    assertFreshProof(context.visitor, words, back);
    const result = await attempt(context, back, () => run(context, fields));
    if (!result.ok) {
      if ("answer" in result) return result.answer;
      return await showView(context, query, result.fault, result.status);
    }
    if (result.answers) {
      const left = result.answers.filter(({ answer }) => !SETTLED.has(answer));
      const email = left.map((one) => one.email).join("\n");
      return await showView(context, { ...query, email }, undefined, undefined, result.answers);
    }
    const isGone = done === "left" || await hasLost(context, back);
    return {
      redirect: isGone
        ? listUrl(ctx, { done })
        : organizationUrl(ctx, context.membership.organization.slug, { done }),
    };
  },
};

/** Returns `true` for a visitor whose change ended the own membership. */
async function hasLost({ ctx }: MemberPageContext, back: string): Promise<boolean> {
  return "answer" in await memberIn(ctx, back);
}

/** The view that a query names, or the members. */
async function showView(
  context: MemberPageContext,
  view: View,
  fault?: OrganizationFault,
  status?: number,
  answers?: readonly InvitationAnswer[],
): Promise<ResponseInternal> {
  const props = await readOne(context, view, fault) ??
    await readMembers(context, view, fault, answers);
  if (props instanceof Refusal) {
    return await answerRefusal(context.ctx, props, context.membership.organization);
  }
  return await show(context, "organization", props, status);
}

async function readOne(
  context: MemberPageContext,
  { step, id, role }: View,
  fault?: OrganizationFault,
): Promise<OrganizationProps | undefined> {
  const { ctx, visitor } = context;
  if (visitor.actsForAnother) return undefined;
  const head = headOf(context);
  const here = organizationUrl(ctx, head.slug, { step, id });
  const common = await commonProps(context, head.url, { view: here, fault });
  if (step === "leave") return { ...common, step, organization: head };
  if (step !== "member" && step !== "remove" || !id) return undefined;
  const found = await findMember(context.config, context.membership, id);
  if (!found.ok || !found.member) return undefined;
  const rights = rightsOver(context, rightsOf(context), found.member);
  if (rights.changes.length === 0) return undefined;
  const member = (await toShown(context, [found.member]))[0]!;
  const isRemovable = rights.changes.includes("removal");
  if (step === "remove") {
    return isRemovable ? { ...common, step, organization: head, member } : undefined;
  }
  const one: OrganizationMember = {
    ...common,
    ...{ step, organization: head, member },
    roles: rights.roles,
    chosen: role,
    ...isRemovable ? { removeUrl: organizationUrl(ctx, head.slug, { step: "remove", id }) } : {},
    transferUrl: head.role === "owner" && found.member.role !== "owner"
      ? organizationUrl(ctx, head.slug, { step: "transfer", id }, "/settings")
      : undefined,
  };
  return one;
}

/** The rights of a visitor over members. */
interface Rights {
  /** Roles that the visitor may give to members. */
  readonly roles: readonly string[];
  /** `true` when the visitor may remove members. */
  readonly removes: boolean;
  /** `true` when the visitor may change members or invite some, and so sees addresses whole. */
  readonly sees: boolean;
}

/** The rights of a visitor, which are the same over each member of a page. */
function rightsOf(context: MemberPageContext): Rights {
  const changes = may(context, "member:role");
  const removes = may(context, "member:remove");
  const sees = changes || removes || may(context, "member:invite");
  return { roles: changes ? givenBy(context) : [], removes, sees };
}

/** What a visitor may change of a member: of others alone, since one leaves, or transfers. */
function rightsOver(
  { call: { settings: { access } }, membership }: MemberPageContext,
  rights: Rights,
  { userId, role }: Pick<Member, "userId" | "role">,
): { roles: readonly string[]; changes: readonly MemberChange[] } {
  const isOther = userId !== membership.userId && access.mayTake(membership.role, role);
  const roles = isOther ? rights.roles : [];
  return {
    roles,
    changes: [
      ...roles.length > 0 ? ["role"] as const : [],
      ...isOther && rights.removes ? ["removal"] as const : [],
    ],
  };
}

/** The roles that a visitor may give. */
function givenBy({ call: { settings: { access } }, membership }: MemberPageContext): string[] {
  return access.roles.filter((role) => access.mayGive(membership.role, role));
}

async function readMembers(
  context: MemberPageContext,
  { query: typed = "", sort, after, email = "", role = "" }: View,
  fault?: OrganizationFault,
  answers?: readonly InvitationAnswer[],
): Promise<OrganizationProps | Refusal> {
  const { ctx, config, membership, visitor, call: { settings: { access } } } = context;
  const { sees } = rightsOf(context);
  const query = typed.length > MOST_QUERY ? "" : typed.trim();
  const isPlain = query === "" && sort !== "name" && !after;
  const isLimited = !isPlain && await isTooMany(context);
  const page = await findMembers(config, membership, {
    sees,
    ...isLimited
      ? { query: "", sort: "newest" }
      : { query, after, sort: sort === "name" ? sort : "newest" },
  });
  if (!page.ok) return page;
  const mayInvite = may(context, "member:invite");
  const waiting = mayInvite ? await listInvitations(config, membership) : undefined;
  if (waiting && !waiting.ok) return waiting;
  const head = headOf(context);
  const urlOf = (view: View) => organizationUrl(ctx, head.slug, { ...view });
  const urlOfPage = (after: string | undefined) =>
    after === undefined ? undefined : urlOf({
      query: query || undefined,
      sort: page.sort === "newest" ? undefined : page.sort,
      after: after || undefined,
    });
  const roles = mayInvite ? givenBy(context) : [];
  // What most people are; else the lowest one, which apps name last.
  const usual = roles.includes("member") ? "member" : roles.at(-1);
  const chosen = role || usual || "";
  const common = await commonProps(context, head.url, { fault });
  const shell = await makeShell(context);
  const isOnlyOwner = await isOnly(context);
  return {
    ...common,
    step: "members",
    organization: head,
    members: await toShown(context, page.members, page.users),
    count: page.count,
    ...page.isMore ? { isMore: true as const } : {},
    list: {
      ...{ query: typed, sort: page.sort, sorts: page.sorts, search: page.search },
      findsAddresses: sees,
      ...page.isPartial ? { isPartial: true as const } : {},
      ...isLimited ? { isLimited: true as const } : {},
    },
    ...isLimited ? {} : {
      nextUrl: urlOfPage(page.next),
      previousUrl: urlOfPage(page.previous),
    },
    ...waiting
      ? {
        invitations: waiting.invitations.map(({ id, email, role, expires }) => ({
          ...{ id, email, role, expires },
          ...access.mayTake(membership.role, role) ? {} : { isFixed: true as const },
        })),
      }
      : {},
    ...roles.length > 0
      ? {
        invite: {
          ...{ roles, email, role: chosen },
          ...answers ? { answers } : {},
        },
      }
      : {},
    ...isOnlyOwner ? { isOnlyOwner } : {},
    leaveUrl: visitor.actsForAnother || isOnlyOwner ? undefined : urlOf({ step: "leave" }),
    settingsUrl: shell.settingsUrl,
    ...shell.links.length > 0 ? { links: shell.links } : {},
    shell,
    listUrl: listUrl(ctx),
  };
}

/** Counts a list that reads users or goes on: each can read thousands of rows. */
async function isTooMany({ call: { config }, visitor }: MemberPageContext): Promise<boolean> {
  if (!config.limits) return false;
  const id = await makeKey(newestSecret(config), "member lists of user", visitor.userId);
  return (await countUp(config, id, LISTS_PER_HOUR)).isFull;
}

/** Returns `true` for the one owner, whom the organization needs. */
async function isOnly({ call: { records }, membership }: MemberPageContext): Promise<boolean> {
  if (membership.role !== "owner") return false;
  const { shown } = stateOf(membership);
  const data = shown?.data ?? (await organizations.get(records, membership.organization.id))?.data;
  return data?.owners.length === 1;
}

/** Members with the names of their users. Addresses are whole for those who change members. */
export async function toShown(
  context: MemberPageContext,
  members: readonly Member[],
  users?: ReadonlyMap<string, AdapterUser>,
): Promise<ShownMember[]> {
  const rights = rightsOf(context);
  const { store } = context.call.config;
  return await Promise.all(members.map(async (one) => {
    const user = users?.get(one.userId) ?? await store.getUser(one.userId);
    return toShownMember(context, rights, one, user);
  }));
}

function toShownMember(
  context: MemberPageContext,
  rights: Rights,
  member: Member,
  user: AdapterUser | null,
): ShownMember {
  const { ctx, membership } = context;
  const { userId: id, role, since, isManaged } = member;
  const isSelf = id === membership.userId;
  const sees = isSelf || rights.sees;
  const { changes } = rightsOver(context, rights, member);
  return {
    ...{ id, role, since, isManaged, isSelf },
    name: showName(user, sees),
    email: showEmail(user, sees),
    changes,
    url: changes.length > 0
      ? organizationUrl(ctx, membership.organization.slug, { step: "member", id })
      : undefined,
  };
}

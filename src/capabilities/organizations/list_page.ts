/**
 * The page of all organizations of a user, with the form for a new one.
 *
 * @module
 */

import { InvalidCheck } from "../../errors.ts";
import { hasPath } from "../../http/paths.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, readField } from "../../request/page.ts";
import { sessionRequired } from "../../response/render.ts";
import { assertFreshProof } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { OrganizationFault, OrganizationList } from "../../../pages/organizations/step.ts";
import { acceptListed, declineListed, listOwnInvitations } from "./acceptance.ts";
import { createFor, mayCreate } from "./creation.ts";
import { listUserOrganizations } from "./lists.ts";
import { slugFrom } from "./organization.ts";
import {
  attempt,
  commonProps,
  findPageContext,
  listUrl,
  type OrganizationPageContext,
  organizationUrl,
  readLogoUrl,
  show,
} from "./page_context.ts";

interface Typed {
  name: string;
  slug: string;
}

/** `GET organizations` and `POST organizations`. */
export const listPage: ActionHandlers = {
  async GET(ctx) {
    const context = await findPageContext(ctx);
    if (!context) return toSignIn(ctx);
    return await show(context, "list", await makeProps(context, NOTHING));
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const typed = { name: readField(ctx, "name"), slug: readField(ctx, "slug") };
    const context = await findPageContext(ctx);
    if (!context) return toSignIn(ctx);
    const step = readField(ctx, "step");
    if (step === "create") return await create(context, typed);
    if (step === "accept") return await acceptFor(context, readField(ctx, "id"));
    if (step === "decline") return await declineFor(context, readField(ctx, "id"));
    throw new InvalidCheck("Cannot change the organizations: there is no such step");
  },
};

function toSignIn(ctx: Context): ResponseInternal {
  return sessionRequired(ctx, listUrl(ctx));
}

async function create(context: OrganizationPageContext, sent: Typed): Promise<ResponseInternal> {
  const { ctx, visitor, call } = context;
  const typed = { ...sent, slug: sent.slug === "" ? slugFrom(sent.name) : sent.slug };
  const back = listUrl(ctx);
  assertFreshProof(visitor, "create an organization", back);
  const result = await attempt(context, back, () => createFor(call, visitor.userId, typed));
  if (result.ok) {
    return { redirect: organizationUrl(ctx, result.organization.slug, { done: "created" }) };
  }
  if ("answer" in result) return result.answer;
  return await show(context, "list", await makeProps(context, typed, result.fault), result.status);
}

async function acceptFor(context: OrganizationPageContext, id: string): Promise<ResponseInternal> {
  const { ctx, visitor, call } = context;
  const back = listUrl(ctx);
  // The link of the email shows that the visitor reads the mailbox; a copied session does not.
  assertFreshProof(visitor, "accept an invitation", back);
  const result = await attempt(context, back, () => acceptListed(call, visitor, id));
  if (result.ok) {
    return { redirect: organizationUrl(ctx, result.organization.slug, { done: "joined" }) };
  }
  if ("answer" in result) return result.answer;
  const props = await makeProps(context, NOTHING, result.fault);
  return await show(context, "list", props, result.status);
}

async function declineFor(context: OrganizationPageContext, id: string): Promise<ResponseInternal> {
  const { ctx, visitor, call } = context;
  const back = listUrl(ctx);
  assertFreshProof(visitor, "decline an invitation", back);
  if (await declineListed(call, visitor, id)) {
    return { redirect: listUrl(ctx, { done: "declined" }) };
  }
  const fault = { reason: "invitation-expired" as const };
  return await show(context, "list", await makeProps(context, NOTHING, fault));
}

const NOTHING: Typed = { name: "", slug: "" };

async function makeProps(
  context: OrganizationPageContext,
  typed: Typed,
  fault?: OrganizationFault,
): Promise<OrganizationList> {
  const { ctx, call, user, visitor } = context;
  const [organizations, invitations, isOffered] = await Promise.all([
    listUserOrganizations(call, visitor.userId),
    listOwnInvitations(call, user),
    visitor.actsForAnother ? false : mayCreate(call, user),
  ]);
  return {
    ...await commonProps(context, listUrl(ctx), { view: listUrl(ctx), fault }),
    step: "list",
    organizations: organizations.map(({ name, slug, role, since, logoPath }) => ({
      ...{ name, slug, role, since },
      url: organizationUrl(ctx, slug),
      ...readLogoUrl(ctx, { logoPath }),
    })),
    ...invitations.length > 0
      ? {
        invitations: invitations.map(({ logoPath, ...one }) => ({
          ...one,
          ...readLogoUrl(ctx, { logoPath }),
        })),
      }
      : {},
    ...isOffered ? { create: typed } : {},
    ...hasPath(ctx.config.enabledPaths, "account") ? { accountUrl: accountPageUrl(ctx) } : {},
  };
}

/**
 * What all pages of an organization have around them: who is signed in, the other organizations, and
 * the pages that the role permits.
 *
 * @module
 */

import { shownAddress } from "../../base/shown_address.ts";
import { askAll } from "../../hooks/topics.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { accountPageUrl } from "../../request/page.ts";
import type { OrganizationLink, OrganizationShell } from "../../../pages/organizations/step.ts";
import { memberships, organizations } from "./kinds.ts";
import { roleIn } from "./members.ts";
import { toOrganization } from "./organization.ts";
import {
  listUrl,
  may,
  type MemberPageContext,
  organizationUrl,
  readLogoUrl,
} from "./page_context.ts";
import { showName } from "./person.ts";

/** Most organizations that are named: the list has all. */
const MOST = 6;

/** Makes the frame of a page. */
export async function makeShell(context: MemberPageContext): Promise<OrganizationShell> {
  const { ctx, user, visitor, membership: { organization } } = context;
  const { slug } = organization;
  const [others, links] = await Promise.all([listOthers(context), listLinks(context)]);
  const accountUrl = accountPageUrl(ctx);
  return {
    account: showName(user, true) || (user.email ? shownAddress(user.email) : visitor.userId),
    ...accountUrl === undefined ? {} : { accountUrl },
    ...visitor.actsForAnother
      ? {}
      : { signOutAction: withQuery(actionUrl(ctx, "signout"), { callbackUrl: listUrl(ctx) }) },
    ...readLogoUrl(ctx, organization),
    others,
    listUrl: listUrl(ctx),
    membersUrl: organizationUrl(ctx, slug),
    ...hasSettings(context) ? { settingsUrl: organizationUrl(ctx, slug, {}, "/settings") } : {},
    links,
  };
}

/** Returns `true` for a member whose role permits some of the settings. */
export function hasSettings(context: MemberPageContext): boolean {
  const { membership, visitor } = context;
  const isOwner = membership.role === "owner" && !visitor.actsForAnother;
  return isOwner || may(context, "organization:update") || may(context, "organization:delete");
}

/** The links that other capabilities bring. */
export async function listLinks(
  { ctx, call: { settings: { access } }, membership }: MemberPageContext,
): Promise<OrganizationLink[]> {
  const can = (permission: string) => access.can(membership, permission);
  const { role, organization: { slug } } = membership;
  // A link is no reason to show no page.
  return await askAll(
    ctx.config,
    "organization.link",
    { ctx, slug, role, may: can },
    (error) => ctx.config.logger.error(error as Error),
  );
}

/** Some of the other organizations of the visitor: a page reads no more than it shows. */
async function listOthers(
  { ctx, call: { records }, visitor: { userId }, membership }: MemberPageContext,
): Promise<OrganizationShell["others"]> {
  const rows = await memberships.list(records, userId, { limit: MOST + 1 });
  const others = rows.filter(({ data: { org } }) => org !== membership.organization.id);
  const found = await Promise.all(
    others.slice(0, MOST).map(async ({ data }) => {
      const org = (await organizations.get(records, data.org))?.data;
      if (!org || org.isEnding || roleIn(org, userId, data) === undefined) return [];
      const shown = readLogoUrl(ctx, toOrganization(data.org, org));
      return [{ name: org.name, url: organizationUrl(ctx, org.slug), ...shown }];
    }),
  );
  return found.flat().sort((a, b) => a.name < b.name ? -1 : 1);
}

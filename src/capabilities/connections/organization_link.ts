/**
 * The link to single sign-on on the pages of an organization.
 *
 * @module
 */

import { textsIn } from "../../base/language.ts";
import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import type { Questions } from "../../types/topics.ts";
import { connectionEnglish } from "../../../pages/connections/english.ts";
import type { OrganizationLink } from "../../../pages/organizations/step.ts";

/** Makes the link, for owners. */
export function organizationLink(
  { ctx, slug, role }: Questions["organization.link"]["asked"],
): OrganizationLink | undefined {
  if (role !== "owner") return undefined;
  const wording = makeWording(ctx.config, ctx.request);
  return {
    url: actionUrl(ctx, `organization/${encodeURIComponent(slug)}/sign-in`),
    label: textsIn(connectionEnglish, wording, ({ connections }) => connections).title,
  };
}

/**
 * The link to the apps of an organization on its pages.
 *
 * @module
 */

import { textsIn } from "../../base/language.ts";
import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import type { Questions } from "../../types/topics.ts";
import { developerAppEnglish } from "../../../pages/oauth_server/developer_english.ts";
import type { OrganizationLink } from "../../../pages/organizations/step.ts";

/** Makes the link, for owners. */
export function developerAppsLink(
  { ctx, slug, role }: Questions["organization.link"]["asked"],
): OrganizationLink | undefined {
  if (role !== "owner") return undefined;
  const wording = makeWording(ctx.config, ctx.request);
  return {
    url: actionUrl(ctx, `organization/${encodeURIComponent(slug)}/apps`),
    label: textsIn(developerAppEnglish, wording, ({ developerApps }) => developerApps).title,
  };
}

/**
 * What leads to the pages of the log: a tab of an organization, and a row of the account page.
 *
 * @module
 */

import { textsIn } from "../../base/language.ts";
import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import type { AccountRow } from "../../types/custom.ts";
import type { Context } from "../../types/internal.ts";
import type { Questions } from "../../types/topics.ts";
import { activityEnglish } from "../../../pages/activity/english.ts";
import type { OrganizationLink } from "../../../pages/organizations/step.ts";

const textsFor = ({ config, request }: Context) =>
  textsIn(activityEnglish, makeWording(config, request), ({ activity }) => activity);

/** Makes the tab, for owners. */
export function organizationLink(
  { ctx, slug, role }: Questions["organization.link"]["asked"],
): OrganizationLink | undefined {
  if (role !== "owner") return undefined;
  return {
    url: actionUrl(ctx, `organization/${encodeURIComponent(slug)}/activity`),
    label: textsFor(ctx).title,
  };
}

/** Makes the row. */
export function accountRow({ ctx }: Questions["account.row"]["asked"]): AccountRow {
  const { own, row, open } = textsFor(ctx);
  return {
    part: "security",
    heading: own,
    text: row,
    link: { url: actionUrl(ctx, "activity"), label: open },
  };
}

/**
 * The link to API keys on the page of an organization.
 *
 * @module
 */

import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import type { Questions } from "../../types/topics.ts";
import type { OrganizationLink } from "../../../pages/organizations/step.ts";
import { keyEnglish } from "../../../pages/keys/english.ts";
import { textsIn } from "../../base/language.ts";

/** Makes the link, for members who may read the keys. */
export function organizationLink(
  { ctx, slug, may }: Questions["organization.link"]["asked"],
): OrganizationLink | undefined {
  if (!may("key:read")) return undefined;
  return {
    url: actionUrl(ctx, `organization/${encodeURIComponent(slug)}/keys`),
    label:
      textsIn(keyEnglish, makeWording(ctx.config, ctx.request), ({ keys }) => keys).row.heading,
  };
}

/**
 * The row of the account page about organizations.
 *
 * @module
 */

import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { AccountRow } from "../../types/custom.ts";
import type { Questions } from "../../types/topics.ts";
import { listOwnInvitations } from "./acceptance.ts";
import { listUserOrganizations } from "./lists.ts";
import { makeOrganizationsCall } from "./settings.ts";
import { organizationEnglish } from "../../../pages/organizations/english.ts";
import { fill, textsIn } from "../../base/language.ts";

/** Most names in the row. */
const MOST = 3;

/** Makes the row. */
export async function accountRow(
  { ctx, visitor: { id, user } }: Questions["account.row"]["asked"],
): Promise<AccountRow> {
  const { row } = textsIn(
    organizationEnglish,
    makeWording(ctx.config, ctx.request),
    ({ organizations }) => organizations,
  );
  const call = makeOrganizationsCall(ctx.config, ctx.request);
  const shown = shorten((await listUserOrganizations(call, id)).map(({ name }) => name));
  const invited = shorten(
    (await listOwnInvitations(call, { ...user, id } as AdapterUser)).map(({ organization }) =>
      organization
    ),
  );
  const invitation = invited && fill(row.invited, { list: invited });
  return {
    part: "organizations",
    heading: row.heading,
    text: [shown, invitation].filter(Boolean).join(" · ") || row.none,
    link: { url: actionUrl(ctx, "organizations"), label: row.open },
  };
}

/** The first names, and a sign of others. */
function shorten(names: readonly string[]): string {
  return names.slice(0, MOST).join(" · ") + (names.length > MOST ? " · …" : "");
}

/**
 * The row of the account page about organizations.
 *
 * @module
 */

import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import type { AccountRow } from "../../types/custom.ts";
import type { Questions } from "../../types/topics.ts";
import { listUserOrganizations } from "./lists.ts";
import { makeOrganizationsCall } from "./settings.ts";
import { organizationEnglish } from "../../../pages/organizations/english.ts";
import { textsIn } from "../../base/language.ts";

/** Most names in the row. */
const MOST = 3;

/** Makes the row. */
export async function accountRow(
  { ctx, visitor: { id } }: Questions["account.row"]["asked"],
): Promise<AccountRow> {
  const { row } = textsIn(
    organizationEnglish,
    makeWording(ctx.config, ctx.request),
    ({ organizations }) => organizations,
  );
  const names = (await listUserOrganizations(makeOrganizationsCall(ctx.config, ctx.request), id))
    .map(({ name }) => name);
  const shown = names.slice(0, MOST).join(" · ") + (names.length > MOST ? " · …" : "");
  return {
    heading: row.heading,
    text: shown || row.none,
    link: { url: actionUrl(ctx, "organizations"), label: row.open },
  };
}

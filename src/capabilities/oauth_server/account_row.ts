/**
 * The row of the account page about apps with access.
 *
 * @module
 */

import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import type { AccountRow } from "../../types/custom.ts";
import type { Questions } from "../../types/topics.ts";
import { oauthCall } from "./settings.ts";
import { shownName } from "./shown.ts";
import { listUserGrants } from "./user_grants.ts";
import { oauthServerEnglish } from "../../../pages/oauth_server/english.ts";
import { textsIn } from "../../base/language.ts";

/** Most names in the row. */
const MOST = 3;

/** Makes the row. */
export async function accountRow(
  { ctx, visitor: { id } }: Questions["account.row"]["asked"],
): Promise<AccountRow> {
  const { apps: { row } } = textsIn(
    oauthServerEnglish,
    makeWording(ctx.config, ctx.request),
    ({ oauthServer }) => oauthServer,
  );
  const { request: { request, origin } } = ctx;
  const { config } = oauthCall({ request, origin }, ctx.config);
  const found = await listUserGrants({ config }, id);
  const names = [
    ...new Set(
      found.map(({ data }) =>
        shownName(data.clientName, Object.keys(data.byHost)[0] ?? data.client)
      ),
    ),
  ];
  const shown = names.slice(0, MOST).join(" · ") + (names.length > MOST ? " · …" : "");
  return {
    part: "security",
    heading: row.heading,
    text: shown || row.none,
    link: { url: actionUrl(ctx, "apps"), label: row.open },
  };
}

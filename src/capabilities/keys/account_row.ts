/**
 * The row of the account page about API keys.
 *
 * @module
 */

import { actionUrl } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import type { AccountRow } from "../../types/custom.ts";
import type { Questions } from "../../types/topics.ts";
import { makeKeysCall } from "./settings.ts";
import { userKeys } from "./user_keys.ts";
import { keyEnglish } from "../../../pages/keys/english.ts";
import { textsIn } from "../../base/language.ts";

/** Most names in the row. */
const MOST = 3;

/** Makes the row. */
export async function accountRow(
  { ctx, visitor: { id } }: Questions["account.row"]["asked"],
): Promise<AccountRow> {
  const { row } = textsIn(keyEnglish, makeWording(ctx.config, ctx.request), ({ keys }) => keys);
  const keys = await userKeys(makeKeysCall(ctx.config, ctx.request), id);
  const names = keys.filter(({ isRotated }) => !isRotated).map(({ name }) => name);
  const shown = names.slice(0, MOST).join(" · ") + (names.length > MOST ? " · …" : "");
  return {
    part: "developer",
    heading: row.heading,
    text: shown || row.none,
    link: { url: actionUrl(ctx, "keys"), label: row.open },
  };
}

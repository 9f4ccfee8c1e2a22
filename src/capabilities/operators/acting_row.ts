/**
 * The row of the account page about operators who acted for the user.
 *
 * @module
 */

import { timeInWords } from "../../base/in_words.ts";
import { fill, textsIn } from "../../base/language.ts";
import { nowSeconds } from "../../base/time.ts";
import { makeWording } from "../../mail/wording.ts";
import type { AccountRow } from "../../types/custom.ts";
import type { Questions } from "../../types/topics.ts";
import { actingEnglish } from "../../../pages/acting/english.ts";
import { operatorName } from "./acting_notice.ts";
import { type Impersonation, listImpersonations } from "./impersonations.ts";
import { settingsIn } from "./settings.ts";

/** Most impersonations in the row. */
const MOST = 3;

/** Makes the row; none for a user for whom nobody acted within 90 days. */
export async function accountRow(
  { ctx: { config, request }, visitor: { id } }: Questions["account.row"]["asked"],
): Promise<AccountRow | undefined> {
  const now = nowSeconds();
  const isNow = ({ data }: { data: Impersonation }) => data.endedAt === null && data.until > now;
  // What an email tells afterwards is not shown before.
  const isPutOff = settingsIn(config)?.acting?.notify === "after";
  const found = (await listImpersonations(config.revocation!.records, id))
    .filter((one) => !isPutOff || !isNow(one));
  if (found.length === 0) return undefined;
  const wording = makeWording(config, request);
  const { row } = textsIn(actingEnglish, wording, ({ acting }) => acting);
  const time = (seconds: number) => timeInWords(wording.language, new Date(seconds * 1000));
  const shown = found.slice(0, MOST).map((one) =>
    fill(isNow(one) ? row.now : row.before, {
      since: time(one.data.since),
      until: time(one.data.endedAt ?? one.data.until),
    })
  );
  return {
    part: "security",
    heading: fill(row.heading, { name: operatorName(config, wording) }),
    text: shown.join(" · "),
  };
}

/**
 * What a user sees of operators who acted for the user: the row of the account page, and the part of
 * the copy of the user's data.
 *
 * @module
 */

import { timeInWords } from "../../base/in_words.ts";
import { fill, textsIn } from "../../base/language.ts";
import { nowSeconds } from "../../base/time.ts";
import { makeWording } from "../../mail/wording.ts";
import type { AccountRow } from "../../types/custom.ts";
import type { RecordReader, ResolvedConfig } from "../../types/internal.ts";
import type { Questions } from "../../types/topics.ts";
import { actingEnglish } from "../../../pages/acting/english.ts";
import { isPutOff, operatorName } from "./acting_notice.ts";
import { type Impersonation, listImpersonations } from "./impersonations.ts";

/** Most impersonations in the row. */
const MOST = 3;

/** Makes the row; none for a user for whom nobody acted within 90 days. */
export async function accountRow(
  { ctx, visitor: { id } }: Questions["account.row"]["asked"],
): Promise<AccountRow | undefined> {
  const found = await listShown(ctx.config, id);
  if (found.length === 0) return undefined;
  const wording = makeWording(ctx.config, ctx.request);
  const { row } = textsIn(actingEnglish, wording, ({ acting }) => acting);
  const time = (seconds: number) => timeInWords(wording.language, new Date(seconds * 1000));
  const now = nowSeconds();
  const shown = found.slice(0, MOST).map(({ since, until, endedAt }) =>
    fill(endedAt === null && until > now ? row.now : row.before, {
      since: time(since),
      until: time(endedAt ?? until),
    })
  );
  return {
    part: "security",
    heading: fill(row.heading, { name: operatorName(ctx, wording) }),
    text: shown.join(" · "),
  };
}

/** What the copy of a user's data has: not the reason, which is the app's own. */
export async function exportImpersonations(reader: RecordReader, userId: string) {
  const name = operatorName(reader);
  return (await listShown(reader.config, userId)).map(({ since, until, endedAt }) => ({
    data: { name, since, until, endedAt },
  }));
}

/** The impersonations of which the user may learn, the newest first. */
async function listShown(config: ResolvedConfig, userId: string): Promise<Impersonation[]> {
  const found = await listImpersonations(config.revocation!.records, userId);
  const isHidden = await Promise.all(found.map(async ({ id }) => await isPutOff(config, id)));
  return found.filter((_, index) => !isHidden[index]).map(({ data }) => data);
}

/**
 * Emails that tell a user that an operator acts, or has acted, in place of the user. An app can put
 * them off until the end. Where the operator does not come back, the next one who begins sends what is
 * due, and so does `auth.operators.notifyDue`.
 *
 * @module
 */

import { timeInWords } from "../../base/in_words.ts";
import { fill, textsIn, type Wording } from "../../base/language.ts";
import { type Caller, sendNotice } from "../../mail/notice.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { actingEnglish } from "../../../pages/acting/english.ts";
import { actingNoticeEnglish } from "./acting_english.ts";
import { settingsIn } from "./settings.ts";
import { type Impersonation, impersonations, listUntold, takeUntold } from "./impersonations.ts";

/** Name of operators for users: that of the config, else "Support" in the language of the reader. */
export function operatorName(config: ResolvedConfig, wording: Wording): string {
  return settingsIn(config)?.acting?.name ??
    textsIn(actingEnglish, wording, ({ acting }) => acting).support;
}

/** Tells the user that an operator begins. */
export async function tellBegin(
  caller: Caller,
  { email }: AdapterUser,
  { since, until }: Pick<Impersonation, "since" | "until">,
): Promise<void> {
  await sendActingNotice(forUser(caller), email, "began", { since, until });
}

/** Tells the user that an operator has come back, where it was put off until then. */
export async function tellEnd(caller: Caller, id: string): Promise<void> {
  const { store, revocation } = caller.config;
  const { records } = revocation!;
  const due = await takeUntold(records, id);
  if (!due) return;
  const [user, impersonation] = await Promise.all([
    store!.getUser(due.userId),
    impersonations.get(records, id),
  ]);
  if (!user || !impersonation) return;
  const { since, until, endedAt } = impersonation.data;
  const times = { since, until: endedAt ?? until };
  await sendActingNotice(forUser(caller), user.email, "ended", times);
}

/** Tells users of what is over, and of which they were not told; returns how many. */
export async function tellDue(caller: Caller): Promise<number> {
  const due = await listUntold(caller.config.revocation!.records);
  for (const id of due) await tellEnd(caller, id);
  return due.length;
}

/** In the language of the site, since the browser is that of the operator. */
function forUser({ config, request, site }: Caller): Caller {
  return { config, site: request?.origin || site };
}

/** Sends one of the emails. */
export async function sendActingNotice(
  caller: Caller,
  to: string | null | undefined,
  notice: keyof typeof actingNoticeEnglish,
  { since, until }: Pick<Impersonation, "since" | "until">,
): Promise<void> {
  const { config } = caller;
  await sendNotice(caller, to, {
    builtIn: actingNoticeEnglish[notice],
    pick: ({ acting }) => acting?.[notice],
    hidesDevice: true,
    actor: null,
  }, (wording, site) => ({
    name: fill(operatorName(config, wording), { site }),
    since: timeInWords(wording.language, new Date(since * 1000)),
    until: timeInWords(wording.language, new Date(until * 1000)),
    site,
  }));
}

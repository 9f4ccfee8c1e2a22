/**
 * Emails that tell a user that an operator acts, or has acted, in place of the user. An app can put
 * them off until the end. An email that fails is due until it is sent. Where the operator does not come
 * back, the next one who begins sends what is due, and so does `auth.operators.notifyDue`.
 *
 * @module
 */

import { timeInWords } from "../../base/in_words.ts";
import { fill, textsIn, type Wording } from "../../base/language.ts";
import { type Caller, sendNotice, siteOf } from "../../mail/send_notice.ts";
import { makeWording } from "../../mail/wording.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { actingEnglish } from "../../../pages/acting/english.ts";
import { actingNoticeEnglish } from "./acting_english.ts";
import { settingsIn } from "./settings.ts";
import {
  dropWaiting,
  type Impersonation,
  impersonations,
  isUntold,
  listDue,
  tellOnce,
} from "./impersonations.ts";

/** Name of operators for users: that of the config, else "Support" in the language of the reader. */
export function operatorName(
  reader: Caller,
  wording: Wording = makeWording(reader.config, reader.request),
): string {
  const name = settingsIn(reader.config)?.acting?.name ??
    textsIn(actingEnglish, wording, ({ acting }) => acting).support;
  return fill(name, { site: siteOf(reader) ?? "" });
}

/** Returns `true` where an email tells users of impersonations that are over, and nothing before. */
export function putsOff(config: ResolvedConfig): boolean {
  return settingsIn(config)?.acting?.notify === "after";
}

/** Returns `true` while a user is not to learn of an impersonation: no page and no copy has it. */
export async function isPutOff(config: ResolvedConfig, id: string): Promise<boolean> {
  return putsOff(config) && await isUntold(config.revocation!.records, id);
}

/** Most impersonations of which one who begins tells users: the operator waits for it. */
export const AT_BEGIN = 10;

/** Tells the user that an operator begins; where that fails, the user is told at the end. */
export async function tellBegin(
  caller: Caller,
  { email }: AdapterUser,
  { id, since, until }: Pick<Impersonation, "since" | "until"> & { readonly id: string },
): Promise<void> {
  const times = { since, until };
  if (!await sendActingNotice(forUser(caller), email, "began", times)) return;
  const { logger, revocation } = caller.config;
  await dropWaiting(revocation!.records, id).catch((error) => logger.error(error));
}

/**
 * Tells the user that it is over, where no email has told the user before.
 *
 * @returns `true` when this call did, or the user is deleted
 */
export async function tellEnd(caller: Caller, id: string): Promise<boolean> {
  const { store, revocation } = caller.config;
  const { records } = revocation!;
  return await tellOnce(records, id, async (userId) => {
    const [user, impersonation] = await Promise.all([
      store!.getUser(userId),
      impersonations.get(records, id),
    ]);
    if (!user || !impersonation) return true;
    const { since, until, endedAt } = impersonation.data;
    const times = { since, until: endedAt ?? until };
    return await sendActingNotice(forUser(caller), user.email, "ended", times);
  });
}

/** Tells users of what is over, and of which they were not told; returns how many it told. */
export async function tellDue(caller: Caller, most = Infinity): Promise<number> {
  let [tried, told] = [0, 0];
  for await (const id of listDue(caller.config.revocation!.records)) {
    if (tried++ >= most) break;
    if (await tellEnd(caller, id)) told++;
  }
  return told;
}

/** In the language of the site, since the browser is that of the operator. */
function forUser({ config, request, site }: Caller): Caller {
  return { config, site: request?.origin || site };
}

/** Sends one of the emails; `false` when it was not sent. */
export async function sendActingNotice(
  caller: Caller,
  to: string | null | undefined,
  notice: keyof typeof actingNoticeEnglish,
  { since, until }: Pick<Impersonation, "since" | "until">,
): Promise<boolean> {
  return await sendNotice(caller, to, {
    builtIn: actingNoticeEnglish[notice],
    pick: ({ acting }) => acting?.[notice],
    hidesDevice: true,
    actor: null,
  }, (wording, site) => ({
    name: operatorName(caller, wording),
    since: timeInWords(wording.language, new Date(since * 1000)),
    until: timeInWords(wording.language, new Date(until * 1000)),
    site,
  }));
}

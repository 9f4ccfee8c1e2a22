/**
 * Emails about changes of a user's account.
 *
 * @module
 */

import { dateInWords } from "../base/in_words.ts";
import { textsIn, type Wording } from "../base/language.ts";
import type { AccountNotice } from "../types/texts.ts";
import type { InWords, NoticeObject, NoticeObjects } from "./notice_objects.ts";
import { accountNoticeEnglish } from "./account_english.ts";
import { type Caller, deviceInWords, type NoticeValues, sendNotice } from "./send_notice.ts";
import { noticeEnglish } from "./notice_english.ts";

/** Devices that are named; of more, the number of the others. */
const MAX_DEVICES = 5;

/** Members of objects that an email lists. */
const FACTS = ["app", "key", "passkey", "name", "provider", "account", "devices"] as const;

/** Sends a notice to an address. */
export async function sendAccountNotice<Notice extends AccountNotice>(
  caller: Caller,
  to: string,
  notice: Notice,
  object: NoticeObject<Notice>[0],
): Promise<void> {
  await sendNotice(
    caller,
    to,
    {
      builtIn: accountNoticeEnglish[notice],
      pick: ({ account }) => account?.[notice],
      facts: FACTS,
      // The account is gone.
      ...notice === "deleted" || notice === "merged-away" ? { why: "address" } : {},
    },
    async (wording) => await inWords(object ?? {}, wording),
  );
}

/** A value of an object, as a notice has it. */
type Value = Date | InWords | readonly (string | null)[] | undefined;

async function inWords(
  object: Partial<NoticeObjects[keyof NoticeObjects]>,
  wording: Wording,
): Promise<NoticeValues> {
  const values = Object.entries<Value>(object).map(async ([name, value]) => [
    name,
    await valueInWords(value, wording),
  ]);
  return Object.fromEntries(await Promise.all(values));
}

async function valueInWords(value: Value, wording: Wording): Promise<string> {
  if (typeof value === "string") return value;
  if (typeof value === "function") return await value(wording);
  if (value instanceof Date) return dateInWords(wording.language, value, "long");
  const texts = textsIn(noticeEnglish, wording, ({ notices }) => notices);
  return value === undefined ? texts.unnamed : devicesInWords(value, texts);
}

function devicesInWords(
  agents: readonly (string | null)[],
  texts: Pick<typeof noticeEnglish, "device" | "unknown">,
): string {
  const named = agents.slice(0, MAX_DEVICES)
    .map((agent) => deviceInWords(texts, agent) ?? texts.unknown);
  const others = agents.length - named.length;
  return [...named, ...others > 0 ? [`+${others}`] : []].join(", ");
}

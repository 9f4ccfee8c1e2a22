/**
 * Emails about addresses: the code, and notices of changes. They hold nothing that a person
 * typed.
 *
 * @module
 */

import { UNDO_MAX_AGE } from "../../config/defaults.ts";
import { filledMail } from "../../mail/layout.ts";
import { type Caller, sendNotice } from "../../mail/send_notice.ts";
import { makeWording } from "../../mail/wording.ts";
import { durationInWords, timeInWords } from "../../base/in_words.ts";
import { textsIn } from "../../base/language.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { AddressNotice } from "../../types/texts.ts";
import { CODE_MAX_AGE } from "./address_change.ts";
import { addressCodeEnglish } from "./code_english.ts";
import { addressNoticeEnglish } from "./notice_english.ts";

/** Notices whose reader may be a stranger: the undo and the loss of an address are disputed. */
const DISPUTED: ReadonlySet<AddressNotice> = new Set([
  "changed-for-good",
  "changed-unproven",
  "removed",
  "undo-requested",
  "undo-cancelled",
]);

/** Sends the email to an address that a user has typed. */
export async function sendRequested(
  { config, request }: Pick<Context, "request"> & {
    config: ResolvedConfig & { sendMail: NonNullable<ResolvedConfig["sendMail"]> };
  },
  to: string,
  kind: "code" | "taken",
  code: string,
): Promise<void> {
  const wording = makeWording(config, request);
  const { language } = wording;
  const name = kind === "code" ? "addressCode" : "addressTaken";
  const texts = textsIn(addressCodeEnglish[name], wording, ({ mails }) => mails?.[name]);
  const { origin } = request;
  const { host } = new URL(origin);
  const values = {
    host,
    site: config.theme.name ?? host,
    code: `${code.slice(0, 4)} ${code.slice(4)}`,
    time: durationInWords(language, CODE_MAX_AGE),
  };
  await config.sendMail({ to, ...filledMail(texts, values), language, origin });
}

/** Tells an address of a change. */
export async function tellAddress(
  caller: Caller,
  to: string,
  notice: AddressNotice,
  { url = "", due }: { url?: string; due?: Date } = {},
): Promise<void> {
  await sendNotice(
    caller,
    to,
    {
      builtIn: addressNoticeEnglish[notice],
      pick: ({ address }) => address?.[notice],
      hidesDevice: DISPUTED.has(notice),
      isUndo: notice === "changed",
      why: "address",
    },
    ({ language }) => ({
      url,
      due: due ? timeInWords(language, due) : "",
      time: durationInWords(language, UNDO_MAX_AGE),
    }),
  );
}

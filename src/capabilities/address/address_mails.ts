/**
 * Emails about addresses: the code, and notices of changes. They hold nothing that a person
 * typed.
 *
 * @module
 */

import { UNDO_MAX_AGE } from "../../config/defaults.ts";
import { filledMail } from "../../mail/layout.ts";
import { type Caller, sendNotice } from "../../mail/notice.ts";
import { wordingOf } from "../../mail/wording.ts";
import { durationInWords, timeInWords } from "../../base/in_words.ts";
import { textsIn } from "../../base/language.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { AddressNotice, AddressNoticeTexts, MailTexts } from "../../types/texts.ts";
import { CODE_MAX_AGE } from "./address_change.ts";

/** The email to a new address: with the code, or without when another user has the address. */
export const requestedMails: Readonly<Record<"code" | "taken", MailTexts>> = {
  code: {
    subject: "{code} is your code for {site}",
    heading: "Your code for {site}",
    text: "{code}\n\nEnter this code on {site} within {time} to confirm this address. Do " +
      "not share it with anyone.\n\nIf you did not ask for this, ignore this email: nothing " +
      "changes.\n",
  },
  taken: {
    subject: "Your address is in use on {site}",
    text: "Another account was to get this address, but it belongs to an account on {site} " +
      "already. Sign in with this address to use it.\n\nIf you did not ask for this, ignore " +
      "this email: nothing changes.\n",
  },
};

/** Texts of the notices. */
export const addressNotices: Readonly<
  { [Name in AddressNotice]: AddressNoticeTexts[Name] }
> = {
  "changed": {
    subject: "Your email address was changed",
    text: "Emails about your account no longer go to this address, and you can no longer sign in " +
      "with it.",
    advice:
      "Wasn't you? Undo the change within {time}: your account gets this address again, and " +
      "all devices are signed out.",
    button: "Undo this change",
  },
  "changed-for-good": {
    subject: "Your email address was changed",
    text: "The user of the account confirmed with two steps that this address is lost, so emails " +
      "to it cannot undo the change. You can no longer sign in with it.",
    advice: "Wasn't you? Contact the site.",
  },
  "changed-unproven": {
    subject: "This address was removed from an account",
    text: "The account has another address now.",
    advice: "This address was never confirmed. If the account is yours, sign in to it.",
  },
  "restored": {
    subject: "Your account has this address again",
    text: "The change of the address was undone with the link in our email. All devices were " +
      "signed out. A password, passkeys, connected accounts and two-step verification methods " +
      "that were added since the change were removed.",
    advice: "Sign in with this address, set a new password if you had one, and check your account.",
  },
  "removed": {
    subject: "The change of an address was undone",
    text: "The account no longer has this address: the owner of the previous address undid the " +
      "change.",
    advice: "If the account is yours, sign in with the previous address.",
  },
  "undo-requested": {
    subject: "The change of your address will be undone",
    text: "Someone at the previous address asked for this. From {due} on, the account can get " +
      "that address again; whatever was added since the change is then removed.",
    advice: "Does another person read the previous mailbox? Keep the new address before that " +
      "time. You need two steps to confirm it.",
    button: "Keep the new address",
  },
  "undo-cancelled": {
    subject: "The change of your address stays",
    text:
      "The user of the account stopped the undo of the change with two steps. The link in our " +
      "email no longer works.",
    advice: "If you lost the account by this, contact the site.",
  },
};

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
  const wording = wordingOf(config, request);
  const { language } = wording;
  const name = kind === "code" ? "addressCode" : "addressTaken";
  const texts = textsIn(requestedMails[kind], wording, ({ mails }) => mails?.[name]);
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
      builtIn: addressNotices[notice],
      pick: ({ address }) => address?.[notice],
      hidesDevice: DISPUTED.has(notice),
      isUndo: notice === "changed",
    },
    ({ language }) => ({
      url,
      due: due ? timeInWords(language, due) : "",
      time: durationInWords(language, UNDO_MAX_AGE),
    }),
  );
}

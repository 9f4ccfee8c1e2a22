/**
 * Emails about addresses: the code, and notices of changes. They hold nothing that a person
 * typed.
 *
 * @module
 */

import { UNDO_MAX_AGE } from "../../config/defaults.ts";
import { type Caller, sendNotice, toText } from "../../mail/notice.ts";
import { wordingOf } from "../../mail/wording.ts";
import { durationInWords } from "../../base/in_words.ts";
import { fill, textsIn } from "../../base/language.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { AddressNotice, AddressNoticeTexts, MailTexts } from "../../types/texts.ts";
import { CODE_MAX_AGE } from "./address_change.ts";

/** The email to a new address: with the code, or without when another user has the address. */
export const requestedMails: Readonly<Record<"code" | "taken", MailTexts>> = {
  code: {
    subject: "Your code for {host}",
    text: "{code}\n\nType this code on {host} within {time} to confirm this address. Do " +
      "not share it with anyone.\n\nIf you did not ask for this, ignore this mail: nothing " +
      "changes.\n",
  },
  taken: {
    subject: "Your address is in use on {host}",
    text: "Another account was to get this address, but it belongs to an account on {host} " +
      "already. Sign in with this address to use it.\n\nIf you did not ask for this, ignore " +
      "this mail: nothing changes.\n",
  },
};

/** Texts of the notices. */
export const addressNotices: Readonly<
  { [Name in AddressNotice]: AddressNoticeTexts[Name] }
> = {
  "changed": {
    subject: "The address of your account was changed",
    text: "Mails about your account no longer go to this address, and it no longer opens the " +
      "account.",
    advice: "If this was not you, open this link within {time} to undo the change. It gives " +
      "your account this address again and signs out all browsers:\n\n{url}",
    button: "Undo the change",
  },
  "changed-for-good": {
    subject: "The address of your account was changed",
    text: "The user of the account confirmed with two steps that this address is lost, so emails " +
      "to it do not undo the change. It no longer opens the account.",
    advice: "If this was not you, write to the operator of the site.",
  },
  "changed-unproven": {
    subject: "This address was removed from an account",
    text: "The account has another address now.",
    advice: "This address was never confirmed. If the account is yours, sign in to it.",
  },
  "restored": {
    subject: "Your account has this address again",
    text: "The change of the address was undone with the link in our mail. All browsers were " +
      "signed out. A password, passkeys, linked accounts and second steps that were added " +
      "since the change were removed.",
    advice: "Sign in with this address, set a new password if you had one, and check what your " +
      "account holds.",
  },
  "removed": {
    subject: "The change of an address was undone",
    text: "The account no longer has this address: the person at the previous address has undone " +
      "the change.",
    advice: "If the account is yours, sign in with the previous address.",
  },
  "undo-requested": {
    subject: "The change of your address will be undone",
    text: "Someone at the previous address asked for this. From {due} on, the account can get " +
      "that address again; whatever was added since the change is then removed.",
    advice: "If another person reads the previous mailbox, open this page before that time and " +
      "keep the new address. You need two steps to confirm it:\n\n{url}",
    button: "Keep the new address",
  },
  "undo-cancelled": {
    subject: "The change of your address stays",
    text:
      "The user of the account stopped the undo of the change with two steps. The link in our " +
      "email no longer works.",
    advice: "If you lost the account by this, write to the operator of the site.",
  },
};

/** Sends the email to an address that a user has typed. */
export async function sendRequested(
  { config, request }: Context & { config: { sendMail: NonNullable<ResolvedConfig["sendMail"]> } },
  to: string,
  kind: "code" | "taken",
  code: string,
): Promise<void> {
  const wording = wordingOf(config, request);
  const { language } = wording;
  const name = kind === "code" ? "addressCode" : "addressTaken";
  const { subject, text } = textsIn(requestedMails[kind], wording, ({ mails }) => mails?.[name]);
  const { host } = new URL(request.origin);
  const values = {
    host,
    code: `${code.slice(0, 4)} ${code.slice(4)}`,
    time: durationInWords(language, CODE_MAX_AGE),
  };
  await config.sendMail({ to, subject: fill(subject, values), text: fill(text, values), language });
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
    { builtIn: addressNotices[notice], pick: ({ address }) => address?.[notice] },
    ({ language }) => ({
      url,
      due: due ? toText(due) : "",
      time: durationInWords(language, UNDO_MAX_AGE),
    }),
  );
}

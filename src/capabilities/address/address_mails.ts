/**
 * Mails about addresses: the code, and notices of changes. They hold nothing that a person
 * typed.
 *
 * @module
 */

import { UNDO_MAX_AGE } from "../../config/defaults.ts";
import { type Caller, sendNotice, toText } from "../../mail/notice.ts";
import { wordingOf } from "../../mail/wording.ts";
import { durationInWords } from "../../base/in_words.ts";
import { type ByLanguage, fill, textsIn } from "../../base/language.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { AddressNotice, AddressNoticeTexts, MailTexts } from "../../types/texts.ts";
import { CODE_MAX_AGE } from "./address_change.ts";

/** The mail to a new address: with the code, or without when another user has the address. */
export const requestedMails: Readonly<Record<"code" | "taken", ByLanguage<MailTexts>>> = {
  code: {
    en: {
      subject: "Your code for {host}",
      text: "{code}\n\nType this code on {host} within {time} to confirm this address. Do " +
        "not share it with anyone.\n\nIf you did not ask for this, ignore this mail: nothing " +
        "changes.\n",
    },
    de: {
      subject: "Ihr Code für {host}",
      text:
        "{code}\n\nGeben Sie diesen Code auf {host} ein, um diese Adresse zu bestätigen. Er ist " +
        "{time} gültig. Geben Sie ihn an niemanden weiter.\n\nWenn Sie das nicht " +
        "veranlasst haben, ignorieren Sie diese E-Mail: Es ändert sich nichts.\n",
    },
  },
  taken: {
    en: {
      subject: "Your address is in use on {host}",
      text: "Another account was to get this address, but it belongs to an account on {host} " +
        "already. Sign in with this address to use it.\n\nIf you did not ask for this, ignore " +
        "this mail: nothing changes.\n",
    },
    de: {
      subject: "Ihre Adresse wird auf {host} schon verwendet",
      text: "Ein anderes Konto sollte diese Adresse erhalten, aber sie gehört schon zu einem " +
        "Konto auf {host}. Melden Sie sich mit dieser Adresse an, um es zu verwenden.\n\nWenn " +
        "Sie das nicht veranlasst haben, ignorieren Sie diese E-Mail: Es ändert sich nichts.\n",
    },
  },
};

/** Texts of the notices. */
export const addressNotices: Readonly<
  { [Name in AddressNotice]: ByLanguage<AddressNoticeTexts[Name]> }
> = {
  "changed": {
    en: {
      subject: "The address of your account was changed",
      text: "Mails about your account no longer go to this address, and it no longer opens the " +
        "account.",
      advice: "If this was not you, open this link within {time} to undo the change. It gives " +
        "your account this address again and signs out all browsers:\n\n{url}",
      button: "Undo the change",
    },
    de: {
      subject: "Adresse Ihres Kontos geändert",
      text: "E-Mails zu Ihrem Konto gehen nicht mehr an diese Adresse, und sie öffnet das Konto " +
        "nicht mehr.",
      advice: "Wenn Sie das nicht waren, öffnen Sie diesen Link, um die Änderung rückgängig zu " +
        "machen. Er ist {time} gültig. Ihr Konto erhält diese Adresse zurück, und alle Browser " +
        "werden abgemeldet:\n\n{url}",
      button: "Änderung rückgängig machen",
    },
  },
  "changed-for-good": {
    en: {
      subject: "The address of your account was changed",
      text:
        "The user of the account confirmed with two steps that this address is lost, so emails " +
        "to it do not undo the change. It no longer opens the account.",
      advice: "If this was not you, write to the operator of the site.",
    },
    de: {
      subject: "Adresse Ihres Kontos geändert",
      text: "Die Person mit Zugang zum Konto hat in zwei Schritten bestätigt, dass diese Adresse " +
        "verloren ist. Daher lässt sich die Änderung nicht per E-Mail rückgängig machen. Die " +
        "Adresse öffnet das Konto nicht mehr.",
      advice: "Wenn Sie das nicht waren, schreiben Sie dem Betreiber der Seite.",
    },
  },
  "changed-unproven": {
    en: {
      subject: "This address was removed from an account",
      text: "The account has another address now.",
      advice: "This address was never confirmed. If the account is yours, sign in to it.",
    },
    de: {
      subject: "Diese Adresse wurde aus einem Konto entfernt",
      text: "Das Konto hat jetzt eine andere Adresse.",
      advice: "Diese Adresse wurde nie bestätigt. Wenn das Konto Ihnen gehört, melden Sie sich an.",
    },
  },
  "restored": {
    en: {
      subject: "Your account has this address again",
      text: "The change of the address was undone with the link in our mail. All browsers were " +
        "signed out. A password, passkeys, linked accounts and second steps that were added " +
        "since the change were removed.",
      advice: "Sign in with this address, set a new password if you had one, and check what your " +
        "account holds.",
    },
    de: {
      subject: "Ihr Konto hat diese Adresse wieder",
      text: "Die Änderung der Adresse wurde mit dem Link in unserer E-Mail rückgängig gemacht. " +
        "Alle Browser wurden abgemeldet. Ein Passwort, Passkeys, verknüpfte Konten und zweite " +
        "Schritte, die seit der Änderung dazukamen, wurden entfernt.",
      advice:
        "Melden Sie sich mit dieser Adresse an, legen Sie ein neues Passwort fest, wenn Sie " +
        "eines hatten, und prüfen Sie Ihr Konto.",
    },
  },
  "removed": {
    en: {
      subject: "The change of an address was undone",
      text: "The account no longer has this address: the person at the address before has undone " +
        "the change.",
      advice: "If the account is yours, sign in with the address before.",
    },
    de: {
      subject: "Änderung einer Adresse rückgängig gemacht",
      text: "Das Konto hat diese Adresse nicht mehr: Die Person an der vorigen Adresse hat die " +
        "Änderung rückgängig gemacht.",
      advice: "Wenn das Konto Ihnen gehört, melden Sie sich mit der vorigen Adresse an.",
    },
  },
  "undo-requested": {
    en: {
      subject: "The change of your address will be undone",
      text: "Someone at the previous address asked for this. From {due} on, the account can get " +
        "that address again; whatever was added since the change is then removed.",
      advice: "If another person reads the previous mailbox, open this page before that time and " +
        "keep the new address. You need two steps to confirm it:\n\n{url}",
      button: "Keep the new address",
    },
    de: {
      subject: "Änderung Ihrer Adresse wird rückgängig gemacht",
      text:
        "Das hat jemand an der vorigen Adresse veranlasst. Ab {due} kann das Konto jene Adresse " +
        "zurückerhalten; was seit der Änderung dazukam, wird dann entfernt.",
      advice:
        "Wenn eine andere Person das vorige Postfach liest, öffnen Sie vorher diese Seite und " +
        "behalten Sie die neue Adresse. Sie bestätigen das in zwei Schritten:\n\n{url}",
      button: "Neue Adresse behalten",
    },
  },
  "undo-cancelled": {
    en: {
      subject: "The change of your address stays",
      text:
        "The user of the account stopped the undo of the change with two steps. The link in our " +
        "email no longer works.",
      advice: "If you lost the account by this, write to the operator of the site.",
    },
    de: {
      subject: "Änderung Ihrer Adresse bleibt bestehen",
      text: "Die Person mit Zugang zum Konto hat in zwei Schritten verhindert, dass die Änderung " +
        "rückgängig gemacht wird. Der Link in unserer E-Mail gilt nicht mehr.",
      advice: "Wenn Sie das Konto dadurch verloren haben, schreiben Sie dem Betreiber der Seite.",
    },
  },
};

/** Sends the mail to an address that a user has typed. */
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

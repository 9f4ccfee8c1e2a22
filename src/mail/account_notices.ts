/**
 * Emails about changes of a user's account.
 *
 * @module
 */

import { type Caller, sendNotice } from "./notice.ts";
import type { AccountNotice, NoticeTexts } from "../types/texts.ts";

const advice =
  "If this was not you, another person may have access to your account: sign in, end all " +
  "other sessions, and check the ways in which you can sign in.";

/** Texts of the notices; `{provider}` is the name of a provider. */
export const accountNotices: Readonly<Record<AccountNotice, NoticeTexts>> = {
  "account-linked": {
    subject: "An account was linked to yours",
    text: "You can now sign in with it: {provider}.",
    advice,
  },
  "account-unlinked": {
    subject: "A linked account was removed from yours",
    text: "You can no longer sign in with it: {provider}.",
    advice,
  },
  deleted: {
    subject: "Your account was deleted",
    text: "All data that belonged to it was removed. This is the last mail about it.",
    advice: "If this was not you, secure your mailbox and write to the operator of the site.",
  },
  exported: {
    subject: "A copy of the data of your account was made",
    text: "It lists what is kept about you, without passwords and keys.",
    advice,
  },
  "passkey-added": {
    subject: "A passkey was added to your account",
    text: "You can now sign in with it.",
    advice,
  },
  "passkey-removed": {
    subject: "A passkey was removed from your account",
    text: "You can no longer sign in with it.",
    advice,
  },
  "passkey-renamed": {
    subject: "A passkey of your account was renamed",
    text: "It opens your account as before.",
    advice,
  },
  renamed: {
    subject: "The name of your account was changed",
    text: "You sign in as before.",
    advice,
  },
  "sessions-ended": {
    subject: "Sessions of your account were ended",
    text: "Where they were, you must sign in again.",
    advice,
  },
};

/** Sends a notice to an address. */
export async function sendAccountNotice(
  caller: Caller,
  to: string,
  notice: AccountNotice,
  values: { provider: string },
): Promise<void> {
  await sendNotice(
    caller,
    to,
    { builtIn: accountNotices[notice], pick: ({ account }) => account?.[notice] },
    () => values,
  );
}

/**
 * Texts of the page on which users manage their account, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { AccountPageTexts } from "../../src/types/account_texts.ts";

const english: AccountPageTexts = {
  title: "Your account",
  readOnly: "You act for another person. You can look at this page, but change nothing.",
  done: {
    "name": "Your name was changed.",
    "linked": "The account was linked.",
    "unlinked": "The account was unlinked.",
    "passkey-added": "The passkey was added.",
    "passkey-renamed": "The passkey was renamed.",
    "passkey-removed": "The passkey was removed.",
    "password-removed": "The password was removed.",
    "session-ended": "The session was ended.",
    "sessions-ended": "All other sessions were ended.",
  },
  name: {
    heading: "Name",
    label: "Your name",
    save: "Save the name",
    invalid: "Use 1 to 64 visible characters.",
  },
  address: {
    heading: "Email address",
    none: "You have no email address.",
    confirmed: "Confirmed",
    open: "Not confirmed",
    change: "Change the email address",
  },
  password: {
    heading: "Password",
    since: "You have had this password since {date}.",
    none: "You have no password.",
    change: "Change the password",
    set: "Set a password",
    remove: "Remove the password",
  },
  passkeys: {
    heading: "Passkeys",
    none: "You have no passkey.",
    unnamed: "Passkey without a name",
    synced: "Synced between your devices",
    single: "On one device only",
    change: "Change",
    changeOf: "Change: {name}",
    add: "Add a passkey",
    noScript: "Passkeys are added with JavaScript. Turn it on to add one.",
    unsupported: "This browser cannot use passkeys here.",
    errors: {
      failed: "That did not work. Please try again.",
      NotAllowedError: "No passkey was added. Try again.",
      InvalidStateError: "This device already has a passkey for this account.",
      SecurityError: "Passkeys do not work at this address.",
      TooManyRequests: "Too many attempts. Please wait a while and try again.",
    },
  },
  factors: {
    heading: "Two-step verification",
    none:
      "Two-step verification is off. Turn it on, so that a stolen password is not enough to sign in.",
    count: { one: "On: {count} method.", other: "On: {count} methods." },
    manage: "Manage two-step verification",
  },
  accounts: {
    heading: "Linked accounts",
    none: "No account is linked.",
    unlink: "Unlink",
    unlinkOf: "Unlink: {name}",
    link: "Link: {name}",
  },
  sessions: {
    heading: "Where you are signed in",
    device: "{browser} on {system}",
    unknownOn: "Unknown browser on {system}",
    unknown: "Unknown browser",
    current: "This browser",
    seen: "Last used {when}",
    end: "End",
    endOf: "End: {name}",
    endOfAt: "End: {name}, {place}",
    endOthers: "End all other sessions",
  },
  copy: {
    heading: "Your data",
    text: "Download a copy of what is kept about you.",
    open: "Download your data",
  },
  removal: {
    heading: "Delete your account",
    text: "Your account is deleted with everything that belongs to it.",
    open: "Delete the account",
  },
  one: {
    passkey: {
      label: "Name of the passkey",
      save: "Save the name",
      text: "Without this passkey, you sign in in your other ways. Your device may keep it until " +
        "you delete it there.",
      remove: "Remove the passkey",
    },
    account: {
      heading: "Unlink {name}",
      text: "After that, you can no longer sign in with this account.",
      submit: "Unlink",
    },
    password: {
      heading: "Remove the password",
      text: "After that, you sign in in your other ways.",
      submit: "Remove the password",
    },
    export: {
      heading: "Download your data",
      text: "The file lists what is kept about you, your ways to sign in and your sessions. It " +
        "contains no passwords and no keys.",
      submit: "Download the file",
    },
    delete: {
      heading: "Delete your account",
      text: "Your account is deleted at once, with everything that belongs to it. This cannot be " +
        "undone.",
      label: "To confirm, type {text}",
      submit: "Delete the account permanently",
      different: "This is not the text that you were asked to type.",
    },
    stale: "Before you can do this, confirm that it is you.",
    prove: "Confirm that it is you",
    last: "This is your only way to sign in. Add another one before you remove it.",
    back: "Back to your account",
  },
  deleted: {
    heading: "Your account was deleted",
    text: "Everything that belonged to it is gone, and you are signed out.",
  },
};

/** The texts of the page. */
export function accountMessages(wording: Wording): AccountPageTexts {
  return textsIn(english, wording, ({ account }) => account);
}

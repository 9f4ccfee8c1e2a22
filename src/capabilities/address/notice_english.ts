// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of emails about changes of addresses, in English.
 *
 * @module
 */

/** `{time}` is a duration, `{due}` a time; in the subject line, the name of the site follows `subject`, which is the heading too. */
export const addressNoticeEnglish = {
  changed: {
    subject: "Your email address was changed",
    text: "Emails about your account no longer go to this address, and you can no longer sign in with it.",
    advice: "Wasn’t you? Undo the change within {time}: your account gets this address again, and all devices are signed out.",
    button: "Undo this change",
  },
  "changed-for-good": {
    subject: "Your email address was changed",
    text: "Someone who passed two-step verification said that this address is lost. The change can’t be undone from here. You can no longer sign in with it.",
    advice: "Wasn’t you? Contact the site.",
  },
  "changed-unproven": {
    subject: "This address was removed from an account",
    text: "The account has another address now.",
    advice: "This address was never confirmed. If the account is yours, sign in to it.",
  },
  restored: {
    subject: "Your account has this address again",
    text: "The change of the address was undone with the link in our email. All devices were signed out. A password, passkeys, connected accounts and two-step verification methods that were added since the change were removed.",
    advice: "Sign in with this address, set a new password if you had one, and check your account.",
  },
  removed: {
    subject: "The change of an address was undone",
    text: "The account no longer has this address: the owner of the previous address undid the change.",
    advice: "If the account is yours, sign in with the previous address.",
  },
  "undo-requested": {
    subject: "The change of your address will be undone",
    text: "Someone at the previous address asked for this. From {due} on, the account can get that address again. Everything added since the change will be removed.",
    advice: "Does another person read the previous mailbox? Keep the new address before that time. You confirm this with two-step verification.",
    button: "Keep new address",
  },
  "undo-cancelled": {
    subject: "The change of your address stays",
    text: "The user of the account passed two-step verification and stopped the undo. The link in our email no longer works.",
    advice: "If you lost the account by this, contact the site.",
  },
};

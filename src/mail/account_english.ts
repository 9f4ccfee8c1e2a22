// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of emails about changes of a user's account, in English.
 *
 * @module
 */

/** `{provider}`, `{app}`, `{key}`, `{passkey}` and `{name}` are names, `{access}` has a line for each permission, `{devices}` is a list, `{due}` a date; in the subject line, the name of the site follows `subject`, which is the heading too. */
export const accountNoticeEnglish = {
  "account-linked": {
    subject: "An account was connected to yours",
    text: "You can now sign in with it.",
  },
  "account-unlinked": {
    subject: "An account was disconnected from yours",
    text: "You can no longer sign in with it.",
  },
  "app-allowed": {
    subject: "An app got access to your account",
    text: "It can now:\n{access}",
  },
  deleted: {
    subject: "Your account was deleted",
    text: "All data that belonged to it was removed. This is the last email about it.",
    advice: "Wasn’t you? Secure your mailbox and contact the site.",
  },
  "deletion-cancelled": {
    subject: "Your account stays",
    text: "It will not be deleted.",
  },
  "deletion-requested": {
    subject: "Your account will be deleted on {due}",
    text: "You are signed out on all devices. To keep your account, sign in before that day.",
  },
  exported: {
    subject: "A copy of your account’s data was made",
    text: "It lists what is stored about you, without passwords and keys.",
  },
  "key-created": {
    subject: "An API key was created for your account",
    text: "Programs that have this key can act for you:\n{access}",
  },
  "new-device": {
    subject: "New sign-in to your account",
    text: "It came from a browser in which you had not signed in before.",
  },
  "passkey-added": {
    subject: "A passkey was added to your account",
    text: "You can now sign in with it.",
  },
  "passkey-removed": {
    subject: "A passkey was removed from your account",
    text: "You can no longer sign in with it.",
  },
  "passkey-renamed": {
    subject: "A passkey of your account was renamed",
    text: "It still works.",
  },
  renamed: {
    subject: "The name of your account was changed",
    text: "Nothing else has changed.",
  },
  "sessions-ended": {
    subject: "Devices were signed out of your account",
    text: "To use your account on them, you must sign in again.",
  },
  "merged-away": {
    subject: "Your account was merged into another one",
    text: "Your account no longer exists. From now on, use your other account.",
    advice: "Wasn’t you? Secure your mailbox and contact the site.",
  },
  "merged-into": {
    subject: "Another account was merged into yours",
    text: "The other account no longer exists. If accounts were connected to it, you can now sign in with them.",
  },
};

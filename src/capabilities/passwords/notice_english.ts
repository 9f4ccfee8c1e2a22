// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of emails about changes of a user's password, in English.
 *
 * @module
 */

/** In the subject line, the name of the site follows `subject`, which is the heading too. */
export const passwordNoticeEnglish = {
  set: {
    subject: "A password was set for your account",
    text: "You can now sign in with your email address and this password.",
  },
  changed: {
    subject: "Your password was changed",
    text: "The previous one no longer works.",
  },
  removed: {
    subject: "Your password was removed",
    text: "You can no longer sign in with it.",
  },
};

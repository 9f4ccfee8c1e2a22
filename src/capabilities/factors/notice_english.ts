// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of emails about changes of a user's second factors, in English.
 *
 * @module
 */

/** `{factor}` is the name of a factor, `{due}` a time; in the subject line, the name of the site follows `subject`, which is the heading too. */
export const factorNoticeEnglish = {
  added: {
    subject: "A two-step verification method was added",
    text: "From now on, a sign-in can be verified with it.",
  },
  removed: {
    subject: "A two-step verification method was removed",
    text: "A sign-in can no longer be verified with it.",
  },
  replaced: {
    subject: "A two-step verification method was replaced",
    text: "The new one works, and the previous one no longer does.",
  },
  "recovery-used": {
    subject: "A recovery code was used",
    text: "It verified a sign-in, and does not work again.",
  },
  "reset-requested": {
    subject: "Two-step verification will be turned off",
    text: "An administrator asked for this. From {due} on, you sign in without two-step verification. Until then, you can sign in and cancel it on the page for two-step verification.",
  },
  reset: {
    subject: "Two-step verification was turned off",
    text: "An administrator asked for this. You sign in without two-step verification until you add a new method.",
  },
};

// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of emails about operators who act for users, in English.
 *
 * @module
 */

/** `{name}` is who acts, such as "Support", `{since}` and `{until}` are times, `{site}` is the site; in the subject line, the name of the site follows `subject`, which is the heading too. */
export const actingNoticeEnglish = {
  /** Sent when it begins. */
  began: {
    subject: "{name} is viewing your account",
    text: "Until {until} at the latest, {name} sees what you see, and can’t change your account.",
    advice: "If you didn’t ask for help, contact {site}.",
  },
  /** Sent when it is over. */
  ended: {
    subject: "{name} viewed your account",
    text: "From {since} to {until}, {name} saw what you see. Your account couldn’t be changed.",
    advice: "If you didn’t ask for help, contact {site}.",
  },
};

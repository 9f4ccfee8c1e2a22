// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of operators who act for users, in English.
 *
 * @module
 */

/** Texts; `{name}` is the name of the user on pages of operators, and of the operators on those of users. */
export const actingEnglish = {
  /** Name of operators for users, where the app has none. */
  support: "Support",
  /** Above every page while an operator acts for a user. */
  banner: {
    /** Sentence; `{until}` is a time. */
    text: "You are acting for {name} until {until}.",
    /** Link. */
    stop: "Stop",
    /** Sentence once the time is over, or it was ended. */
    over: "You are no longer acting for another person.",
    /** Link to the operator's own session. */
    back: "Back to your account",
  },
  /** The page on which it begins. */
  start: {
    /** Heading. */
    heading: "Act for {name}",
    /** Sentence below it. */
    text: "For at most 60 minutes, you see what this user sees. You can’t change the account. The user is notified by email.",
    /** Label of the field. */
    reason: "Reason",
    /** Below the field. */
    hint: "For example the number of the request. It’s kept in the audit log, and isn’t shown to the user.",
    /** Error of the field. */
    fault: "Enter a reason of at most 200 characters.",
    /** Button. */
    submit: "Act for this user",
    /** Link. */
    cancel: "Cancel",
    /** In place of the form, for a user who could not be told. */
    unreachable: "This user has no email address and couldn’t be notified, so nobody can act for the user.",
  },
  /** The page on which it ends. */
  stop: {
    /** Heading. */
    heading: "Stop acting for {name}?",
    /** Sentence below it. */
    text: "You return to your own account.",
    /** Button. */
    submit: "Stop",
    /** Heading once it is over. */
    over: "You are no longer acting for another person",
    /** Sentence below that. */
    overText: "The time is over, the access was ended, or you don’t have the permission anymore.",
    /** Button. */
    back: "Back to your account",
  },
  /** Row of the account page; `{since}` and `{until}` are times. */
  row: {
    /** Heading. */
    heading: "Viewed by {name}",
    /** A time that is over. */
    before: "From {since} to {until}",
    /** The present one. */
    now: "Now, until {until} at the latest",
  },
};

// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page for passwords, in English.
 *
 * @module
 */

/** Texts of the page for passwords. */
export const passwordEnglish = {
  /** The form that sends a link: for an unknown user, and for one who is signed in. */
  ask: {
    heading: "Reset your password",
    text: "Enter your email address. We’ll email you a link to set a new password.",
    textSignedIn: "To set a password, confirm your email address. We send you a link.",
    label: "Email",
    submit: "Email me a link",
  },
  /** Heading of the form for a new password. */
  set: "Set your password",
  /** Heading of the form for a change. */
  change: "Change your password",
  /** Label of the current password. */
  current: "Current password",
  /** Label of the new password. */
  password: "New password",
  /** Name of the button that shows what is typed. */
  show: "Show password",
  /** Says that the keyboard writes capital letters. */
  capsLock: "Caps lock is on.",
  /** Rules in words. */
  rules: "At least {min} characters. Four unrelated words work well. Spaces are fine.",
  /** Button of the form. */
  submit: "Save password",
  /** Button that sends a link, below the form for a change. */
  forgot: "Forgot your current password?",
  /** The last page. */
  done: {
    heading: "Your password is set",
    text: "You can sign in with it from now on.",
    submit: "Continue",
  },
  /** Sentences by error; `default` for any other. */
  errors: {
    "too-short": "This password is too short. Use at least {min} characters.",
    "too-long": "This password is too long. Use at most {max} characters.",
    malformed: "This password has characters that can’t be used. Choose another one.",
    common: "This password is easy to guess. Choose another one.",
    personal: "This password is your address, your name or the name of this site. Choose another one.",
    breached: "This password is known from a data breach of another site. Choose another one.",
    different: "The two passwords are different. Enter them again.",
    "wrong-password": "The current password is wrong. Try again.",
    expired: "This page was open for too long. Confirm your email address again.",
    default: "This did not work. Please try again.",
    name: "Enter your name with 1 to 64 visible characters.",
  },
  name: {
    /** Label of the name of a new user */
    needed: "Your name",
    optional: "Your name (optional)",
  },
};

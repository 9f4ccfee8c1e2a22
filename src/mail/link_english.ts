// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the email with a link to sign in, in English.
 *
 * @module
 */

/** Texts of the email; `{site}` is the name of the site. */
export const linkEnglish = {
  /** Heading, and subject line of an email without a code. */
  subject: "Sign in to {site}",
  /** Subject line of an email with a `{code}`. */
  codeSubject: "{code} is your code for {site}",
  /** Text of the link. */
  button: "Sign in",
  /** Names of a link that proves the address of a new account. */
  signUp: {
    subject: "Confirm your address for {site}",
    codeSubject: "{code} is your code to confirm your address for {site}",
    button: "Confirm address",
  },
  /** Names of a link to a new password. */
  password: {
    subject: "Reset your password for {site}",
    codeSubject: "{code} is your code to reset your password for {site}",
    button: "Choose new password",
  },
  /** Instruction above a code, with its lifetime `{time}`. */
  code: "Or enter this code where you asked for it, within {time}:",
  /** Lifetime `{time}` of the link. */
  expires: "The link works once, within {time}.",
  /** Why the reader gets the email, and advice to one who did not ask for it. */
  ignore: "You get this email because this address was entered at {site}. If that was not you, ignore it.",
  /** Warning below a code. */
  secret: "Do not share this code with anyone.",
};

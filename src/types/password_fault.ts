/**
 * Reasons for which a password is refused.
 *
 * @module
 */

/**
 * Reason for which a new password was refused:
 *
 * - `too-short`, `too-long`: it has fewer or more characters than allowed
 * - `malformed`: it has lone surrogates or U+0000, which are no text
 * - `common`: it is among the passwords that are guessed first, or a simple pattern
 * - `personal`: it is the user's address or name, or the name of the site
 * - `breached`: it is known from a breach
 */
export type PasswordFault =
  | "too-short"
  | "too-long"
  | "malformed"
  | "common"
  | "personal"
  | "breached";

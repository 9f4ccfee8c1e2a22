// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the email with a code as a second factor, in English.
 *
 * @module
 */

/** Texts of the email; paragraphs are separated by empty lines. */
export const factorCodeEnglish = {
  subject: "{code} is your code for {site}",
  heading: "Your code for {site}",
  text: "{code}\n\nEnter this code on {site} within {time}. Do not share it with anyone.\n\nIf you are not signing in now, another person may know your password: change it.\n",
};

// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the emails to a new address, in English.
 *
 * @module
 */

/** Texts of the emails; paragraphs are separated by empty lines. */
export const addressCodeEnglish = {
  /** With a code that proves a new address. */
  addressCode: {
    subject: "{code} is your code for {site}",
    heading: "Your code for {site}",
    text: "{code}\n\nEnter this code on {site} within {time} to confirm this address. Do not share it with anyone.\n\nIf you did not ask for this, ignore this email: nothing changes.\n",
  },
  /** In place of that code, when the address belongs to another account. */
  addressTaken: {
    subject: "Your address is in use on {site}",
    text: "Someone tried to add your address to another account, but it belongs to an account on {site} already. Sign in with this address to use it.\n\nIf you did not ask for this, ignore this email: nothing changes.\n",
  },
};

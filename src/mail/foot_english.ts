// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the links at the foot of pages and emails, in English.
 *
 * @module
 */

/** Texts of the links of `theme.links`. */
export const footEnglish = {
  terms: "Terms",
  privacy: "Privacy",
  support: "Support",
};

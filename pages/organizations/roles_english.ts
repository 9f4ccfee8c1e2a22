// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the roles that most apps have, in English.
 *
 * @module
 */

/** Names of roles, and what they are in one sentence; an app has words for its own in `texts`. */
export const roleEnglish = {
  owner: {
    name: "Owner",
    text: "Can do everything, including deleting the organization.",
  },
  admin: {
    name: "Admin",
    text: "Helps manage the organization.",
  },
  member: {
    name: "Member",
    text: "Takes part in the organization.",
  },
  guest: {
    name: "Guest",
    text: "Has limited access.",
  },
};

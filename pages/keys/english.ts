// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page of a user's API keys, in English.
 *
 * @module
 */

/** Texts of the page of a user's keys; `{name}` is the name of a key, `{date}` a date. */
export const keyEnglish = {
  /** Title of the list, and text of the links to it. */
  title: "Your API keys",
  /** Purpose of keys. */
  text: "With a key, a program can act for you. Give each program a key of its own.",
  /** Row of the account page. */
  row: {
    heading: "API keys",
    none: "You have no API keys.",
    open: "Manage API keys",
  },
  /** Time at which a key was made. */
  created: "Created {date}",
  /** Time of the last use. */
  used: "Last used {date}",
  /** A key that was not used yet. */
  neverUsed: "Not used yet",
  /** Time at which a key ends. */
  expires: "Valid until {date}",
  /** A key that does not end. */
  endless: "No expiration",
  /** Time until which a key is valid that has a successor. */
  replaced: "Replaced, still valid until {date}",
  /** Scopes of a key that may do what its owner may. */
  all: "All your permissions",
  /** Form for a new key. */
  create: {
    heading: "Create a key",
    name: "Name",
    scopes: "Permissions",
    days: "Expires in (days)",
    submit: "Create key",
  },
  /** A key that was made just now. */
  made: {
    heading: "Your new key",
    text: "Copy it now, and keep it in a safe place. It is not shown again.",
    key: "API key",
    done: "Done",
  },
  /** The question before a successor. */
  rotate: {
    act: "Replace",
    actOf: "Replace: {name}",
    heading: "Replace {name}?",
    text: "You get a new key with the same permissions. The current key works until {date}.",
    submit: "Create new key",
  },
  /** The question before the end. */
  revoke: {
    act: "Revoke",
    actOf: "Revoke: {name}",
    heading: "Revoke {name}?",
    text: "Programs that have this key can no longer act for you. This can’t be undone.",
    submit: "Revoke key",
  },
  /** Sentences after a change. */
  done: {
    made: "The key was created. It was shown once; if you have not copied it, replace it.",
    revoked: "The key was revoked.",
  },
  /** Reasons for which nothing was changed. */
  reasons: {
    forbidden: "A key can’t have permissions that you don’t have.",
    rotated: "This key was replaced already.",
    "too-many": "You have too many keys. Revoke one that you do not need.",
    unknown: "This key no longer exists.",
  },
  /** Faults of fields. */
  faults: {
    scopes: "Choose the permissions of the key.",
    expiresIn: "Enter 1 to 3650 days.",
  },
};

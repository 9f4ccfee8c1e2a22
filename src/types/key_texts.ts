/**
 * Texts of the page of API keys.
 *
 * @module
 */

/** Reasons that the page puts into words. */
export type KeyPageReason = "forbidden" | "rotated" | "too-many" | "unknown";

/** Texts of the page of API keys; `{name}` is the name of a key, `{date}` a date. */
export interface KeyPageTexts {
  /** Title of the list, and text of the links to it. */
  title: string;
  /** Purpose of keys. */
  text: string;
  /** Row of the account page. */
  row: { heading: string; none: string; open: string };
  /** Time at which a key was made. */
  created: string;
  /** Time of the last use. */
  used: string;
  /** A key that was not used yet. */
  neverUsed: string;
  /** Time at which a key ends. */
  expires: string;
  /** A key that does not end. */
  endless: string;
  /** Time until which a key is valid that has a successor. */
  replaced: string;
  /** Scopes of a key that may do what its owner may. */
  all: string;
  /** Form for a new key. */
  create: { heading: string; name: string; scopes: string; days: string; submit: string };
  /** A key that was made just now. */
  made: { heading: string; text: string; key: string; done: string };
  /** The question before a successor. */
  rotate: { act: string; actOf: string; heading: string; text: string; submit: string };
  /** The question before the end. */
  revoke: { act: string; actOf: string; heading: string; text: string; submit: string };
  /** Sentences after a change. */
  done: Readonly<Record<"made" | "revoked", string>>;
  /** Reasons for which nothing was changed. */
  reasons: Readonly<Record<KeyPageReason, string>>;
  /** Faults of fields. */
  faults: Readonly<Record<"scopes" | "expiresIn", string>>;
}

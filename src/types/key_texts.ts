/**
 * Texts of the pages of API keys.
 *
 * @module
 */

/** Reasons that the page puts into words. */
export type KeyPageReason = "forbidden" | "rotated" | "too-many" | "unknown";

/** Texts of the page of a user's keys; `{name}` is the name of a key, `{date}` a date. */
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

/**
 * Texts of the page of an organization's keys, in place of those of a user's page and in addition to
 * them; `{organization}` and `{name}` are names.
 */
export interface OrganizationKeyTexts {
  /** Title of the list, and text of the links to it. */
  title: string;
  /** Purpose of keys. */
  text: string;
  /** List without a key. */
  none: string;
  /** Scopes of a key or service that may do what the organization may. */
  all: string;
  /** Scopes of a key that may do what its service may. */
  allOfService: string;
  /** The service that a key is for. */
  service: string;
  /** Services, and the `{date}` of one. */
  services: { heading: string; text: string; add: string; created: string };
  /** Form for a new service. */
  create: { heading: string; scopes: string; submit: string };
  /** Form for a key of a service. */
  key: { act: string; actOf: string; heading: string };
  /** The question before a service ends. */
  delete: { act: string; actOf: string; heading: string; text: string; submit: string };
  /** Consequence of the end of a key. */
  revoke: string;
  /** Sentences after a change. */
  done: Readonly<Record<"service" | "service-deleted", string>>;
  /** Reasons for which nothing was changed. */
  reasons: Readonly<Record<"too-many" | "unknown", string>>;
  /** Fault of the form for a service. */
  scopes: string;
}

// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page of an organization's API keys, in English.
 *
 * @module
 */

/** In place of texts of a user's page and in addition to them; `{organization}` and `{name}` are names. */
export const organizationKeyEnglish = {
  /** Title of the list, and text of the links to it. */
  title: "API keys of {organization}",
  /** Purpose of keys. */
  text: "With a key, a program can act for the organization. Keys remain when the person who created them leaves.",
  /** List without a key. */
  none: "The organization has no API keys.",
  /** Scopes of a key or service that may do what the organization may. */
  all: "All permissions of the organization",
  /** Scopes of a key that may do what its service may. */
  allOfService: "All permissions of the service account",
  /** The service that a key is for. */
  service: "Service account: {name}",
  /** Services, and the `{date}` of one. */
  services: {
    heading: "Service accounts",
    text: "A service account is for a program of the organization, such as a build server. Its keys can’t have more permissions than the service account.",
    add: "Create service account",
    created: "Created {date}",
  },
  /** Form for a new service. */
  create: {
    heading: "Create a service account",
    scopes: "Permissions",
    submit: "Create service account",
  },
  /** Form for a key of a service. */
  key: {
    act: "Create key",
    actOf: "Create key: {name}",
    heading: "Create a key for {name}",
  },
  /** The question before a service ends. */
  delete: {
    act: "Delete",
    actOf: "Delete: {name}",
    heading: "Delete {name}?",
    text: "All keys of the service account end with it. This can’t be undone.",
    submit: "Delete service account",
  },
  /** Consequence of the end of a key. */
  revoke: "Programs that have this key can no longer act for the organization. This can’t be undone.",
  /** Sentences after a change. */
  done: {
    service: "The service account was created. It has no keys yet.",
    "service-deleted": "The service account was deleted, with its keys.",
  },
  /** Reasons for which nothing was changed. */
  reasons: {
    "too-many": "The organization has too many keys or service accounts. Remove what it doesn’t need.",
    unknown: "This key or service account no longer exists.",
  },
  /** Fault of the form for a service. */
  scopes: "Choose the permissions of the service account.",
};

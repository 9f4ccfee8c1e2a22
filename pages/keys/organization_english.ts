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
  all: "Everything that the organization may do",
  /** Scopes of a key that may do what its service may. */
  allOfService: "Everything that the service may do",
  /** The service that a key is for. */
  service: "Service: {name}",
  /** Services, and the `{date}` of one. */
  services: {
    heading: "Services",
    text: "A service is a program of the organization, such as a build server. Its keys can do no more than the service.",
    add: "Create a service",
    created: "Created {date}",
  },
  /** Form for a new service. */
  create: {
    heading: "Create a service",
    scopes: "The service may do this",
    submit: "Create the service",
  },
  /** Form for a key of a service. */
  key: {
    act: "Create a key",
    actOf: "Create a key: {name}",
    heading: "Create a key for {name}",
  },
  /** The question before a service ends. */
  delete: {
    act: "Delete",
    actOf: "Delete: {name}",
    heading: "Delete {name}?",
    text: "All keys of the service end with it. This cannot be undone.",
    submit: "Delete the service",
  },
  /** Consequence of the end of a key. */
  revoke: "Programs that have this key can no longer act for the organization. This cannot be undone.",
  /** Sentences after a change. */
  done: {
    service: "The service was created. It has no keys yet.",
    "service-deleted": "The service was deleted, with its keys.",
  },
  /** Reasons for which nothing was changed. */
  reasons: {
    "too-many": "The organization has too many keys or services. Remove what it does not need.",
    unknown: "This key or service no longer exists.",
  },
  /** Fault of the form for a service. */
  scopes: "Choose what the service may do.",
};

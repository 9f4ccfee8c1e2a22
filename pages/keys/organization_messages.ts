/**
 * Texts of the page of an organization's API keys, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { OrganizationKeyTexts } from "../../src/types/key_texts.ts";

const english: OrganizationKeyTexts = {
  title: "API keys of {organization}",
  text:
    "With a key, a program can act for the organization. Keys remain when the person who created them leaves.",
  none: "The organization has no API keys.",
  all: "Everything that the organization may do",
  allOfService: "Everything that the service may do",
  service: "Service: {name}",
  services: {
    heading: "Services",
    text:
      "A service is a program of the organization, such as a build server. Its keys can do no more than the service.",
    add: "Create a service",
    created: "Created {date}",
  },
  create: {
    heading: "Create a service",
    scopes: "The service may do this",
    submit: "Create the service",
  },
  key: {
    act: "Create a key",
    actOf: "Create a key: {name}",
    heading: "Create a key for {name}",
  },
  delete: {
    act: "Delete",
    actOf: "Delete: {name}",
    heading: "Delete {name}?",
    text: "All keys of the service end with it. This cannot be undone.",
    submit: "Delete the service",
  },
  revoke:
    "Programs that have this key can no longer act for the organization. This cannot be undone.",
  done: {
    service: "The service was created. It has no keys yet.",
    "service-deleted": "The service was deleted, with its keys.",
  },
  reasons: {
    "too-many": "The organization has too many keys or services. Remove what it does not need.",
    unknown: "This key or service no longer exists.",
  },
  scopes: "Choose what the service may do.",
};

/** The texts of the page. */
export function organizationKeyMessages(wording: Wording): OrganizationKeyTexts {
  return textsIn(english, wording, ({ organizationKeys }) => organizationKeys);
}

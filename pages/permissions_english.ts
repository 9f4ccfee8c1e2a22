// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the permissions that organizations themselves ask for, in English.
 *
 * @module
 */

/** Where people choose permissions; an app has words for its own in `scopes` of its `texts`. */
export const permissionEnglish = {
  /** Headings, by what a permission is about. */
  groups: {
    key: "API keys",
    member: "Members",
    organization: "Organization",
    service: "Service accounts",
    further: "Other",
  },
  /** Chooses all of a `{group}`. */
  all: "Select all: {group}",
  /** What a person, key or app can do. */
  names: {
    "key:create": "Create API keys",
    "key:read": "See API keys",
    "key:revoke": "Revoke API keys",
    "member:invite": "Invite members",
    "member:remove": "Remove members",
    "member:role": "Change roles of members",
    "organization:update": "Change organization settings",
    "organization:delete": "Delete organization",
    "service:create": "Create service accounts",
    "service:read": "See service accounts",
    "service:delete": "Delete service accounts",
  },
};

/**
 * Differences between the providers of this library and of Auth.js, with their
 * reasons. The test fails for a difference that is not listed here, and for a
 * listed one that no longer occurs.
 *
 * @module
 */

import type { Described } from "./_providers.ts";

/** Reasons of deliberate differences. */
export const reasons = {
  "endpoint-exists": "Auth.js has no endpoint, or a URL with a placeholder that is never replaced.",
  "endpoint-documented":
    "The token endpoint is the documented one; Auth.js uses the URL of the sign-in page.",
  "endpoint-moved": "The site has shut down the old endpoint.",
  "profile-as-documented": "The profile is read as documented by the site; Auth.js throws for it.",
  "verification-claim":
    "The site returns the claim `email_verified` only when it is requested by name.",
  "fragment": "The site requires the fragment; mobile browsers fail without it.",
  "id-is-string": "Ids of accounts are strings; Auth.js returns the same number as a number.",
  "id-is-stable":
    "Auth.js uses the handle, which a user can change and another user can then take; this id never changes.",
  "no-body-no-type": "A request without a body has no content type.",
  "no-empty-parameter": "An option that is not set adds no parameter; Auth.js sends an empty one.",
  "client-id-by-default":
    "Every authorization request has the client id, so the endpoint does not repeat it.",
  "default-scope":
    "Without the option, the scope is the one that reading a profile needs; Auth.js sends `undefined`.",
  "name-for-people": "People know the account by this name, and its maker wants it on buttons.",
  "name-of-today": "The site has another name now, and its mark shows it.",
  "version-by-default":
    "Without `version`, it is OAuth 1.0a, as specified; Auth.js has OAuth 2.0 only.",
} as const;

/** Differing members by subpath. */
export const differences: Record<
  string,
  Partial<Record<keyof Described, keyof typeof reasons>>
> = {
  "azure-devops": { token: "endpoint-documented" },
  "bungie": { userinfo: "endpoint-exists", request: "endpoint-exists" },
  "concept2": { user: "id-is-string" },
  "dribbble": { scope: "default-scope" },
  "freshbooks": { user: "id-is-string" },
  "hubspot": {
    authorization: "client-id-by-default",
    request: "no-body-no-type",
    user: "id-is-string",
  },
  "mailchimp": { user: "id-is-string" },
  "pinterest": { user: "id-is-stable" },
  "strava": { user: "id-is-string" },
  "threads": { user: "profile-as-documented" },
  "todoist": { userinfo: "endpoint-exists", request: "endpoint-moved" },
  "trakt": { userinfo: "id-is-stable", request: "id-is-stable", user: "id-is-stable" },
  "twitch": { authorization: "verification-claim" },
  "twitter": {
    authorization: "version-by-default",
    checks: "version-by-default",
    name: "name-of-today",
    scope: "version-by-default",
    token: "version-by-default",
  },
  "azure-ad": { name: "name-for-people" },
  "microsoft-entra-id": { name: "name-for-people" },
  'twitter with `version: "2.0"`': { name: "name-of-today" },
  "vk": { user: "id-is-string" },
  "wechat": { authorization: "fragment" },
  "wordpress": { user: "id-is-string" },
  "workos": { authorization: "no-empty-parameter" },
  "zoho": { user: "id-is-string" },
};

/** Subpaths of Auth.js that this library does not have yet. */
export const missing: string[] = [];

/** Subpaths of this library that Auth.js does not have. */
export const added: readonly string[] = ["password"];

/**
 * Where our providers differ from those of the compatible core, and why. A
 * difference that is not here fails the test, and so does one that no longer
 * occurs.
 *
 * @module
 */

import type { Described } from "./_providers.ts";

/** Why a difference is meant. */
export const reasons = {
  "address-exists":
    "The address of the compatible core is a placeholder that nothing fills in, or is none at all.",
  "address-documented":
    "The site documents another address for tokens; the compatible core names that for people.",
  "address-moved": "The site has switched the old address off.",
  "answer-as-documented":
    "The profile is read as the site documents it, where the compatible core fails on it.",
  "asks-for-verification":
    "The claim that tells whether the address is verified has to be asked for by name.",
  "fragment": "The site requires the fragment, and browsers on phones fail without.",
  "id-is-text": "Ids of accounts are text; this is the same number.",
  "id-is-stable":
    "The compatible core takes the handle, which people change and others take over; this id stays.",
  "no-body-no-type": "A request without a body has no content type.",
  "no-empty-parameter": "An option that is not set sends nothing, instead of an empty text.",
  "sent-anyway": "The library sends the client id by itself.",
  "scope-is-one":
    "An option that is not set asks for what reading a profile needs, instead of the text `undefined`.",
} as const;

/** Differing members by subpath. */
export const differences: Record<
  string,
  Partial<Record<keyof Described, keyof typeof reasons>>
> = {
  "azure-devops": { token: "address-documented" },
  "bungie": { userinfo: "address-exists", request: "address-exists" },
  "concept2": { user: "id-is-text" },
  "dribbble": { scope: "scope-is-one" },
  "freshbooks": { user: "id-is-text" },
  "hubspot": {
    authorization: "sent-anyway",
    request: "no-body-no-type",
    user: "id-is-text",
  },
  "mailchimp": { user: "id-is-text" },
  "pinterest": { user: "id-is-stable" },
  "strava": { user: "id-is-text" },
  "threads": { user: "answer-as-documented" },
  "todoist": { userinfo: "address-exists", request: "address-moved" },
  "trakt": { userinfo: "id-is-stable", request: "id-is-stable", user: "id-is-stable" },
  "twitch": { authorization: "asks-for-verification" },
  "vk": { user: "id-is-text" },
  "wechat": { authorization: "fragment" },
  "wordpress": { user: "id-is-text" },
  "workos": { authorization: "no-empty-parameter" },
  "zoho": { user: "id-is-text" },
};

/** Subpaths of the compatible core that are not here yet. */
export const missing: string[] = [];

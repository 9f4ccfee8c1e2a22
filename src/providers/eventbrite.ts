/**
 * Eventbrite, OAuth 2.0: {@link https://www.eventbrite.com/platform/api#/introduction/authentication}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of Eventbrite's user that are read here. */
export interface EventbriteProfile extends AnyMembers {
  /** Stable account number as a string. */
  id: string;
  /** Full name. */
  name: string;
  /** Email addresses; the primary one is used. */
  emails: (AnyMembers & {
    /** Email address. */
    email: string;
    /** `true` for the account's main address. */
    primary: boolean;
    /** `true` when Eventbrite verified it. */
    verified?: boolean;
  })[];
  /** Id of the picture. */
  image_id: string | null;
}

/**
 * Sign in with Eventbrite. Callback URL:
 * `{origin}{basePath}/callback/eventbrite`.
 * Variables: `AUTH_EVENTBRITE_ID`, `AUTH_EVENTBRITE_SECRET`.
 *
 * Create an API key at {@link https://www.eventbrite.com/account-settings/apps}
 * with the callback URL as its OAuth redirect URI. The client id is the API
 * key.
 */
const Eventbrite: OAuthProvider<"eventbrite", EventbriteProfile> = oauth("eventbrite", {
  name: "Eventbrite",
  authorization: {
    url: "https://www.eventbrite.com/oauth/authorize",
    params: { scope: "user.profile" },
  },
  token: "https://www.eventbrite.com/oauth/token",
  userinfo: "https://www.eventbriteapi.com/v3/users/me/",
  client: { token_endpoint_auth_method: "client_secret_post" },
  emailVerified: (user) => primaryOf(user)?.verified === true,
  profile: (user) => ({
    id: user.id,
    name: user.name,
    email: primaryOf(user)?.email,
    image: user.image_id ? pictureOf(user.image_id) : null,
  }),
  style: { brandColor: "#f05537" },
});
export default Eventbrite;

/** The account's main address. */
function primaryOf({ emails }: EventbriteProfile): EventbriteProfile["emails"][number] | undefined {
  return emails?.find(({ primary }) => primary);
}

/** The URL of the original is a path segment of the resizing host. */
function pictureOf(id: string): string {
  const original = `https://cdn.evbuc.com/images/${id}/1/original.jpg`;
  return `https://img.evbuc.com/${encodeURIComponent(original)}`;
}

/**
 * EVE Online, OAuth 2.0: {@link https://developers.eveonline.com/docs/services/sso/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of EVE Online's user that are read here. */
export interface EVEOnlineProfile extends AnyMembers {
  /** Stable number of the character. */
  CharacterID: number;
  /** Name of the character. */
  CharacterName: string;
  /** Changes when the character is transferred to another person. */
  CharacterOwnerHash?: string;
}

/**
 * Sign in with EVE Online. Callback URL:
 * `{origin}{basePath}/callback/eveonline`.
 * Variables: `AUTH_EVEONLINE_ID`, `AUTH_EVEONLINE_SECRET`.
 *
 * Create an application at {@link
 * https://developers.eveonline.com/applications} with the callback URL and the
 * scope `publicData`.
 *
 * A person is identified by a character. A character can be transferred to another
 * person: store `profile.CharacterOwnerHash` and refuse a different one in the
 * `signIn` callback where that matters.
 */
const EVEOnline: OAuthProvider<"eveonline", EVEOnlineProfile> = oauth("eveonline", {
  name: "EVE Online",
  authorization: {
    url: "https://login.eveonline.com/v2/oauth/authorize",
    params: { scope: "publicData" },
  },
  token: "https://login.eveonline.com/v2/oauth/token",
  userinfo: "https://login.eveonline.com/oauth/verify",
  checks: ["state"],
  emailVerified: false, // the profile has no address
  profile: (user) => ({
    id: String(user.CharacterID),
    name: user.CharacterName,
    email: null,
    image: `https://image.eveonline.com/Character/${user.CharacterID}_128.jpg`,
  }),
});
export default EVEOnline;

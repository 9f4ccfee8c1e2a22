/**
 * Patreon, OAuth 2.0: {@link https://docs.patreon.com/#oauth}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/patreon.ts";

/** Account data. */
export interface PatreonUser {
  /** Stable account number, as text. */
  id: string;
  /** Attributes of the account. */
  attributes: AnyMembers & {
    /** Full name. */
    full_name: string;
    /** Email address. */
    email: string;
    /** `true` when the address is verified. */
    is_email_verified?: boolean;
    /** URL of a picture. */
    image_url: string;
  };
}

/** Members of Patreon's profile that are read here. */
export interface PatreonProfile extends AnyMembers {
  /** Account data. */
  data: PatreonUser;
}

/**
 * Sign in with Patreon. Create a client in the platform portal. Callback URL:
 * `{origin}{basePath}/callback/patreon`. Variables: `AUTH_PATREON_ID`,
 * `AUTH_PATREON_SECRET`.
 */
const Patreon: OAuthProvider<"patreon", PatreonProfile> = oauth("patreon", {
  name: "Patreon",
  authorization: "https://www.patreon.com/oauth2/authorize?scope=identity identity[email]",
  token: "https://www.patreon.com/api/oauth2/token",
  userinfo: "https://www.patreon.com/api/oauth2/api/current_user",
  // https://docs.patreon.com/#user
  emailVerified: ({ data }) => data?.attributes?.is_email_verified === true,
  profile: ({ data }) => ({
    id: data.id,
    name: data.attributes.full_name,
    email: data.attributes.email,
    image: data.attributes.image_url,
  }),
  style: { brandColor: "#e85b46", mark },
});
export default Patreon;

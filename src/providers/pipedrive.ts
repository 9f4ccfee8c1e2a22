/**
 * Pipedrive, OAuth 2.0: {@link https://pipedrive.readme.io/docs/marketplace-oauth-authorization}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Account data. */
export interface PipedriveUser extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Full name. */
  name: string;
  /** Email address. */
  email: string;
  /** URL of a picture. */
  icon_url: string | null;
  /** Number of the company. */
  company_id?: number;
}

/** Members of Pipedrive's profile that are read here. */
export interface PipedriveProfile extends AnyMembers {
  /** `true` when the request succeeded. */
  success: boolean;
  /** Account data. */
  data: PipedriveUser;
}

/**
 * Sign in with Pipedrive. Create an app in the Developer Hub. Callback URL:
 * `{origin}{basePath}/callback/pipedrive`. Variables: `AUTH_PIPEDRIVE_ID`,
 * `AUTH_PIPEDRIVE_SECRET`.
 */
const Pipedrive: OAuthProvider<"pipedrive", PipedriveProfile> = oauth("pipedrive", {
  name: "Pipedrive",
  authorization: "https://oauth.pipedrive.com/oauth/authorize",
  token: "https://oauth.pipedrive.com/oauth/token",
  userinfo: "https://api.pipedrive.com/users/me",
  emailVerified: false, // the site does not document verification
  profile: ({ data }) => ({
    id: String(data.id),
    name: data.name,
    email: data.email,
    image: data.icon_url,
  }),
});
export default Pipedrive;

/**
 * Mailchimp, OAuth 2.0: {@link https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/mailchimp.ts";

/** Members of Mailchimp's profile that are read here. */
export interface MailchimpProfile extends AnyMembers {
  /** Name of the account. */
  accountname: string;
  /** Person who authorized the app. */
  login: { /** Number of the login. */ login_id: number; /** Email address. */ email: string };
}

/**
 * Sign in with Mailchimp. Register an app in the account's extras. Callback
 * URL: `{origin}{basePath}/callback/mailchimp`. Variables: `AUTH_MAILCHIMP_ID`,
 * `AUTH_MAILCHIMP_SECRET`.
 */
const Mailchimp: OAuthProvider<"mailchimp", MailchimpProfile> = oauth("mailchimp", {
  name: "Mailchimp",
  authorization: "https://login.mailchimp.com/oauth2/authorize",
  token: "https://login.mailchimp.com/oauth2/token",
  userinfo: "https://login.mailchimp.com/oauth2/metadata",
  emailVerified: false, // the site does not document verification
  profile: (metadata) => ({
    id: String(metadata.login.login_id),
    name: metadata.accountname,
    email: metadata.login.email,
    image: null,
  }),
  style: { brandColor: "#000", mark },
});
export default Mailchimp;

/**
 * Mailchimp, OAuth 2.0: {@link https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/mailchimp.ts";

/** Members of Mailchimp's profile that are read here. */
export interface MailchimpProfile {
  /** Name of the account. */
  accountname: string;
  /** Person who authorized the app. */
  login: { /** Number of the login. */ login_id: number; /** E-mail address. */ email: string };
  /** Members that Mailchimp adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Mailchimp. Register an app in the account's extras. Callback
 * URL: `{origin}{basePath}/callback/mailchimp`. Variables: `AUTH_MAILCHIMP_ID`,
 * `AUTH_MAILCHIMP_SECRET`.
 *
 * @example
 * ```ts
 * import Mailchimp from "@x/auth/providers/mailchimp";
 *
 * const provider = Mailchimp({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Mailchimp<
  P extends MailchimpProfile,
  Id extends OwnId<"mailchimp"> = "mailchimp",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "mailchimp"),
    name: "Mailchimp",
    type: "oauth",
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
    options,
  };
}

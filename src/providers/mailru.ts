/**
 * Mail.ru, OAuth 2.0: {@link https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/mailru.ts";
import { completeTokenType } from "./_token_type.ts";

/** Members of Mail.ru's profile that are read here. */
export interface MailruProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** Full name. */
  name: string;
  /** Nickname of the account. */
  nickname?: string;
  /** Email address. */
  email: string;
}

/**
 * Sign in with Mail.ru. Create an app and add the redirect URI to it. Callback
 * URL: `{origin}{basePath}/callback/mailru`. Variables: `AUTH_MAILRU_ID`,
 * `AUTH_MAILRU_SECRET`.
 */
const Mailru: OAuthProvider<"mailru", MailruProfile> = oauth("mailru", {
  name: "Mail.ru",
  authorization: "https://oauth.mail.ru/login?scope=userinfo",
  token: { url: "https://oauth.mail.ru/token", conform: completeTokenType },
  userinfo: "https://oauth.mail.ru/userinfo",
  emailVerified: false, // the site does not document verification
  style: { mark },
});
export default Mailru;

/**
 * Mail.ru, OAuth 2.0: {@link https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index}.
 *
 * @module
 */

import { completeTokenType } from "./_token_type.ts";
import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/mailru.ts";

/** Members of Mail.ru's profile that are read here. */
export interface MailruProfile {
  /** Stable account id. */
  id: string;
  /** Full name. */
  name: string;
  /** Nickname of the account. */
  nickname?: string;
  /** E-mail address. */
  email: string;
  /** Members that Mail.ru adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Mail.ru. Create an app and add the redirect URI to it. Callback
 * URL: `{origin}{basePath}/callback/mailru`. Variables: `AUTH_MAILRU_ID`,
 * `AUTH_MAILRU_SECRET`.
 *
 * @example
 * ```ts
 * import Mailru from "@x/auth/providers/mailru";
 *
 * const provider = Mailru({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Mailru<P extends MailruProfile, Id extends OwnId<"mailru"> = "mailru">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "mailru"),
    name: "Mail.ru",
    type: "oauth",
    authorization: "https://oauth.mail.ru/login?scope=userinfo",
    token: { url: "https://oauth.mail.ru/token", conform: completeTokenType },
    userinfo: "https://oauth.mail.ru/userinfo",
    emailVerified: false, // the site does not document verification
    style: { mark },
    options,
  };
}

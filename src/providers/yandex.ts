/**
 * Yandex, OAuth 2.0: {@link https://yandex.com/dev/id/doc/en/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of Yandex's profile that are read here. */
export interface YandexProfile {
  /** Stable account number, as text. */
  id: string;
  /** User name. */
  login: string;
  /** Display name. */
  display_name?: string;
  /** Full name. */
  real_name?: string | null;
  /** Given name. */
  first_name?: string | null;
  /** Main e-mail address. */
  default_email?: string;
  /** E-mail addresses. */
  emails?: string[];
  /** `true` when the picture is the site's placeholder. */
  is_avatar_empty?: boolean;
  /** Id of the picture. */
  default_avatar_id?: string;
  /** Members that Yandex adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Yandex. Register an app for "User authorization" with access to
 * login, e-mail and picture. Callback URL:
 * `{origin}{basePath}/callback/yandex`. Variables: `AUTH_YANDEX_ID`,
 * `AUTH_YANDEX_SECRET`.
 *
 * @example
 * ```ts
 * import Yandex from "@x/auth/providers/yandex";
 *
 * const provider = Yandex({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Yandex<P extends YandexProfile, Id extends OwnId<"yandex"> = "yandex">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "yandex"),
    name: "Yandex",
    type: "oauth",
    authorization: "https://oauth.yandex.ru/authorize?scope=login:info login:email login:avatar",
    token: "https://oauth.yandex.ru/token",
    userinfo: "https://login.yandex.ru/info?format=json",
    emailVerified: false, // the site does not document verification
    profile: (me) => ({
      id: me.id,
      name: me.display_name ?? me.real_name ?? me.first_name,
      email: me.default_email ?? me.emails?.[0] ?? null,
      image: !me.is_avatar_empty && me.default_avatar_id
        ? `https://avatars.yandex.net/get-yapic/${me.default_avatar_id}/islands-200`
        : null,
    }),
    style: { brandColor: "#ffcc00" },
    options,
  };
}

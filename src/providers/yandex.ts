/**
 * Yandex, OAuth 2.0: {@link https://yandex.com/dev/id/doc/en/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of Yandex's profile that are read here. */
export interface YandexProfile extends AnyMembers {
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
  /** Main email address. */
  default_email?: string;
  /** Email addresses. */
  emails?: string[];
  /** `true` when the picture is the site's placeholder. */
  is_avatar_empty?: boolean;
  /** Id of the picture. */
  default_avatar_id?: string;
}

/**
 * Sign in with Yandex. Register an app for "User authorization" with access to
 * login, email and picture. Callback URL:
 * `{origin}{basePath}/callback/yandex`. Variables: `AUTH_YANDEX_ID`,
 * `AUTH_YANDEX_SECRET`.
 */
const Yandex: OAuthProvider<"yandex", YandexProfile> = oauth("yandex", {
  name: "Yandex",
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
});
export default Yandex;

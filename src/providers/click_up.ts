/**
 * ClickUp, OAuth 2.0: {@link https://developer.clickup.com/docs/authentication}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/click_up.ts";

/** Members of ClickUp's user that are read here. */
export interface ClickUpProfile {
  /** Account data of the person. */
  user: {
    /** Stable account number. */
    id: number;
    /** Name shown to others. */
    username: string;
    /** URL of a picture. */
    profilePicture: string | null;
    /** CSS color of the person's badge. */
    color: string;
    /** Members that ClickUp adds. */
    // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
    [member: string]: any;
  };
  /** Members that ClickUp adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with ClickUp. Callback URL: `{origin}{basePath}/callback/click-up`.
 * Variables: `AUTH_CLICK_UP_ID`, `AUTH_CLICK_UP_SECRET`.
 *
 * Create an app under Settings, Apps with the host of the callback URL as its
 * redirect URL.
 *
 * The user has two more members than usual, `profilePicture` and `color`, and
 * neither `email` nor `image`.
 *
 * @example
 * ```ts
 * import ClickUp from "@x/auth/providers/click-up";
 *
 * const provider = ClickUp({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function ClickUp<
  P extends ClickUpProfile,
  Id extends OwnId<"click-up"> = "click-up",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "click-up"),
    name: "ClickUp",
    type: "oauth",
    authorization: "https://app.clickup.com/api",
    token: "https://api.clickup.com/api/v2/oauth/token",
    userinfo: "https://api.clickup.com/api/v2/user",
    checks: ["state"],
    emailVerified: false, // the profile has no address
    profile: ({ user }) => {
      const { id, username, profilePicture, color } = user;
      return { id: String(id), name: username, ...{ profilePicture, color } };
    },
    style: { brandColor: "#24292f", mark },
    options,
  };
}

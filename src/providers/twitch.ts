/**
 * Twitch, OpenID Connect: {@link https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/twitch.ts";

/** Claims of Twitch's ID token that are read here. */
export interface TwitchProfile extends AnyMembers {
  /** Stable account number, as text. */
  sub: string;
  /** User name. */
  preferred_username: string;
  /** Email address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture: string;
}

/**
 * Sign in with Twitch. Register an application in the developer console.
 * Callback URL: `{origin}{basePath}/callback/twitch`. Variables:
 * `AUTH_TWITCH_ID`, `AUTH_TWITCH_SECRET`.
 */
const Twitch: OIDCProvider<"twitch", TwitchProfile> = oidc("twitch", {
  name: "Twitch",
  issuer: "https://id.twitch.tv/oauth2",
  authorization: {
    params: {
      scope: "openid user:read:email",
      // The ID token has these claims only when they are requested by name.
      claims: {
        id_token: {
          email: null,
          email_verified: null,
          picture: null,
          preferred_username: null,
        },
      },
    },
  },
  token: { conform: repair },
  client: { token_endpoint_auth_method: "client_secret_post" },
  emailVerified: "email_verified",
  style: { brandColor: "#65459B", mark },
});
export default Twitch;

/**
 * Turns Twitch's list of scopes into a string, as RFC 6749 §5.1 requires, and its
 * errors into an error code of §5.2.
 */
async function repair(response: Response): Promise<Response> {
  const answer = await response.json();
  if (!response.ok) return Response.json({ error: "invalid_request" }, { status: 400 });
  const { scope, ...rest } = answer;
  return Response.json(Array.isArray(scope) ? { ...rest, scope: scope.join(" ") } : rest);
}

/**
 * FusionAuth, OpenID Connect: {@link https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/fusionauth.ts";

/** Claims of FusionAuth's ID token that are read here. */
export interface FusionAuthProfile extends AnyMembers {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name?: string;
  /** User name; used when there is no `name`. */
  preferred_username?: string;
  /** Given name: the parts are joined when there is neither. */
  given_name?: string;
  /** Middle name. */
  middle_name?: string;
  /** Family name. */
  family_name?: string;
  /** Email address. */
  email: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
}

/** Options that only {@linkcode FusionAuth} has. */
export interface FusionAuthOptions {
  /** Tenant to sign in to, when the server has several. */
  tenantId?: string | undefined;
}

/**
 * Sign in with FusionAuth. Callback URL:
 * `{origin}{basePath}/callback/fusionauth`.
 * Variables: `AUTH_FUSIONAUTH_ID`, `AUTH_FUSIONAUTH_SECRET`,
 * `AUTH_FUSIONAUTH_ISSUER`.
 *
 * Create an application with the authorization code grant and the callback URL
 * among its authorized redirect URLs. ID tokens must be signed with an
 * asymmetric key, RS256. The issuer is the one of the tenant, written as a URL.
 */
const FusionAuth: OIDCProvider<"fusionauth", FusionAuthProfile, FusionAuthOptions> = oidc(
  "fusionauth",
  (options) => {
    const issuer = options.issuer?.replace(/\/$/, "");
    return {
      name: "FusionAuth",
      authorization: {
        params: {
          scope: "openid offline_access email profile",
          ...options.tenantId ? { tenantId: options.tenantId } : {},
        },
      },
      token: {
        url: issuer && `${issuer}/oauth2/token`,
        conform: (response) => {
          // FusionAuth sends `WWW-Authenticate` with a status other than 401, which RFC 9110 §11.6.1
          // allows and the protocol library refuses.
          if (response.status === 401) return;
          const { body, status, statusText } = response;
          const headers = new Headers(response.headers);
          headers.delete("www-authenticate");
          return new Response(body, { status, statusText, headers });
        },
      },
      userinfo: issuer && `${issuer}/oauth2/userinfo`,
      checks: ["pkce", "state"],
      emailVerified: "email_verified",
      profile: (user) => ({
        id: user.sub,
        name: user.name ?? user.preferred_username ??
          [user.given_name, user.middle_name, user.family_name].filter(Boolean).join(" "),
        email: user.email,
        image: user.picture,
      }),
      style: { mark },
    };
  },
);
export default FusionAuth;

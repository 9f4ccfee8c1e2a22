/**
 * WorkOS, OAuth 2.0: {@link https://workos.com/docs/sso}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { completeTokenType } from "./_token_type.ts";

/** Members of WorkOS's profile that are read here. */
export interface WorkOSProfile extends AnyMembers {
  /** Stable id of the profile. */
  id: string;
  /** Email address. */
  email: string;
  /** Given name. */
  first_name: string | null;
  /** Family name. */
  last_name: string | null;
  /** Connection that the person signed in with. */
  connection_id: string;
  /** Organization of the connection. */
  organization_id?: string | null;
  /** Attributes that the identity provider sent. */
  raw_attributes?: { /** URL of a picture. */ picture?: string };
}

/** Options that only {@linkcode WorkOS} has. */
export interface WorkOSOptions {
  /** Connection for all sign-ins. */
  connection?: string | undefined;
}

/**
 * Sign in with WorkOS. Add the redirect URI in the dashboard. The secret is the
 * API key. Callback URL: `{origin}{basePath}/callback/workos`. Variables:
 * `AUTH_WORKOS_ID`, `AUTH_WORKOS_SECRET`.
 *
 * WorkOS requires the identity provider to use: pass `connection` to this
 * function, or one of `connection`, `organization` and `provider` with each
 * sign-in.
 */
const WorkOS: OAuthProvider<"workos", WorkOSProfile, WorkOSOptions> = oauth("workos", (options) => {
  const api = (options.issuer ?? "https://api.workos.com/").replace(/\/?$/, "/");
  return {
    name: "WorkOS",
    authorization: {
      url: `${api}sso/authorize`,
      params: options.connection ? { connection: options.connection } : {},
    },
    token: { url: `${api}sso/token`, conform: completeTokenType },
    userinfo: `${api}sso/profile`,
    client: { token_endpoint_auth_method: "client_secret_post" },
    // The identity provider of the connection sends the address, and nothing verifies it.
    emailVerified: false,
    profile: (me) => ({
      id: me.id,
      name: [me.first_name, me.last_name].filter(Boolean).join(" "),
      email: me.email,
      image: me.raw_attributes?.picture ?? null,
    }),
    style: { brandColor: "#6363f1" },
  };
});
export default WorkOS;

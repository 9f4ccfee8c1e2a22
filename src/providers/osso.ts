/**
 * Osso, OAuth 2.0: {@link https://ossoapp.com/docs/configure/authentication/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of Osso's profile that are read here. */
export interface OssoProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** Email address. */
  email: string;
  /** Full name. */
  name?: string;
}

/**
 * Sign in with Osso. Create an OAuth client in the admin interface. Callback
 * URL: `{origin}{basePath}/callback/osso`. Variables: `AUTH_OSSO_ID`,
 * `AUTH_OSSO_SECRET`, `AUTH_OSSO_ISSUER`.
 *
 * @param options `issuer` is required: the URL of the instance, for example
 * `https://osso.example.com/`
 */
const Osso: OAuthProvider<"osso", OssoProfile> = oauth("osso", (options) => {
  const site = options.issuer?.replace(/\/?$/, "/");
  return {
    name: "Osso",
    authorization: site && `${site}oauth/authorize`,
    token: site && `${site}oauth/token`,
    userinfo: site && `${site}oauth/me`,
    // The identity provider of the connection sends the address, and nothing verifies it.
    emailVerified: false,
  };
});
export default Osso;

/**
 * BoxyHQ SAML, OAuth 2.0: {@link https://boxyhq.com/docs/jackson/sso-flow/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of BoxyHQ SAML's user that are read here. */
export interface BoxyHQSAMLProfile extends AnyMembers {
  /** Identifier of the person at the connection. */
  id: string;
  /** Email address. */
  email: string;
  /** Given name. */
  firstName?: string;
  /** Family name. */
  lastName?: string;
}

/**
 * Sign in with BoxyHQ SAML. Callback URL:
 * `{origin}{basePath}/callback/boxyhq-saml`.
 * Variables: `AUTH_BOXYHQ_SAML_ID`, `AUTH_BOXYHQ_SAML_SECRET`,
 * `AUTH_BOXYHQ_SAML_ISSUER`.
 *
 * Run SAML Jackson, add a connection with the callback URL as a redirect URL,
 * and pass the address of the service as `issuer`. With an OpenID Connect
 * connection, write a provider object of type `oidc` with that issuer instead.
 *
 * Pass `tenant` and `product` as `authorization.params`, or use the client id
 * that the service issued for them. The endpoints are made from `issuer`, so pass
 * it as an option, or list the provider uncalled when it comes from the
 * variable.
 */
const SAMLJackson: OAuthProvider<"boxyhq-saml", BoxyHQSAMLProfile> = oauth(
  "boxyhq-saml",
  (options) => {
    const issuer = options.issuer?.replace(/\/$/, "");
    return {
      name: "BoxyHQ SAML",
      authorization: issuer && {
        url: `${issuer}/api/oauth/authorize`,
        params: { provider: "saml" },
      },
      token: issuer && `${issuer}/api/oauth/token`,
      userinfo: issuer && `${issuer}/api/oauth/userinfo`,
      // The identity provider of the connection sends the address, and nothing verifies it.
      emailVerified: false,
      profile: (user) => ({
        id: user.id,
        name: [user.firstName, user.lastName].filter(Boolean).join(" "),
        email: user.email,
        image: null,
      }),
      style: { brandColor: "#25c2a0" },
    };
  },
);
export default SAMLJackson;

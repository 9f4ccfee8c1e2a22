/**
 * BoxyHQ SAML, OAuth 2.0: {@link https://boxyhq.com/docs/jackson/sso-flow/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of BoxyHQ SAML's user that are read here. */
export interface BoxyHQSAMLProfile {
  /** Identifier of the person at the connection. */
  id: string;
  /** E-mail address. */
  email: string;
  /** Given name. */
  firstName?: string;
  /** Family name. */
  lastName?: string;
  /** Members that BoxyHQ SAML adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
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
 *
 * @example
 * ```ts
 * import SAMLJackson from "@x/auth/providers/boxyhq-saml";
 *
 * const provider = SAMLJackson({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://sso.example.com",
 * });
 * console.log(provider.id);
 * ```
 */
export default function SAMLJackson<
  P extends BoxyHQSAMLProfile,
  Id extends OwnId<"boxyhq-saml"> = "boxyhq-saml",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  const issuer = options?.issuer?.replace(/\/$/, "");
  return {
    id: idOf(options, "boxyhq-saml"),
    name: "BoxyHQ SAML",
    type: "oauth",
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
    options,
  };
}

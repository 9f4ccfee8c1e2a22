/**
 * BankID Norge, OpenID Connect: {@link https://developer.bankid.no/bankid-with-biometrics/}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";

/** Members of BankID's userinfo that are read here. */
export interface BankIDNorwayProfile extends AnyMembers {
  /** Identifier of the person for this client. */
  sub: string;
  /** Full name. */
  name: string;
  /** Email address, when the scope allows it. */
  email?: string;
}

/**
 * Sign in with BankID Norge. Callback URL:
 * `{origin}{basePath}/callback/bankid-no`.
 * Variables: `AUTH_BANKID_NO_ID`, `AUTH_BANKID_NO_SECRET`.
 *
 * Order a client from a BankID partner and register the callback URL with it.
 * The profile is read from the userinfo endpoint, which answers with a signed
 * JWT.
 */
const BankIDNorway: OIDCProvider<"bankid-no", BankIDNorwayProfile> = oidc("bankid-no", {
  name: "BankID Norge",
  issuer: "https://auth.bankid.no/auth/realms/prod",
  authorization: { params: { ui_locales: "no", login_hint: "BIS" } },
  client: {
    token_endpoint_auth_method: "client_secret_post",
    userinfo_signed_response_alg: "RS256",
  },
  idToken: false,
  checks: ["pkce", "state", "nonce"],
  emailVerified: false, // the site does not document verification
  profile: (user) => ({
    id: user.sub,
    name: user.name,
    email: user.email ?? null,
    image: null,
  }),
  style: { brandColor: "#39134c" },
});
export default BankIDNorway;

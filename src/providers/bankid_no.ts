/**
 * BankID Norge, OpenID Connect: {@link https://developer.bankid.no/bankid-with-biometrics/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of BankID's userinfo that are read here. */
export interface BankIDNorwayProfile {
  /** Identifier of the person for this client. */
  sub: string;
  /** Full name. */
  name: string;
  /** E-mail address, when the scope allows it. */
  email?: string;
  /** Members that BankID Norge adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with BankID Norge. Callback URL:
 * `{origin}{basePath}/callback/bankid-no`.
 * Variables: `AUTH_BANKID_NO_ID`, `AUTH_BANKID_NO_SECRET`.
 *
 * Order a client from a BankID partner and register the callback URL with it.
 * The profile is read from the userinfo endpoint, which answers with a signed
 * JWT.
 *
 * @example
 * ```ts
 * import BankIDNorway from "@x/auth/providers/bankid-no";
 *
 * const provider = BankIDNorway({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function BankIDNorway<
  P extends BankIDNorwayProfile,
  Id extends OwnId<"bankid-no"> = "bankid-no",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "bankid-no"),
    name: "BankID Norge",
    type: "oidc",
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
    options,
  };
}

/**
 * The functions that make the providers of the library.
 *
 * @module
 */

import type { Optional } from "./entities.ts";
import type {
  CredentialsConfig,
  EmailConfig,
  EmailUserConfig,
  OAuth2Config,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  OwnId,
  Provider,
  WithId,
} from "./provider.ts";
import type { CredentialsProviderId, EmailProviderId, OAuthProviderId } from "./provider_id.ts";
import type { WebAuthnConfig, WebAuthnProviderType, WebAuthnUserConfig } from "./webauthn.ts";

/**
 * A provider with OpenID Connect. Listed uncalled, it reads its client id, secret and issuer
 * from the variables in its documentation.
 *
 * @example
 * ```ts
 * import Google from "@x/auth/providers/google";
 * import Keycloak from "@x/auth/providers/keycloak";
 *
 * const issuer = "https://keycloak.example.com/realms/acme";
 * const providers = [Google, Keycloak({ clientId: "id", clientSecret: "secret", issuer })];
 * console.log(providers.length);
 * ```
 *
 * @typeParam Own Its id.
 * @typeParam Profile Claims of the user.
 * @typeParam Extra Options that only this provider has.
 */
export interface OIDCProvider<Own extends string, Profile, Extra = unknown> {
  // Without documentation here, editors show that of the provider.
  <P extends Profile, Id extends OwnId<Own> = Own>(
    options?: OIDCUserConfig<P> & Extra & WithId<Id>,
  ): OIDCConfig<P, NoInfer<Id>>;
  /** Name of the function. */
  readonly name: string;
}

/**
 * A provider with OAuth 2. Listed uncalled, it reads its client id and secret from the
 * variables in its documentation.
 *
 * @example
 * ```ts
 * import Discord from "@x/auth/providers/discord";
 * import GitHub from "@x/auth/providers/github";
 *
 * const providers = [Discord, GitHub({ clientId: "id", clientSecret: "secret" })];
 * console.log(providers.length);
 * ```
 *
 * @typeParam Own Its id.
 * @typeParam Profile Members of the user.
 * @typeParam Extra Options that only this provider has.
 */
export interface OAuthProvider<Own extends string, Profile, Extra = unknown> {
  <P extends Profile, Id extends OwnId<Own> = Own>(
    options?: OAuthUserConfig<P> & Extra & WithId<Id>,
  ): OAuth2Config<P, NoInfer<Id>>;
  /** Name of the function. */
  readonly name: string;
}

/**
 * A provider that sends a link by email. Needs an `adapter`. Listed uncalled, it reads its API
 * key from the variable in its documentation.
 *
 * @example
 * ```ts
 * import Resend from "@x/auth/providers/resend";
 *
 * const provider = Resend({ apiKey: "re_123", from: "App <no-reply@app.example>" });
 * console.log(provider.id);
 * ```
 *
 * @typeParam Own Its id.
 * @typeParam Extra Options that only this provider has.
 */
export interface EmailProvider<Own extends string, Extra = unknown> {
  <Id extends OwnId<Own> = Own>(
    options?: EmailUserConfig & Extra & WithId<Id>,
  ): EmailConfig<NoInfer<Id>>;
  /** Name of the function. */
  readonly name: string;
}

/** Signatures of the provider functions that come with the library, by id. */
export type BuiltInProviders =
  // deno-lint-ignore no-explicit-any -- every provider has a profile of its own
  & Record<OAuthProviderId, (options: OAuthUserConfig<any>) => OAuthConfig<any>>
  & Record<CredentialsProviderId, (options: Optional<CredentialsConfig>) => CredentialsConfig>
  & Record<EmailProviderId, (options: EmailUserConfig) => EmailConfig>
  & Record<WebAuthnProviderType, (options: WebAuthnUserConfig) => WebAuthnConfig>;

/** Providers of an app: `AuthConfig["providers"]`. */
export type AppProviders = Provider[];

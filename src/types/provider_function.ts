/**
 * The functions that make the providers of the library, by id.
 *
 * @module
 */

import type { Optional } from "./entities.ts";
import type {
  CredentialsConfig,
  EmailConfig,
  EmailUserConfig,
  OAuthConfig,
  OAuthUserConfig,
  Provider,
} from "./provider.ts";
import type { CredentialsProviderId, EmailProviderId, OAuthProviderId } from "./provider_id.ts";
import type { WebAuthnConfig, WebAuthnProviderType, WebAuthnUserConfig } from "./webauthn.ts";

/** Signatures of the provider functions that come with the library, by id. */
export type BuiltInProviders =
  // deno-lint-ignore no-explicit-any -- every provider has a profile of its own
  & Record<OAuthProviderId, (options: OAuthUserConfig<any>) => OAuthConfig<any>>
  & Record<CredentialsProviderId, (options: Optional<CredentialsConfig>) => CredentialsConfig>
  & Record<EmailProviderId, (options: EmailUserConfig) => EmailConfig>
  & Record<WebAuthnProviderType, (options: WebAuthnUserConfig) => WebAuthnConfig>;

/** Providers of an app: `AuthConfig["providers"]`. */
export type AppProviders = Provider[];

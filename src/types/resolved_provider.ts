/**
 * Providers after resolution.
 *
 * @module
 */

import type {
  AccountCallback,
  CommonProviderOptions,
  CredentialsConfig,
  EmailConfig,
  EndpointHandler,
  OAuth2Config,
  OIDCConfig,
  ProfileCallback,
  WebAuthnConfig,
} from "./provider.ts";

/** An endpoint after resolution. */
// deno-lint-ignore no-explicit-any -- handlers of different endpoints
export interface ResolvedEndpoint extends Omit<EndpointHandler<any, any>, "url"> {
  /** URL with all `params`; absent when discovery supplies it. */
  url?: URL;
}

/** Members that both resolved OAuth kinds share. */
export interface ResolvedOAuthMembers {
  /** Authorization endpoint. */
  authorization: ResolvedEndpoint;
  /** Token endpoint. */
  token: ResolvedEndpoint;
  /** Userinfo endpoint; absent when the provider has none. */
  userinfo?: ResolvedEndpoint;
  /** Checks; never empty. */
  checks: ("none" | "state" | "pkce" | "nonce")[];
  /** Version of OAuth: `"1.0"` by RFC 5849, otherwise by RFC 6749. */
  version: string;
  /** OAuth 1.0: URL that issues request tokens. */
  requestTokenUrl?: URL;
  /** Profile → user. */
  // deno-lint-ignore no-explicit-any -- the provider's own profile
  profile: ProfileCallback<any>;
  /** Token set → stored members. */
  account: AccountCallback;
  /** `{redirectProxyUrl}/callback/{id}`. */
  redirectProxyUrl?: string;
  /** `true` when the provider answers with a form post. */
  formPost: boolean;
  /** `fetch` for this provider. */
  fetch?: typeof fetch;
  /** `true` for attempts that sign nobody in: their seal is another one. */
  isTest?: true;
}

// deno-lint-ignore no-explicit-any -- the provider's own profile
type WrittenOAuth = OAuth2Config<any>;
// deno-lint-ignore no-explicit-any -- see above
type WrittenOIDC = OIDCConfig<any>;

/** An OAuth 2 or OpenID Connect provider after resolution. */
export type ResolvedOAuthProvider =
  & (
    | Omit<WrittenOAuth, keyof ResolvedOAuthMembers>
    | Omit<WrittenOIDC, keyof ResolvedOAuthMembers>
  )
  & ResolvedOAuthMembers
  & { /** See `OIDCConfig`. */ idToken?: boolean };

/** A provider after resolution, without its URLs. */
export type ResolvedProvider =
  | ResolvedOAuthProvider
  | EmailConfig
  | CredentialsConfig
  | WebAuthnConfig;

/** A provider as callbacks of providers see it. */
export type InternalProvider<P extends CommonProviderOptions = CommonProviderOptions> = P & {
  /** Absolute URL that starts the flow. */
  signinUrl: string;
  /** Absolute URL that finishes the flow. */
  callbackUrl: string;
};

/**
 * Tokens of providers, which are kept and refreshed for the app.
 *
 * @module
 */

import type { NamedId, ProviderId } from "./provider_id.ts";

/** Options of `tokens`. */
export interface TokensOptions {
  /**
   * Seconds for which an access token must still be valid when `getAccessToken` returns it;
   * otherwise it is refreshed first. Default 60.
   */
  minimumSeconds?: number | undefined;
  /**
   * `true` seals the tokens in the accounts of the adapter as well, so that a copy of the
   * database opens nothing. Accounts that were stored without it are still read. Default
   * `false`.
   */
  seal?: boolean | undefined;
}

/**
 * Options of `getAccessToken`.
 *
 * @typeParam Id Provider ids.
 */
export interface AccessTokenOptions<Id extends string = ProviderId> {
  /** Id of the provider. Default: the one that began the session. */
  provider?: NamedId<Id> | undefined;
  /**
   * Seconds for which the token must still be valid; otherwise it is refreshed first.
   * `Infinity` refreshes it in any case, for example after the API has refused it. Default:
   * `tokens.minimumSeconds` of the config.
   */
  minimumSeconds?: number | undefined;
}

/** An access token of the user's account at a provider. Keep it on the server. */
export interface AccessToken {
  /** The token, for requests to the provider's API. */
  accessToken: string;
  /** Type of the token, in lower case: `bearer`, `dpop`. */
  tokenType: string;
  /** Time from which it is no longer valid; `null` when the provider does not say. */
  expiresAt: Date | null;
  /** Scope that the provider granted, if it said so. */
  scope?: string;
  /** ID token of the last sign-in or refresh, if there is one. */
  idToken?: string;
  /** Id of the provider. */
  provider: string;
}

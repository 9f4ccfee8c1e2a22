/**
 * Tokens of providers, as a config has them.
 *
 * @module
 */

/** `tokens` with its defaults. */
export interface ResolvedTokens {
  /** `true` when the tokens in accounts of the adapter are sealed. */
  readonly seals: boolean;
}

/**
 * Sign-outs at providers, as a config has them.
 *
 * @module
 */

/** `signOut` with its defaults. */
export interface ResolvedSignOut {
  /** `true` when each sign-out also ends the session at the provider. */
  readonly federated: boolean;
  /** `true` when each sign-out revokes the tokens of the account. */
  readonly revokeTokens: boolean;
}

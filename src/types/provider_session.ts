/**
 * Sessions at OpenID Connect providers, and the statements with which a provider ends them.
 *
 * @module
 */

/** A session at a provider, as a verified ID token names it. */
export interface ProviderSession {
  /** Issuer of the token. */
  issuer: string;
  /** Subject of the token. */
  subject: string;
  /** Id of the session at the provider; absent when the token has none. */
  sid?: string | undefined;
  /**
   * `true` where a later session can have the same `sid`, as with SAML: what ended one says nothing about
   * a token of later. Absent for OpenID Connect, where a session that ended stays so.
   */
  sidRecurs?: true | undefined;
  /** Time at which the token was issued, in seconds since the epoch. */
  issuedAt: number;
  /** What a sign-out here tells the provider; absent where it tells nothing. */
  leaving?: LeavingSession | undefined;
}

/** What the end of a session tells its provider, in the record of the session. */
export type LeavingSession = {
  /** Id of the provider. */
  provider: string;
  /** What it is told, sealed by who tells it. */
  sealed: string;
};

/** Statement of a provider that sessions ended. */
export interface ProviderSignOutStatement {
  /** Issuer of the statement. */
  issuer: string;
  /** Subject; absent when the statement names a session only. */
  subject?: string | undefined;
  /** Id of the session at the provider; absent when all sessions of the subject ended. */
  sid?: string | undefined;
  /** Time at which the statement was issued, in seconds since the epoch. */
  issuedAt: number;
}

/**
 * The proof of a session: when, by which methods and with which provider its user
 * signed in.
 *
 * @module
 */

/**
 * A method by which a user signed in: a value of RFC 8176, or one of the two that it
 * lacks.
 *
 * | Method | Meaning |
 * |---|---|
 * | `"fed"` | sign-in with an OAuth or OpenID Connect provider |
 * | `"mail"` | a link or code that was sent by email |
 * | `"pwd"` | the form of a credentials provider |
 * | `"hwk"` | a passkey or security key that cannot leave its device |
 * | `"swk"` | a passkey that can be synced between devices |
 * | `"user"` | the user was present, for example touched the key |
 * | `"mfa"` | two factors, as with a passkey that also checked a PIN or a fingerprint |
 *
 * The other values are not set by the sign-ins of this version.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8176#section-2 RFC 8176 §2}
 */
export type AuthenticationMethod =
  | "face"
  | "fed"
  | "fpt"
  | "geo"
  | "hwk"
  | "iris"
  | "kba"
  | "mail"
  | "mca"
  | "mfa"
  | "otp"
  | "pin"
  | "pwd"
  | "rba"
  | "retina"
  | "sc"
  | "sms"
  | "swk"
  | "tel"
  | "user"
  | "vbm"
  | "wia";

/**
 * Claims of a verified ID token about the user's sign-in at the provider. A claim of
 * another type is absent, and so is text of more than 256 characters or with characters
 * other than printable ASCII.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDToken OpenID Connect Core §2}
 */
export interface ProviderProof {
  /** Authentication context class, as the provider names it. */
  acr?: string;
  /** Methods, as the provider names them; at most 16. */
  amr?: string[];
  /** Time at which the user signed in at the provider, in seconds since the epoch. */
  authTime?: number;
  /** Id of the user's session at the provider. */
  sid?: string;
}

/**
 * When, by which methods and with which provider the user of a session signed in.
 *
 * Sessions of Auth.js, and those that began before this version, have a proof of
 * unknown methods: `methods` is empty and `provider` is `null`. Decide by `methods`
 * first: the `at` of such a proof is no time of a sign-in.
 */
export interface Proof {
  /**
   * Time of the sign-in, in seconds since the epoch. With unknown methods: the time at
   * which the token was made, and 0 for a database session.
   */
  at: number;
  /** Methods of the sign-in; empty when they are unknown. */
  methods: AuthenticationMethod[];
  /** Id of the provider that began the session; `null` when it is unknown. */
  provider: string | null;
  /** The provider's own statement, from a verified ID token only. */
  upstream?: ProviderProof;
  /** Id of the user who acts in place of the session's user. */
  actor?: string;
  /**
   * When an operator began to act in place of the user, and when that ends. Absent for the user.
   *
   * @since 0.3.0
   */
  acting?: ActingTime;
}

/**
 * The time for which an operator acts for a user: at most 60 minutes, which nothing extends.
 *
 * @since 0.3.0
 */
export interface ActingTime {
  /** Begin, in seconds since the epoch. */
  since: number;
  /** End, in seconds since the epoch. */
  until: number;
}

/**
 * Conditions for the proof of a session; all that are set must hold. A condition that is written
 * without a value (`undefined`, `null`, a promise) is a `TypeError`: leave out what you do not demand.
 */
export interface RequireProofOptions {
  /**
   * Seconds since the last proof of the session's user. Values below 30 count as 30, the
   * time that the way back to the page may take. Default: no limit.
   */
  maxAge?: number;
  /**
   * Methods that the user must have proven in this session, all of them: `["mfa"]` for two
   * factors. Default: any.
   */
  methods?: readonly AuthenticationMethod[];
  /**
   * Authentication contexts, for sessions that began with an OpenID Connect provider: it is
   * asked for them, and one must be in its ID token. Other sessions need none.
   */
  acrValues?: readonly string[];
  /**
   * `true` lets a sign-in count as a proof although its provider does not state when the user
   * signed in there, as with OAuth 2. The provider may have asked the user nothing. A time that a
   * provider states counts all the same. Default `false`.
   */
  allowSilentSignIn?: boolean;
  /** Path or URL to return to. Default: the URL of the request; after a post, the `Referer`. */
  redirectTo?: string | undefined;
}

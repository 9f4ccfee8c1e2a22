/**
 * Basic types: users, their accounts and profiles at providers, sessions and
 * tokens. Apps augment the interfaces here.
 *
 * @module
 */

/** Type of a provider. */
export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn";

/**
 * Purpose of the link in an email: to sign in, to prove the address of a new account, or to choose
 * a new password. It decides the words; each link signs in.
 */
export type EmailPurpose = "sign-in" | "sign-up" | "password";

/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;

/**
 * Makes every member optional and accepts `undefined`, which missing environment
 * variables are: options compile under `exactOptionalPropertyTypes` too.
 */
export type Optional<T> = { [Name in keyof T]?: T[Name] | undefined };

/** Members every user has; augment {@linkcode User}, not this. */
export interface DefaultUser {
  /** Stable identifier; a random UUID when the source has none. */
  id?: string | undefined;
  /** Display name. */
  name?: string | null | undefined;
  /** Email address, lower-cased when it comes from an OAuth profile. */
  email?: string | null | undefined;
  /** URL of a picture. */
  image?: string | null | undefined;
  /**
   * In a session: `false` when `email` is not proven to be the user's own,
   * absent otherwise. In the store: see `AdapterUser`.
   */
  emailVerified?: boolean | Date | null | undefined;
}

/**
 * A user, as a provider's `profile` callback, `authorize` or the adapter
 * returns them. Augment it to add members.
 */
export interface User extends DefaultUser {}

/** Members every session has; augment {@linkcode Session}, not this. */
export interface DefaultSession {
  /** The signed-in user. By default only `name`, `email` and `image`. */
  user?: User | undefined;
  /** Time at which the session ends if it stays idle: an ISO 8601 date-time. */
  expires: string;
}

/** Session as `GET session` and `auth()` return it. Augment it to add members. */
export interface Session extends DefaultSession {}

/** Claims of RFC 9396 rich authorization requests. */
export interface AuthorizationDetails {
  /** Type of authorization. */
  readonly type: string;
  /** Resources or resource servers. */
  readonly locations?: string[] | undefined;
  /** Kinds of actions. */
  readonly actions?: string[] | undefined;
  /** Kinds of data. */
  readonly datatypes?: string[] | undefined;
  /** Types or levels of privilege. */
  readonly privileges?: string[] | undefined;
  /** A specific resource. */
  readonly identifier?: string | undefined;
  /** Members that the type defines. */
  readonly [member: string]: unknown;
}

/**
 * The token endpoint's answer, plus `expires_at`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.1 RFC 6749 §5.1}
 */
export interface TokenSet {
  /** Bearer token for the provider's API. */
  access_token?: string | undefined;
  /** RFC 9396 details that were granted. */
  authorization_details?: AuthorizationDetails[] | undefined;
  /** Lifetime of `access_token` in seconds, as the provider sent it. */
  expires_in?: number | undefined;
  /** Instant at which `access_token` expires, in epoch seconds. */
  expires_at?: number | undefined;
  /** OpenID Connect ID token. */
  id_token?: string | undefined;
  /** Token for the refresh grant. */
  refresh_token?: string | undefined;
  /** Space-separated scopes that were granted. */
  scope?: string | undefined;
  /** Always lower-cased: `bearer` or `dpop`. */
  token_type?: string | undefined;
  /** Access token of OAuth 1.0, which has no `access_token`. */
  oauth_token?: string | undefined;
  /** Secret that signs requests with `oauth_token`. */
  oauth_token_secret?: string | undefined;
  /** Members the provider added. */
  [member: string]: unknown;
}

/** The link between a user and a provider. */
export interface Account extends TokenSet {
  /** Provider id. */
  provider: string;
  /**
   * The user's id at the provider; the email address for email sign-in, the
   * id that `authorize` returned for credentials.
   */
  providerAccountId: string;
  /** Provider type. */
  type: ProviderType;
  /** Owning user. */
  userId?: string | undefined;
}

/** Standard claims of a provider's user info; open to anything else. */
export interface Profile {
  /** Identifier in providers that do not speak OpenID Connect. */
  id?: string | null | undefined;
  /** Subject: the identifier at the issuer. */
  sub?: string | null | undefined;
  /** Full name. */
  name?: string | null | undefined;
  /** Given name. */
  given_name?: string | null | undefined;
  /** Family name. */
  family_name?: string | null | undefined;
  /** Middle name. */
  middle_name?: string | null | undefined;
  /** Casual name. */
  nickname?: string | null | undefined;
  /** Short name that the user prefers. */
  preferred_username?: string | null | undefined;
  /** URL of the profile page. */
  profile?: string | null | undefined;
  /** Picture: usually a URL. */
  // deno-lint-ignore no-explicit-any -- the specification types it as any
  picture?: any;
  /** URL of the person's web page. */
  website?: string | null | undefined;
  /** Email address. */
  email?: string | null | undefined;
  /** `true` when the provider verified `email`. */
  email_verified?: boolean | null | undefined;
  /** Gender. */
  gender?: string | null | undefined;
  /** Birthday, `YYYY-MM-DD` or `YYYY`. */
  birthdate?: string | null | undefined;
  /** Time zone name. */
  zoneinfo?: string | null | undefined;
  /** BCP 47 language tag. */
  locale?: string | null | undefined;
  /** Telephone number. */
  phone_number?: string | null | undefined;
  /** Time of the profile's last change. */
  updated_at?: Date | string | number | null | undefined;
  /** Postal address. */
  address?:
    | {
      /** Full address, formatted. */
      formatted?: string | null | undefined;
      /** Street. */
      street_address?: string | null | undefined;
      /** City. */
      locality?: string | null | undefined;
      /** State or province. */
      region?: string | null | undefined;
      /** Postal code. */
      postal_code?: string | null | undefined;
      /** Country. */
      country?: string | null | undefined;
    }
    | null
    | undefined;
  /** Members the provider added. */
  [claim: string]: unknown;
}

/** Known claims of the session token; augment {@linkcode JWT}, not this. */
export interface DefaultJWT extends Record<string, unknown> {
  /** Display name. */
  name?: string | null | undefined;
  /** Email address. */
  email?: string | null | undefined;
  /** URL of a picture. */
  picture?: string | null | undefined;
  /** `false` when `email` is not proven to be the user's own; absent otherwise. */
  email_verified?: boolean | null | undefined;
  /** User id. */
  sub?: string | undefined;
  /** Issued at, epoch seconds. */
  iat?: number | undefined;
  /** Expires at, epoch seconds. */
  exp?: number | undefined;
  /** Random token id. */
  jti?: string | undefined;
}

/** Payload of the encrypted session token. Augment it to add claims. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

/** A passkey credential. */
export interface Authenticator {
  /** Credential id, standard base64 with padding. */
  credentialID: string;
  /** Public key, standard base64 with padding. */
  credentialPublicKey: string;
  /** Signature counter. */
  counter: number;
  /** `true` when the key is backed up. */
  credentialBackedUp: boolean;
  /** `singleDevice` or `multiDevice`. */
  credentialDeviceType: string;
  /** `providerAccountId` of the account this key belongs to. */
  providerAccountId: string;
  /** Transports, joined by commas. */
  transports?: string | null | undefined;
  /** Name that the owner gave the key, when the store can keep names. */
  name?: string | null | undefined;
  /** Owning user. */
  userId?: string | undefined;
}

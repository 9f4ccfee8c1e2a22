/**
 * Types of OAuth 2, OAuth 1.0a and OpenID Connect providers, and the options that
 * an app may override.
 *
 * @module
 */

import type { customFetch } from "../symbols.ts";
import type { Awaitable, Optional, ProviderType, TokenSet, User } from "./entities.ts";

/**
 * Members every provider has.
 *
 * @typeParam Id The id as a literal, when it is known.
 */
export interface CommonProviderOptions<Id extends string = string> {
  /** Unique among `providers`; part of the URL, so lower-case kebab-case. */
  id: Id;
  /** Button text on the built-in sign-in page. */
  name: string;
  /** Provider type. */
  type: ProviderType;
}

/** Members that a site adds to those that its profile names, of any type, as in Auth.js. */
export interface AnyMembers {
  /** A further member. */
  // deno-lint-ignore no-explicit-any -- see above
  [member: string]: any;
}

/**
 * Standard claims of an ID token, of which each server sends some.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims}
 */
export interface OIDCProfile extends AnyMembers {
  /** Stable identifier of the person at the issuer. */
  sub: string;
  /** Full name. */
  name?: string;
  /** Casual name; used when there is no `name`. */
  nickname?: string;
  /** Short name; used when there is no `name` and no `nickname`. */
  preferred_username?: string;
  /** Email address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
}

/** A part of a mark with a color of its own. */
export interface MarkPart {
  /** CSS color of the part. */
  color: string;
  /** SVG path data for a box of 24 by 24. */
  path: string;
}

/** A provider's mark. */
export interface ProviderMark {
  /** CSS color of the brand. */
  color: string;
  /** SVG path data for a box of 24 by 24: the whole mark in one color. */
  path: string;
  /** The same mark in the colors of the brand, the lowest part first. Default: `path` alone. */
  parts?: readonly MarkPart[] | undefined;
  /**
   * CSS color behind the mark, where the brand has rules about it; one for each color scheme where
   * they differ. Default: `brandColor` of the button.
   */
  background?:
    | string
    | {
      /** Color in the light scheme. */ light: string;
      /** Color in the dark scheme. */ dark: string;
    }
    | undefined;
}

/** Look of a provider's button. */
export interface OAuthProviderButtonStyles {
  /**
   * Mark of the brand; without `logo` and mark, the button shows the first letter of the name.
   * Default: the provider's own.
   */
  mark?: ProviderMark | undefined;
  /** URL of a logo, used as written. Default: none. */
  logo?: string | undefined;
  /**
   * CSS color behind the mark, or behind the letter; `background` of the mark goes before it.
   * Default: the provider's own.
   */
  brandColor?: string | undefined;
  /** @deprecated Has no effect. */
  text?: string | undefined;
  /** @deprecated Use `brandColor`. */
  bg?: string | undefined;
}

/**
 * An endpoint with more than a URL.
 *
 * @typeParam Context Parameter of `request`.
 * @typeParam Result Return value of `request`.
 */
export interface EndpointHandler<Context = unknown, Result = unknown> {
  /** Endpoint URL. Default: the provider's own, else by discovery. */
  url?: string | undefined;
  /** Query members added to the URL; `claims` is written as JSON. Default: none. */
  params?: Record<string, unknown> | undefined;
  /** Replaces the request to the endpoint. Default: the request of the protocol. */
  request?: ((context: Context) => Awaitable<Result> | void) | undefined;
  /** Repairs a response before it is validated. Default: none. */
  conform?: ((response: Response) => Awaitable<Response | undefined>) | undefined;
  /**
   * Key for the `private_key_jwt` client authentication, and for request objects. Default: none.
   */
  clientPrivateKey?: SigningKey | undefined;
}

/**
 * A private key as JSON (RFC 7517), for example from a variable of the
 * environment. `alg` is the algorithm that it signs with; by default `PS256` for
 * RSA, and the one of the curve for other keys.
 */
export interface PrivateJwk extends JsonWebKey {
  /** Type of the key: `EC`, `OKP` or `RSA`. */
  kty: string;
  /** The private part. */
  d: string;
  /** Key id, under which the provider knows the public key. */
  kid?: string | undefined;
}

/** A private key that signs: as it is, with its key id, or as JSON. */
export type SigningKey =
  | CryptoKey
  | { /** Signing key. */ key: CryptoKey; /** Key id. */ kid?: string | undefined }
  | PrivateJwk;

/** Authorization endpoint: `params` become members of the URL. */
export type AuthorizationEndpointHandler = EndpointHandler;

/** Token endpoint. `request` replaces the code exchange. */
export type TokenEndpointHandler = EndpointHandler<
  {
    /** Parameters of the authorization response. */
    // deno-lint-ignore no-explicit-any -- any, as providers written for Auth.js expect
    params: any;
    /** `code_verifier`, `state` and `nonce` of the attempt. */
    // deno-lint-ignore no-explicit-any -- see above
    checks: any;
    /** The provider with `signinUrl` and `callbackUrl`. */
    // deno-lint-ignore no-explicit-any -- see above
    provider: any;
  },
  { /** The validated answer. */ tokens: TokenSet }
>;

/** Userinfo endpoint. `request` replaces the request. */
export type UserinfoEndpointHandler = EndpointHandler<
  {
    /** The token endpoint's answer. */
    tokens: TokenSet;
    /** The provider with `signinUrl` and `callbackUrl`. */
    // deno-lint-ignore no-explicit-any -- any, as providers written for Auth.js expect
    provider: any;
  },
  // deno-lint-ignore no-explicit-any -- the provider's own profile
  any
>;

/** Endpoints whose URL or request an app may replace. */
export type OAuthEndpointType = "authorization" | "token" | "userinfo";

/** Secrets of one attempt, as {@linkcode TokenEndpointHandler} receives them. */
export interface OAuthChecks {
  /** PKCE verifier. */
  code_verifier?: string | undefined;
  /** State that was sent. */
  state?: string | undefined;
  /** Nonce that was sent. */
  nonce?: string | undefined;
}

/** Maps the provider's profile to a user. */
export type ProfileCallback<P> = (profile: P, tokens: TokenSet) => Awaitable<User>;

/** Picks the members of the token set that are stored with the account. */
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined | void;

/**
 * Overrides for the client metadata (RFC 7591 names), for example
 * `token_endpoint_auth_method` or `id_token_signed_response_alg`.
 */
export interface Client {
  /**
   * How the app proves to the token endpoint who it is: `client_secret_basic`,
   * `client_secret_post`, `client_secret_jwt`, `private_key_jwt`, `tls_client_auth`,
   * `self_signed_tls_client_auth` or `none`. Default `client_secret_basic`.
   */
  token_endpoint_auth_method: string;
  /** The one signature algorithm accepted for ID tokens. Default `RS256`, or the algorithm that the issuer announces. */
  id_token_signed_response_alg: string;
  /** Any other member of the registration. */
  [metadata: string]: unknown;
}

/** Same signature as `fetch`. */
export type FetchLike = typeof fetch;

/**
 * Options that OAuth 2 and OpenID Connect providers share.
 *
 * @example
 * ```ts
 * import Keycloak from "@x/auth/providers/keycloak";
 * import { assertEquals } from "@std/assert";
 *
 * const provider = Keycloak({
 *   issuer: "https://sso.example/realms/app",
 *   clientId: "app",
 *   clientSecret: "secret",
 *   authorization: { params: { scope: "openid profile email offline_access" } },
 *   profile: ({ sub, name, email }) => ({ id: sub, name, email, image: null }),
 * });
 * assertEquals(provider.id, "keycloak");
 * ```
 */
export interface CommonOAuthConfig<P> {
  /**
   * Replaces the provider's own id; part of the URL, so lower-case kebab-case. Default: the
   * provider's own.
   */
  id?: string | undefined;
  /** Button text on the built-in sign-in page. Default: the provider's own. */
  name?: string | undefined;
  /**
   * Issuer identifier; the base of discovery. URLs of a provider, from the config or from
   * discovery, must be https. Plain http is for development: an issuer on a loopback origin, such
   * as `http://localhost:8080`, may use it everywhere, and the config may name endpoints on a
   * loopback origin. See also {@linkcode CommonOAuthConfig.allowInsecureRequests}. Default:
   * `AUTH_{ID}_ISSUER`, else the provider's own.
   */
  issuer?: string | undefined;
  /**
   * URL of the discovery document, when it is not below the issuer. When `issuer` is set, the
   * document must still name it. Default: below the issuer.
   */
  wellKnown?: string | undefined;
  /**
   * `true` accepts plain http beyond loopback, for a provider in a private network such as
   * `http://keycloak:8080`: for every URL of an issuer that is an http: URL itself, and for
   * endpoints that the config names. A person who can read or change the traffic on the way gets
   * the client secret and can sign in as anyone, so a warning is printed at start. It cannot
   * be used with `securityProfile`. Default `false`.
   */
  allowInsecureRequests?: boolean | undefined;
  /** URL of the issuer's key set, when discovery does not supply it. Default: by discovery. */
  // deno-lint-ignore no-explicit-any -- the specification types it as any
  jwks_endpoint?: any;
  /** Authorization endpoint. Default: the provider's own, else by discovery. */
  authorization?: string | AuthorizationEndpointHandler | undefined;
  /** Token endpoint. Default: the provider's own, else by discovery. */
  token?: string | TokenEndpointHandler | undefined;
  /** Userinfo endpoint. Default: the provider's own, else by discovery. */
  userinfo?: string | UserinfoEndpointHandler | undefined;
  /** Client id. Default: `AUTH_{ID}_ID`. */
  clientId?: string | undefined;
  /** Client secret. Default: `AUTH_{ID}_SECRET`. */
  clientSecret?: string | undefined;
  /**
   * Further audiences of the security event tokens that the provider pushes: Google names any
   * client id of the project, of which an app has one per platform. Default: `clientId` alone.
   */
  eventAudience?: string | readonly string[] | undefined;
  /** Overrides of the client metadata. Default: the provider's own, see {@linkcode Client}. */
  client?: Optional<Client> | undefined;
  /**
   * Sends the parameters of the authorization request to the provider first, so
   * that the browser carries a reference to them alone (PAR, RFC 9126). The
   * endpoint is discovered, so `issuer` or `wellKnown` must be set. Needs
   * `StrictClient()` of `@x/auth/strict-client`. Default `false`.
   */
  par?: boolean | undefined;
  /**
   * Key pair of this app, to which the provider binds its tokens (DPoP, RFC 9449):
   * without the private key, they are of no use. It must be the same in every
   * process, and as long as tokens are used. Nonces of the provider are kept with
   * the object, so pass the same one each time. Needs
   * `StrictClient()` of `@x/auth/strict-client`. Default: tokens are not bound.
   */
  dpop?: CryptoKeyPair | PrivateJwk | undefined;
  /**
   * Signs the authorization request with `token.clientPrivateKey` (JAR, RFC 9101). Needs
   * `StrictClient()` of `@x/auth/strict-client`. Default `false`.
   */
  requestObject?: boolean | undefined;
  /**
   * `"fapi2"` is the FAPI 2.0 Security Profile. It turns on `par` and PKCE;
   * demands an `issuer`, `private_key_jwt` or mTLS, tokens bound by `dpop` or mTLS,
   * and PS256, ES256 or EdDSA for every signature; and refuses providers and
   * answers that have less. Options that contradict it are refused at start.
   * Needs `StrictClient()` of `@x/auth/strict-client`. Default: none.
   */
  securityProfile?: "fapi2" | undefined;
  /** Profile → user. Default: `sub ?? id`, `name ?? nickname ?? preferred_username`, `email`, `picture`. */
  profile?: ProfileCallback<P> | undefined;
  /**
   * Token set → stored members. Default: access, refresh and ID token, their expiry, scope and
   * type.
   */
  account?: AccountCallback | undefined;
  /** Look of the button. Default: the provider's own. */
  style?: OAuthProviderButtonStyles | undefined;
  /**
   * States whether the provider has verified the email address in its profile.
   *
   * | Value | Meaning |
   * |---|---|
   * | `true` | the provider verifies every address before it returns it |
   * | `false` | it returns addresses that it has not verified |
   * | a string | name of the profile member that states it; only `true` and `"true"` count |
   * | a function | returns `true` for a profile whose address is verified |
   *
   * With any value, an `email_verified` member that is present in the
   * profile and not true makes the address unverified. Every built-in provider
   * sets a value, see PROVIDERS.md; a value that the app passes replaces it.
   * Default: the address is verified when the profile's `email_verified` is true.
   */
  emailVerified?: boolean | string | ((profile: P) => boolean) | undefined;
  /**
   * Links to an existing user with the same email address. The app must know
   * that the provider verifies addresses: its addresses count as verified,
   * regardless of {@linkcode CommonOAuthConfig.emailVerified}, unless
   * the profile has an `email_verified` that is not true. Default `false`.
   */
  allowDangerousEmailAccountLinking?: boolean | undefined;
  /** Overrides `config.redirectProxyUrl` for this provider. Default: none. */
  redirectProxyUrl?: string | undefined;
  /** Replaces `fetch` for requests to this provider. Default: `fetch`. */
  [customFetch]?: FetchLike | undefined;
}

/** Options of an OAuth 2 provider function. */
export interface OAuthUserConfig<P> extends CommonOAuthConfig<P> {
  /** Default `["pkce"]`; `state` is added when a redirect proxy is set. */
  checks?: ("none" | "state" | "pkce")[] | undefined;
  /**
   * Version of the protocol. `"1.0"`, also written `"1.0a"`, is the three-legged
   * flow of RFC 5849 with HMAC-SHA1, which `OAuth1()` of `@x/auth/oauth1` brings:
   * `requestTokenUrl` gives the request token,
   * `token` exchanges it, requests to `userinfo` are signed, `checks` have no
   * effect (the request token ties an answer to its attempt), and the account
   * holds `oauth_token` and `oauth_token_secret`. Default `"2.0"`.
   */
  version?: "1.0" | "1.0a" | "1.0A" | "2.0" | undefined;
  /** OAuth 1.0: URL that issues request tokens. Default: none. */
  requestTokenUrl?: string | undefined;
}

/**
 * Options of an OpenID Connect provider function.
 *
 * @example
 * ```ts
 * import Google from "@x/auth/providers/google";
 * import { assertEquals } from "@std/assert";
 *
 * const provider = Google({ clientId: "id", clientSecret: "secret", checks: ["pkce", "nonce"] });
 * assertEquals(provider.type, "oidc");
 * ```
 */
export interface OIDCUserConfig<P> extends CommonOAuthConfig<P> {
  /** Default `["pkce"]`; `state` is added when a redirect proxy is set. */
  checks?: ("none" | "state" | "pkce" | "nonce")[] | undefined;
  /**
   * Source of the profile: `true` is the ID token, `false` is the userinfo
   * endpoint, with the ID token still validated. Default: the ID token,
   * completed by the userinfo endpoint when the token has neither `name` nor
   * `email` although the scope asks for them; if that request fails, the error is
   * logged and the ID token alone is used.
   */
  idToken?: boolean | undefined;
}

/** An OAuth 2 provider. */
export interface OAuth2Config<P, Id extends string = string> extends OAuthUserConfig<P> {
  /** Unique among `providers`; part of the URL, so lower-case kebab-case. */
  id: Id;
  /** Button text on the built-in sign-in page. */
  name: string;
  /** Provider type. */
  type: "oauth";
  /** Options that the app passed to the provider function. */
  options?: OAuthUserConfig<P> | undefined;
}

/** An OpenID Connect provider. */
export interface OIDCConfig<P, Id extends string = string> extends OIDCUserConfig<P> {
  /** Unique among `providers`; part of the URL, so lower-case kebab-case. */
  id: Id;
  /** Button text on the built-in sign-in page. */
  name: string;
  /** Provider type. */
  type: "oidc";
  /** Options that the app passed to the provider function. */
  options?: OIDCUserConfig<P> | undefined;
}

/** An OpenID Connect or OAuth 2 provider. */
export type OAuthConfig<P, Id extends string = string> = OIDCConfig<P, Id> | OAuth2Config<P, Id>;

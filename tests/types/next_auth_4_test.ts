/**
 * The exports of next-auth 4.24, each under the module that the guide names for it. Those of types
 * are checked by the compiler.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import manifest from "../../deno.json" with { type: "json" };
import type {
  Account,
  AuthAction,
  AuthOptions,
  Awaitable,
  CallbacksOptions,
  CookieOption,
  CookiesOptions,
  default as NextAuth,
  DefaultSession,
  DefaultUser,
  EventCallbacks,
  getServerSession,
  LoggerInstance,
  NextAuthOptions,
  PagesOptions,
  Profile,
  RequestInternal,
  Session,
  SessionOptions,
  SessionStrategy,
  Theme,
  TokenSet,
  User,
} from "../../src/frameworks/next/mod.ts";
import type * as jwt from "../../src/jwt.ts";
import type * as react from "../../src/frameworks/next/react.ts";
import type * as adapters from "../../adapters/mod.ts";
import type * as providers from "../../src/providers/mod.ts";

/** Types of `next-auth`. Left out are `EventType`, `ISODateString` and `OutgoingResponse`. */
export type OfMain = [
  Account,
  AuthAction,
  AuthOptions,
  Awaitable<1>,
  CallbacksOptions,
  CookieOption,
  CookiesOptions,
  DefaultSession,
  DefaultUser,
  EventCallbacks,
  LoggerInstance,
  typeof NextAuth,
  NextAuthOptions,
  PagesOptions,
  Profile,
  RequestInternal,
  Session,
  SessionOptions,
  SessionStrategy,
  Theme,
  TokenSet,
  User,
  typeof getServerSession,
];

/** Types of `next-auth/react`. Left out is `LiteralUnion`. */
export type OfReact = [
  react.ClientSafeProvider,
  react.GetSessionParams,
  react.SessionContextValue,
  react.SessionProviderProps,
  react.SignInAuthorizationParams,
  react.SignInOptions,
  react.SignInResponse,
  react.SignOutParams,
  react.SignOutResponse,
  react.UseSessionOptions<true>,
  typeof react.SessionContext,
  typeof react.SessionProvider,
  typeof react.getCsrfToken,
  typeof react.getProviders,
  typeof react.getSession,
  typeof react.signIn,
  typeof react.signOut,
  typeof react.useSession,
];

/** Types of `next-auth/jwt`. Left out is `Secret`. */
export type OfJwt = [
  jwt.DefaultJWT,
  jwt.GetTokenParams,
  jwt.JWT,
  jwt.JWTDecodeParams,
  jwt.JWTEncodeParams,
  jwt.JWTOptions,
  typeof jwt.decode,
  typeof jwt.encode,
  typeof jwt.getToken,
];

/** Types of `next-auth/adapters`. */
export type OfAdapters = [
  adapters.Adapter,
  adapters.AdapterAccount,
  adapters.AdapterSession,
  adapters.AdapterUser,
  adapters.VerificationToken,
];

/** Types of `next-auth/providers`. Left out are those of endpoints, which few apps name. */
export type OfProviders = [
  providers.CommonProviderOptions,
  providers.CredentialInput,
  providers.CredentialsConfig,
  providers.EmailConfig,
  providers.EmailUserConfig,
  providers.OAuthConfig<object>,
  providers.OAuthUserConfig<object>,
  providers.Provider,
  providers.ProviderType,
];

/** Modules of `next-auth/providers/`. */
const PROVIDERS = `
  42-school apple atlassian auth0 authentik azure-ad azure-ad-b2c battlenet box boxyhq-saml
  bungie cognito coinbase credentials discord dropbox duende-identity-server6 email eveonline
  facebook faceit foursquare freshbooks fusionauth github gitlab google hubspot identity-server4
  instagram kakao keycloak line linkedin mailchimp mailru medium naver netlify oauth okta
  onelogin osso osu passage patreon pinterest pipedrive reddit salesforce slack spotify strava
  todoist trakt twitch twitter united-effects vk wikimedia wordpress workos yandex zitadel zoho
  zoom
`.trim().split(/\s+/);

Deno.test("next-auth 4: every provider has its module", () => {
  assertEquals(PROVIDERS.length, 66);
  const lacking = PROVIDERS.filter((id) => !(`./providers/${id}` in manifest.exports));
  assertEquals(lacking, []);
});

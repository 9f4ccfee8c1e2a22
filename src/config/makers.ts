/**
 * The functions that make the values of members of the config.
 *
 * @module
 */

/** By the name of the member, as messages name them. */
export const MAKERS = {
  tokens: "KeepTokens() of @x/auth/tokens",
  signOut: "ProviderSignOut() of @x/auth/sign-out",
  account: "AccountPage() of @x/auth/account",
  organizations: "Organizations() of @x/auth/organizations",
  keys: "ApiKeys() of @x/auth/keys",
  native: "NativeClients() of @x/auth/native",
  oauthServer: "OAuthServer() of @x/auth/oauth-server",
} as const;

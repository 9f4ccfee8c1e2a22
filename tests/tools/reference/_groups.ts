/**
 * The groups of options, each of which has a page.
 *
 * @module
 */

import type { OptionGroup } from "./_options.ts";

const types = (name: string) => `@x/auth/types#${name}`;

/** All groups. */
export const GROUPS: readonly OptionGroup[] = [
  {
    id: "config",
    title: "Config",
    about: "The object that every wrapper takes. Only `providers` is required.",
    members: [],
    sections: [{ type: types("AuthConfig") }, { type: types("CommonConfig") }],
  },
  {
    id: "session",
    title: "session",
    about: "How long sessions last, where they are kept, and whether they can be ended elsewhere.",
    members: ["session"],
    sections: [
      { type: types("SessionOptions"), prefix: "session." },
      { type: types("SessionRevocationOptions"), prefix: "session.revocation." },
    ],
  },
  {
    id: "jwt",
    title: "jwt",
    about: "Session tokens: their secret, their lifetime, and code that replaces the encryption.",
    members: ["jwt"],
    sections: [
      { type: types("JWTOptions"), prefix: "jwt.", isPartial: true },
      {
        type: types("JWTEncodeParams"),
        prefix: "jwt.encode.",
        heading: "Parameters of jwt.encode",
        isGiven: true,
      },
      {
        type: types("JWTDecodeParams"),
        prefix: "jwt.decode.",
        heading: "Parameters of jwt.decode",
        isGiven: true,
      },
    ],
  },
  {
    id: "callbacks",
    title: "callbacks",
    about: "Functions with which an app decides. A throw refuses.",
    members: ["callbacks"],
    sections: [
      { type: types("CallbacksOptions"), prefix: "callbacks.", isPartial: true },
      {
        type: types("SignInCallbackParams"),
        prefix: "callbacks.signIn.",
        heading: "Parameters of callbacks.signIn",
        isGiven: true,
      },
      {
        type: types("RedirectCallbackParams"),
        prefix: "callbacks.redirect.",
        heading: "Parameters of callbacks.redirect",
        isGiven: true,
      },
      {
        type: types("JWTCallbackParams"),
        prefix: "callbacks.jwt.",
        heading: "Parameters of callbacks.jwt",
        isGiven: true,
      },
    ],
  },
  {
    id: "events",
    title: "events",
    about: "Functions that learn what happened. They are awaited, and their failures are logged.",
    members: ["events"],
    sections: [{ type: types("EventCallbacks"), prefix: "events.", isPartial: true }],
  },
  {
    id: "pages",
    title: "pages",
    about: "Pages of the app in place of the built-in ones.",
    members: ["pages"],
    sections: [{ type: types("PagesOptions"), prefix: "pages.", isPartial: true }],
  },
  {
    id: "theme",
    title: "theme",
    about: "Look of the built-in pages and of emails.",
    members: ["theme"],
    sections: [
      { type: types("Theme"), prefix: "theme." },
      { type: types("ThemeColors"), prefix: "theme.colors.*.", heading: "Colors of a scheme" },
    ],
  },
  {
    id: "cookies",
    title: "cookies",
    about: "Names and attributes of cookies. [Cookies](../cookies.md) lists the defaults.",
    members: ["cookies", "useSecureCookies"],
    sections: [
      { type: types("CookiesOptions"), prefix: "cookies.", isPartial: true },
      { type: types("CookieOption"), prefix: "cookies.*.", heading: "One cookie", isPartial: true },
      {
        type: types("CookieAttributes"),
        prefix: "cookies.*.options.",
        heading: "Attributes of a cookie",
      },
    ],
  },
  {
    id: "logger",
    title: "logger",
    about: "Functions that receive log lines.",
    members: ["logger", "debug"],
    sections: [{ type: types("LoggerInstance"), prefix: "logger.", isPartial: true }],
  },
  {
    id: "limits",
    title: "limits",
    about: "How often a sign-in may be tried, and how large a request may be.",
    members: ["limits"],
    sections: [
      { type: types("LimitsOptions"), prefix: "limits." },
      { type: types("ActionLimits"), prefix: "limits.perAction." },
      { type: types("SizeLimits"), prefix: "limits.sizes." },
    ],
  },
  {
    id: "factors",
    title: "Second factors",
    about: "The factors that users can enrol, and the rules for them.",
    members: ["factors", "factorPolicy"],
    sections: [
      { type: types("FactorPolicy"), prefix: "factorPolicy." },
      { type: types("TrustedDeviceOptions"), prefix: "factorPolicy.trustedDevice." },
      { type: "@x/auth/factors#TotpOptions", heading: "Options of Totp" },
      { type: "@x/auth/factors/passkey#PasskeyFactorOptions", heading: "Options of PasskeyFactor" },
    ],
  },
  {
    id: "account",
    title: "account",
    about: "The page on which users manage their account.",
    members: ["account"],
    examples: ["@x/auth/account#AccountPage"],
    sections: [{ type: types("AccountOptions"), heading: "Options of AccountPage" }],
  },
  {
    id: "organizations",
    title: "organizations",
    about: "Teams with roles and invitations.",
    members: ["organizations"],
    examples: ["@x/auth/organizations#defineAccess"],
    sections: [
      { type: "@x/auth/organizations#OrganizationsOptions", heading: "Options of Organizations" },
      { type: "@x/auth/organizations#AccessOptions", heading: "Options of defineAccess" },
      {
        type: "@x/auth/organizations#OrganizationPolicy",
        prefix: "policy.",
        heading: "The policy of an organization",
      },
      {
        type: "@x/auth/organizations#ImportOptions",
        prefix: "importMembers.",
        heading: "Options of an import",
      },
    ],
  },
  {
    id: "sign-out",
    title: "signOut",
    about: "Sign-out at the provider, and by it.",
    members: ["signOut"],
    examples: ["@x/auth/sign-out#ProviderSignOut"],
    sections: [{ type: types("ProviderSignOutOptions"), heading: "Options of ProviderSignOut" }],
  },
  {
    id: "tokens",
    title: "tokens",
    about: "Tokens of providers, kept and refreshed for the app.",
    members: ["tokens"],
    examples: ["@x/auth/tokens#KeepTokens"],
    sections: [{ type: types("TokensOptions"), heading: "Options of KeepTokens" }],
  },
  {
    id: "sign-up",
    title: "signUp",
    about: "What a function of `signUp` is told about a person who would become a user.",
    members: ["signUp"],
    sections: [{ type: types("SignUpIdentity"), heading: "Parameter of signUp", isGiven: true }],
  },
  {
    id: "capabilities",
    title: "capabilities",
    about: "Capabilities of your own: pages, endpoints, records and functions.",
    members: ["capabilities"],
    examples: ["@x/auth/capability#defineRecords"],
    sections: [
      {
        type: "@x/auth/capability#CapabilityOptions",
        heading: "Options of defineCapability",
      },
      { type: "@x/auth/capability#CustomPage", prefix: "pages.", heading: "A page" },
      {
        type: "@x/auth/capability#CustomCall",
        prefix: "calls.",
        heading: "An endpoint for programs",
      },
      {
        type: "@x/auth/capability#CustomRecordsOptions",
        heading: "Options of defineRecords",
      },
    ],
  },
  {
    id: "legacy",
    title: "legacy",
    about: "Sessions and users of the library that the app used before.",
    members: ["legacy"],
    examples: ["@x/auth/legacy/next-auth-4#nextAuth4"],
    sections: [
      {
        type: "@x/auth/legacy/next-auth-4#NextAuth4Options",
        prefix: "nextAuth4.",
        heading: "Options for next-auth 4",
      },
      {
        type: "@x/auth/legacy/better-auth#BetterAuthSessionOptions",
        prefix: "betterAuth.",
        heading: "Options for sessions of Better Auth",
      },
      {
        type: "@x/auth/legacy/better-auth#BetterAuthOptions",
        heading: "Options for users of Better Auth",
      },
    ],
  },
  {
    id: "providers-oauth",
    title: "OAuth and OpenID Connect providers",
    about: "Options of every provider function, such as `GitHub({ clientId })`.",
    members: ["providers"],
    sections: [
      { type: types("CommonOAuthConfig") },
      { type: types("OAuthUserConfig"), heading: "Options of OAuth 2 providers alone" },
      { type: types("EndpointHandler"), heading: "An endpoint" },
      { type: types("Client"), heading: "Client metadata", isPartial: true },
      { type: types("OAuthProviderButtonStyles"), heading: "Look of a button" },
    ],
  },
  {
    id: "providers-oidc",
    title: "OpenID Connect providers",
    about: "Options that only providers with OpenID Connect have.",
    members: [],
    sections: [{ type: types("OIDCUserConfig") }],
  },
  {
    id: "providers-email",
    title: "Email providers",
    about: "Options of every email provider, such as `Resend({ from })`.",
    members: [],
    sections: [
      {
        type: types("EmailConfig"),
        without: ["type", "options", "requiredOptions"],
        isPartial: true,
      },
    ],
  },
  {
    id: "providers-credentials",
    title: "Credentials provider",
    about: "Options of the provider whose credentials the app checks itself.",
    members: [],
    examples: ["@x/auth/providers/credentials#Credentials"],
    sections: [
      { type: types("CredentialsConfig"), without: ["type", "options"] },
      { type: types("CredentialInput"), heading: "A field of the form" },
    ],
  },
  {
    id: "providers-password",
    title: "Password provider",
    about: "Options of the provider whose passwords the library keeps.",
    members: [],
    examples: ["@x/auth/providers/password#Password"],
    sections: [
      { type: types("PasswordOptions") },
      { type: types("PasswordCost"), prefix: "cost.", heading: "Work of the hash" },
    ],
  },
  {
    id: "providers-passkey",
    title: "Passkey and WebAuthn",
    about: "Options of the providers for passkeys and security keys.",
    members: ["experimental"],
    examples: ["@x/auth/providers/webauthn#WebAuthn"],
    sections: [
      { type: types("WebAuthnConfig"), without: ["type", "options"], isPartial: true },
      {
        type: types("WebAuthnAuthenticationOptions"),
        prefix: "authenticationOptions.",
        heading: "Options for using keys",
      },
      {
        type: types("WebAuthnRegistrationOptions"),
        prefix: "registrationOptions.",
        heading: "Options for making keys",
      },
      {
        type: types("WebAuthnVerifyAuthenticationOptions"),
        prefix: "verifyAuthenticationOptions.",
        heading: "Options for checking a signature",
      },
      {
        type: types("WebAuthnVerifyRegistrationOptions"),
        prefix: "verifyRegistrationOptions.",
        heading: "Options for checking a new key",
      },
    ],
  },
  {
    id: "stores",
    title: "Adapters and stores of records",
    about: "Options of the stores that come with the library.",
    members: ["adapter", "records"],
    examples: ["@x/auth/adapters/postgres#PostgresAdapter"],
    sections: [
      {
        type: "@x/auth/adapters/deno-kv#DenoKvAdapterOptions",
        prefix: "DenoKvAdapter.",
        heading: "Options of DenoKvAdapter",
      },
      {
        type: "@x/auth/adapters/d1#D1AdapterOptions",
        prefix: "D1Adapter.",
        heading: "Options of D1Adapter",
      },
      {
        type: "@x/auth/adapters/libsql#LibsqlAdapterOptions",
        prefix: "LibsqlAdapter.",
        heading: "Options of LibsqlAdapter",
      },
      {
        type: "@x/auth/adapters/mysql#MysqlAdapterOptions",
        prefix: "MysqlAdapter.",
        heading: "Options of MysqlAdapter",
      },
      {
        type: "@x/auth/adapters/postgres#PostgresAdapterOptions",
        prefix: "PostgresAdapter.",
        heading: "Options of PostgresAdapter",
      },
      {
        type: "@x/auth/adapters/sqlite#SqliteAdapterOptions",
        prefix: "SqliteAdapter.",
        heading: "Options of SqliteAdapter",
      },
      {
        type: "@x/auth/records/deno-kv#DenoKvRecordsOptions",
        prefix: "DenoKvRecords.",
        heading: "Options of DenoKvRecords",
      },
      {
        type: "@x/auth/records/dynamodb#DynamoDBRecordsOptions",
        prefix: "DynamoDBRecords.",
        heading: "Options of DynamoDBRecords",
      },
      {
        type: "@x/auth/records/d1#D1RecordsOptions",
        prefix: "D1Records.",
        heading: "Options of D1Records",
      },
      {
        type: "@x/auth/records/libsql#LibsqlRecordsOptions",
        prefix: "LibsqlRecords.",
        heading: "Options of LibsqlRecords",
      },
      {
        type: "@x/auth/records/mysql#MysqlRecordsOptions",
        prefix: "MysqlRecords.",
        heading: "Options of MysqlRecords",
      },
      {
        type: "@x/auth/records/postgres#PostgresRecordsOptions",
        prefix: "PostgresRecords.",
        heading: "Options of PostgresRecords",
      },
      {
        type: "@x/auth/records/redis#RedisRecordsOptions",
        prefix: "RedisRecords.",
        heading: "Options of RedisRecords",
      },
      {
        type: "@x/auth/records/sqlite#SqliteRecordsOptions",
        prefix: "SqliteRecords.",
        heading: "Options of SqliteRecords",
      },
    ],
  },
];

/**
 * Types of the five kinds of providers, and the options that an app may override.
 *
 * @module
 */

import type { AccountMail } from "./factor.ts";
import type { customFetch } from "../symbols.ts";
import type {
  Account,
  Authenticator,
  Awaitable,
  EmailPurpose,
  Optional,
  Profile,
  User,
} from "./entities.ts";
import type {
  CommonProviderOptions,
  FetchLike,
  OAuth2Config,
  OIDCConfig,
} from "./oauth_provider.ts";
import type { CredentialInput, Theme } from "./options.ts";
import type { TextChanges } from "./texts.ts";
import type { WebAuthnConfig } from "./webauthn.ts";

export type { CredentialInput };
export type * from "./oauth_provider.ts";
export type * from "./provider_id.ts";
export type {
  GetUserInfo,
  RelayingParty,
  WebAuthnConfig,
  WebAuthnProviderType,
  WebAuthnUserConfig,
} from "./webauthn.ts";

/** Provider types whose failures can be reported without leaving the page. */
export type RedirectableProviderType = "email" | "credentials";

/** Public data of one provider, as `GET providers` returns it. */
export interface PublicProvider {
  /** Provider id. */
  id: string;
  /** Display name. */
  name: string;
  /** Provider type. */
  type: string;
  /** Absolute URL that starts the flow (POST). */
  signinUrl: string;
  /** Absolute URL that finishes the flow. */
  callbackUrl: string;
}

/** {@linkcode PublicProvider} under the name that clients use. */
export type AppProvider = PublicProvider;

/** Provider type of email providers. */
export type EmailProviderType = "email";

/** Parameters of {@linkcode EmailConfig.sendVerificationRequest}. */
export interface EmailProviderSendVerificationRequestParams {
  /** Normalized address. */
  identifier: string;
  /** The sign-in link. */
  url: string;
  /** Time at which the link stops working. */
  expires: Date;
  /** The provider, with `signinUrl` and `callbackUrl`. */
  provider: EmailConfig;
  /** The token in the link. */
  token: string;
  /** What the link is for. Default: `"sign-in"` */
  purpose?: EmailPurpose | undefined;
  /** Digits to type in the browser that asked; present with {@linkcode EmailConfig.code}. */
  code?: string | undefined;
  /** Time at which the code stops working. */
  codeExpires?: Date | undefined;
  /** Theme of the app. */
  theme: Theme;
  /** The request that asked for the link. */
  request: Request;
  /** Language of the email. Default: English. */
  language?: string | undefined;
  /** Texts that the config has in this language. */
  texts?: TextChanges | undefined;
}

/**
 * An email provider.
 *
 * @example
 * ```ts
 * import Resend from "@x/auth/providers/resend";
 * import { assertEquals } from "@std/assert";
 *
 * const provider = Resend({
 *   apiKey: "key",
 *   from: "App <no-reply@app.example>",
 *   maxAge: 60 * 60, // an hour
 *   code: true, // for people who read the email on another device
 * });
 * assertEquals(provider.id, "resend");
 * ```
 */
export interface EmailConfig<Id extends string = string> extends CommonProviderOptions<Id> {
  /** Provider type. */
  type: EmailProviderType;
  /** Sender address. Default: none, and the config is refused; Loops needs none. */
  from?: string | undefined;
  /** Lifetime of the link in seconds. Default 86400 (1 day). */
  maxAge?: number | undefined;
  /** Sends the link. Default: the provider's own. */
  sendVerificationRequest: (params: EmailProviderSendVerificationRequestParams) => Awaitable<void>;
  /**
   * Sends an email about an account, such as the code of a second factor. Default: the provider's
   * own.
   */
  sendMail?: ((mail: AccountMail, provider: EmailConfig) => Awaitable<void>) | undefined;
  /** Secret for hashing tokens. Default `config.secret`. */
  secret?: string | undefined;
  /** API key of the email service. Default: `AUTH_{ID}_KEY`. */
  apiKey?: string | undefined;
  /** SMTP transport or its options. Default: none. */
  // deno-lint-ignore no-explicit-any -- the mail library's own types
  server?: any;
  /** Makes the token, of at least 128 random bits. Default: 32 random bytes in hex. */
  generateVerificationToken?: (() => Awaitable<string>) | undefined;
  /**
   * Normalizes and validates the typed address; throws to refuse it. Default:
   * Unicode NFKC, lower case, no surrounding space. The returned text must still
   * be one plain address, or the sign-in is refused. Its domain gets the form of the domain name
   * system.
   */
  normalizeIdentifier?: ((identifier: string) => string) | undefined;
  /**
   * Puts a code of 6 to 8 digits into the email as well, to be typed in the
   * browser that asked when the email arrives on another device. Works for 15
   * minutes; the sixth wrong one ends it, and the link still works. `true` means
   * 8 digits. Default `false`.
   */
  code?: boolean | 6 | 7 | 8 | undefined;
  /**
   * Lets the link sign in any browser that opens it, by GET. Default `false`: only
   * the browser that asked is signed in at once, any other shows a page with a
   * button first. With `true`, the app must keep email scanners and link previews
   * from using links up and from receiving the session. It must also keep an
   * attacker from sending users links that sign them in to the attacker's
   * account.
   */
  skipLinkConfirmation?: boolean | undefined;
  /** Names of the options that the provider needs to send email; checked with the config. */
  requiredOptions?: readonly string[] | undefined;
  /** Replaces `fetch` for requests to the email service. Default: `fetch`. */
  [customFetch]?: FetchLike | undefined;
  /** Options that the app passed to the provider function. */
  options?: EmailUserConfig | undefined;
}

/** Options of an email provider function. */
export type EmailUserConfig = Optional<Omit<EmailConfig, "options" | "type">>;

/** A provider that signs users in by the app's own `authorize` function. */
export interface CredentialsConfig<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
  Id extends string = string,
> extends CommonProviderOptions<Id> {
  /** Provider type. */
  type: "credentials";
  /** Form fields by name. */
  credentials: C;
  /** Checks the fields: a user signs in, `null` or a thrown `CredentialsSignin` does not. */
  authorize: (
    credentials: Partial<Record<keyof C, unknown>>,
    request: Request,
  ) => Awaitable<User | null>;
  /** Options that the app passed to the provider function. */
  // deno-lint-ignore no-explicit-any -- the app's own field names
  options?: Optional<CredentialsConfig<any>> | undefined;
}

/** Entry of `providers`: an object, or a function that returns one. */
export type Provider<P = Profile> =
  // deno-lint-ignore no-explicit-any -- a list holds providers of different profiles
  | ProviderObject<any>
  // deno-lint-ignore no-explicit-any -- see above
  | ((options?: any) => ProviderObject<any>)
  | (P extends never ? never : never);

/** A provider object of any kind. */
export type ProviderObject<P> =
  | OIDCConfig<P>
  | OAuth2Config<P>
  | EmailConfig
  // deno-lint-ignore no-explicit-any -- the app's own field names
  | CredentialsConfig<any>
  | WebAuthnConfig;

/** Id that a provider function sets: its own, or any other that the app passes. */
// deno-lint-ignore ban-types -- keeps the known id in the type
export type OwnId<Known extends string> = Known | (string & {});

/** Options with an id of the app's choice, for example for a second tenant of the same provider. */
export interface WithId<Id extends string> {
  /** Replaces the provider's own id. */
  // deno-lint-ignore ban-types -- explicit type arguments leave `Id` at its default
  id?: Id | (string & {}) | undefined;
}

/** Identity that a flow proved, before the app's user of it is looked up. */
export interface ProviderIdentity {
  /** User as the provider describes them. */
  user: User;
  /** Account at the provider, with unfiltered tokens. */
  account: Account;
  /** Raw profile. */
  profile?: Profile | undefined;
  /** Fields of a credentials form. */
  credentials?: Record<string, unknown> | undefined;
  /** Passkey registered in this ceremony. */
  authenticator?: Authenticator | undefined;
}

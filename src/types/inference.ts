/**
 * Types inferred from a config: the ids of its providers, and the shapes that its
 * callbacks give to the token and the session.
 *
 * @module
 */

import type { Capability } from "./capability.ts";
import type { defined } from "../symbols.ts";
import type { AuthConfig, CallbacksOptions, CommonConfig, JWTCallbackParams } from "./config.ts";
import type { AdapterUser } from "./adapter.ts";
import type { Awaitable, DefaultSession, JWT, Optional, Session, User } from "./entities.ts";
import type { Provider } from "./provider.ts";
import type { ProviderId } from "./provider_id.ts";

/** Id of a provider, or of each provider of a union; `string` when it is not known. */
export type ProviderIdIn<P> = P extends { id: infer Id extends string } ? Id
  : P extends (...options: never) => { id: infer Id extends string } ? LiteralId<Id>
  : never;

/**
 * The id of a provider function that has not been called: its own, without the
 * others that an app could pass.
 *
 * @typeParam Literals Computed; do not pass it.
 */
export type LiteralId<
  Id extends string,
  Literals = Id extends string ? (string extends Id ? never : Id) : never,
> = [Literals] extends [string] ? ([Literals] extends [never] ? string : Literals) : string;

/** Names of an app that its functions and guards take. */
export interface ConfigNames {
  /** Scopes: permissions of organizations, scopes of keys and of resources. */
  readonly scope: string;
  /** URLs of the resources of `oauthServer`. */
  readonly resource: string;
  /** Roles of organizations. */
  readonly role: string;
  /** The membership in an organization. */
  readonly membership: unknown;
}

/** A name that the functions of a capability take; `never` where they take none. */
export type NameIn<F, Name extends keyof ConfigNames> = F extends
  { readonly "~names"?: infer Names | undefined }
  ? NonNullable<Names> extends { readonly [_ in Name]: infer Known } ? Known : never
  : never;

/** The names, or any text where there are none. */
export type OrText<Name> = [Name] extends [never] ? string : Name;

/**
 * The names of an app, by the functions of its capabilities.
 *
 * @typeParam Organizations Functions for organizations; `unknown` without.
 * @typeParam Keys Functions for API keys; `unknown` without.
 * @typeParam OAuth Functions for access of other apps; `unknown` without.
 */
export interface NamesOf<Organizations = unknown, Keys = unknown, OAuth = unknown> {
  /** See {@linkcode ConfigNames}. */
  readonly scope: OrText<
    NameIn<Organizations, "scope"> | NameIn<Keys, "scope"> | NameIn<OAuth, "scope">
  >;
  /** See {@linkcode ConfigNames}. */
  readonly resource: OrText<NameIn<OAuth, "resource">>;
  /** See {@linkcode ConfigNames}. */
  readonly role: OrText<NameIn<Organizations, "role">>;
  /** See {@linkcode ConfigNames}. */
  readonly membership: [NameIn<Organizations, "membership">] extends [never] ? unknown
    : NameIn<Organizations, "membership">;
}

/** Parameters of {@linkcode TypedCallbacks.session}. */
export interface TypedSessionParams<T> {
  /**
   * Session to shape for the client: name, email address and picture with the jwt
   * strategy, the stored user and the stored session with the database strategy.
   */
  session: Session & { /** The signed-in user. */ user: User };
  /** The stored user (database strategy). */
  user: AdapterUser;
  /** Return value of the `jwt` callback (jwt strategy). */
  token: T;
  /** Data that the client sent with an update. Validate it. */
  newSession: unknown;
  /** `update` on `POST session`. */
  trigger?: "update" | undefined;
}

/**
 * {@linkcode CallbacksOptions} whose returned shapes are inferred.
 *
 * @typeParam S The session.
 * @typeParam T The claims of the token.
 */
export interface TypedCallbacks<S, T> extends Omit<CallbacksOptions, "jwt" | "session"> {
  /** Shapes the session token; `null` ends the session. Write it above `session`. */
  jwt(params: JWTCallbackParams): Awaitable<T | null>;
  /** Shapes the session's content for the client. */
  session(params: TypedSessionParams<T>): Awaitable<S>;
}

/** {@linkcode AuthConfig} whose provider ids and shapes are inferred. */
export interface TypedAuthConfig<
  Providers extends readonly Provider[],
  S,
  T,
  Capabilities = AuthConfig["capabilities"],
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
> extends CommonConfig {
  /** See {@linkcode CommonConfig}. Default: none. */
  organizations?: Capability<"organizations", Organizations> | undefined;
  /** See {@linkcode CommonConfig}. Default: none. */
  keys?: Capability<"keys", Keys> | undefined;
  /** See {@linkcode CommonConfig}. Default: none. */
  oauthServer?: Capability<"oauthServer", OAuth> | undefined;
  /** The app's own capabilities, by their ids. */
  capabilities?: Capabilities | undefined;
  /** Ways to sign in: provider objects or functions. */
  providers: Providers;
  /** Callbacks. Write `jwt` above `session`, whose `token` has its shape. */
  callbacks?: Optional<TypedCallbacks<S, T>> | undefined;
}

/**
 * Session type of a config. Nothing can be inferred from a config that was typed
 * as `AuthConfig`; its session type is `Session`, with the members the app added.
 */
export type InferredSession<S, Lazy = unknown> = unknown extends Lazy
  ? (<X>() => X extends S ? 1 : 2) extends (<X>() => X extends Session | DefaultSession ? 1 : 2)
    ? Session
  : S
  : SessionOf<Awaited<Lazy>>;

/**
 * Types of a config, for everything that is made of it.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S Return type of the `session` callback.
 * @typeParam T Return type of the `jwt` callback.
 * @typeParam Names Names that functions and guards take.
 */
export interface TypedBy<
  Id extends string = ProviderId,
  S = Session,
  T = JWT,
  Names extends ConfigNames = ConfigNames,
> {
  /** For the compiler only: there is no such member at run time. See {@linkcode SessionOf}. */
  readonly "~types"?: {
    /** Ids of the providers. */
    readonly id: Id;
    /** The session. */
    readonly session: S;
    /** The claims of its token. */
    readonly token: T;
    /** Names that functions and guards take. */
    readonly names: Names;
  } | undefined;
}

/** Types of an app, by which all that `defineAuth` returns is typed. */
export interface AuthTypes {
  /** Ids of the providers. */
  readonly id: string;
  /** Return type of the `session` callback. */
  readonly session: unknown;
  /** Return type of the `jwt` callback. */
  readonly token: unknown;
  /** The app's own capabilities. */
  readonly capabilities: unknown;
  /** Functions for organizations, typed by their roles; `unknown` without. */
  readonly organizations: unknown;
  /** Functions for API keys, typed by their scopes; `unknown` without. */
  readonly keys: unknown;
  /** Functions for access of other apps, typed by their scopes; `unknown` without. */
  readonly oauthServer: unknown;
}

/** Types of an app of which nothing is known. */
export interface GeneralTypes extends AuthTypes {
  /** Ids of the library's providers, beside any string. */
  readonly id: ProviderId;
  /** The session, with the members that the app added. */
  readonly session: Session;
  /** The claims, with the members that the app added. */
  readonly token: JWT;
  /** None. */
  readonly capabilities: Record<never, never>;
}

/**
 * A config with its types, as `defineAuth` returns it.
 *
 * @typeParam Types Types of the app.
 */
export interface DefinedConfig<Types extends AuthTypes = GeneralTypes> {
  /** For the compiler only, as in {@linkcode TypedBy}. */
  readonly "~types"?: {
    /** Ids of the providers. */
    readonly id: Types["id"];
    /** The session. */
    readonly session: Types["session"];
    /** The claims of its token. */
    readonly token: Types["token"];
    /** Names that functions and guards take. */
    readonly names: NamesOf<Types["organizations"], Types["keys"], Types["oauthServer"]>;
  } | undefined;
  /** For the compiler only: there is no such member at run time. */
  readonly "~functions"?: {
    /** Functions for organizations. */
    readonly organizations: Types["organizations"];
    /** Functions for API keys. */
    readonly keys: Types["keys"];
    /** Functions for access of other apps. */
    readonly oauthServer: Types["oauthServer"];
  } | undefined;
  /** Distinguishes it from a config. */
  readonly [defined]: true;
  /** The config. */
  readonly config: AuthConfig;
}

/**
 * Parameter of a wrapper: a config, or the result of `defineAuth`.
 *
 * @typeParam Id Is inferred from the result of `defineAuth`, `Providers` from a config.
 */
export type ConfigInput<
  Providers extends readonly Provider[],
  Id extends string,
  S,
  T,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
> =
  | TypedAuthConfig<Providers, S, T, AuthConfig["capabilities"], Organizations, Keys, OAuth>
  | DefinedConfig<{
    readonly id: Id;
    readonly session: S;
    readonly token: T;
    readonly capabilities: unknown;
    readonly organizations: Organizations;
    readonly keys: Keys;
    readonly oauthServer: OAuth;
  }>;

/** Result of a config function: a config with any providers and sessions. */
export type LazyConfigOf<T> =
  | TypedAuthConfig<readonly Provider[], DefaultSession, T>
  | DefinedConfig<AuthTypes>;

/**
 * A function that returns a {@linkcode ConfigInput} for a request.
 *
 * @typeParam Lazy Is inferred: the result of the function.
 */
export type ConfigFunction<Subject, T, Lazy> =
  | ((subject: Subject) => (Lazy & LazyConfigOf<T>) | PromiseLike<LazyConfigOf<T>>)
  // From the first alone, each of several configs would be a candidate for `Lazy` of its own.
  | ((subject: Subject) => Lazy & LazyConfigOf<T>);

/**
 * Parameter of a wrapper: a config, the result of `defineAuth`, or a function that
 * returns one for a request. The function should return the same object for the
 * same settings, since resolved configs are cached per object.
 *
 * Missing settings are read from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted on Deno Deploy, with
 * `AUTH_URL`, `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * Sessions have the return type of your `session` callback, and `signIn` accepts
 * the ids of your providers. Write `jwt` above `session`: types are inferred in
 * that order.
 */
export type LazyConfigInput<
  Subject,
  Providers extends readonly Provider[],
  Id extends string,
  S,
  T,
  Lazy,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
> =
  | ConfigInput<Providers, Id, S, T, Organizations, Keys, OAuth>
  | ConfigFunction<Subject, T, Lazy>;

/** {@linkcode ConfigInput} of any types. */
export type AnyConfig = ConfigInput<readonly Provider[], string, unknown, unknown>;

/** Parameter of server functions: a config, or the result of `defineAuth`. */
export type ServerConfig = AuthConfig | DefinedConfig<AuthTypes>;

/** {@linkcode LazyConfigInput} of any types. */
export type AnyLazyConfig<Subject> = AnyConfig | ((subject: Subject) => Awaitable<AnyConfig>);

/** Ids for an editor to offer: those that are known, else those of the library beside any string. */
export type OfferedId<Id extends string> = string extends Id ? ProviderId : Id;

/** The ids that {@linkcode LazyConfigInput} names. */
export type InferredId<
  Providers extends readonly Provider[],
  Id extends string = never,
  Lazy = unknown,
> = unknown extends Lazy ? [Id] extends [never] ? OfferedId<ProviderIdIn<Providers[number]>> : Id
  : ProviderIdOf<Awaited<Lazy>>;

/**
 * The session of an app, for its client. Takes the type of what `defineAuth` or
 * a wrapper returned, of a function that reads the session, or of a config:
 * `SessionOf<typeof auth>`. A config has its own type when it is written as
 * `const config = { … } satisfies AuthConfig`; a variable of the type `AuthConfig`
 * has the general `Session`.
 */
export type SessionOf<A> = A extends unknown
  ? "~types" extends keyof A
    ? A extends { readonly "~types"?: { readonly session: infer S } | undefined } ? S : never
  : A extends (...args: never) => infer Read ? NonNullable<Awaited<Read>>
  : A extends { callbacks: { session: (...args: never) => infer Made } }
    ? InferredSession<Awaited<Made>>
  : A extends { providers: unknown } ? Session
  : never
  : never;

/** The claims of an app's session token: `TokenOf<typeof auth>`; see {@linkcode SessionOf}. */
export type TokenOf<A> = A extends unknown
  ? "~types" extends keyof A
    ? A extends { readonly "~types"?: { readonly token: infer T } | undefined } ? T : never
  : A extends { callbacks: { jwt: (...args: never) => infer Made } } ? NonNullable<Awaited<Made>>
  : A extends { providers: unknown } ? JWT
  : never
  : never;

/** The ids of an app's providers: `ProviderIdOf<typeof auth>`; see {@linkcode SessionOf}. */
export type ProviderIdOf<A> = A extends unknown
  ? "~types" extends keyof A
    ? A extends { readonly "~types"?: { readonly id: infer Id extends string } | undefined } ? Id
    : never
  : A extends { providers: readonly (infer P)[] } ? OfferedId<ProviderIdIn<P>>
  : never
  : never;

/** Functions of a capability of a config; `unknown` without it. */
export type FunctionsIn<A, Name extends string> = A extends
  { readonly [_ in Name]: Capability<string, infer F> } ? F : unknown;

/** The names that guards and functions of an app take: `NamesIn<typeof auth>`; see {@linkcode SessionOf}. */
export type NamesIn<A> = "~types" extends keyof A
  ? A extends
    { readonly "~types"?: { readonly names: infer Names extends ConfigNames } | undefined } ? Names
  : ConfigNames
  : NamesOf<
    FunctionsIn<A, "organizations">,
    FunctionsIn<A, "keys">,
    FunctionsIn<A, "oauthServer">
  >;

/** The names that {@linkcode LazyConfigInput} has. */
export type InferredNames<Organizations, Keys, OAuth, Lazy = unknown> = unknown extends Lazy
  ? NamesOf<Organizations, Keys, OAuth>
  : NamesIn<Awaited<Lazy>>;

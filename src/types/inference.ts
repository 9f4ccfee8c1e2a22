/**
 * What a config says about its types: which providers it has, and what its
 * callbacks make of the token and the session.
 *
 * @module
 */

import type { defined } from "../symbols.ts";
import type { AuthConfig, CallbacksOptions, JWTCallbackParams } from "./config.ts";
import type { AdapterUser } from "./adapter.ts";
import type { Awaitable, DefaultSession, JWT, Optional, Session, User } from "./entities.ts";
import type { Provider } from "./provider.ts";
import type { ProviderId } from "./provider_id.ts";

/** Id of a provider, of each one of a union; any string where it is not known. */
export type ProviderIdIn<P> = P extends { id: infer Id extends string } ? Id
  : P extends (...options: never) => { id: infer Id extends string } ? LiteralId<Id>
  : never;

/**
 * The id of a provider function that has not been called: its own, without the
 * others that an app could pass.
 *
 * @typeParam Literals Is worked out; do not pass it.
 */
export type LiteralId<
  Id extends string,
  Literals = Id extends string ? (string extends Id ? never : Id) : never,
> = [Literals] extends [string] ? ([Literals] extends [never] ? string : Literals) : string;

/** What {@linkcode TypedCallbacks.session} receives. */
export interface TypedSessionParams<T> {
  /**
   * What the client will see: name, e-mail address and picture with the jwt
   * strategy, the stored user and the stored session with the database strategy.
   */
  session: Session & { /** Who is signed in. */ user: User };
  /** The stored user (database strategy). */
  user: AdapterUser;
  /** What the `jwt` callback returned (jwt strategy). */
  token: T;
  /** What the client sent with an update. Validate it. */
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
export interface TypedAuthConfig<Providers extends readonly Provider[], S, T>
  extends Omit<AuthConfig, "providers" | "callbacks" | "raw"> {
  /** Ways to sign in: provider objects or functions. */
  providers: Providers;
  /** The app's decisions. Write `jwt` above `session`, whose `token` has its shape. */
  callbacks?: Optional<TypedCallbacks<S, T>> | undefined;
}

/**
 * The session that {@linkcode LazyConfigInput} makes. The callback of a config
 * that was typed as `AuthConfig` tells nothing; then what apps add to `Session`
 * counts.
 */
export type InferredSession<S, Lazy = unknown> = unknown extends Lazy
  ? (<X>() => X extends S ? 1 : 2) extends (<X>() => X extends Session | DefaultSession ? 1 : 2)
    ? Session
  : S
  : SessionOf<Awaited<Lazy>>;

/**
 * What a config says about the types of everything that is made of it.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S What the `session` callback returns.
 * @typeParam T What the `jwt` callback returns.
 */
export interface TypedBy<Id extends string = ProviderId, S = Session, T = JWT> {
  /** For the compiler only: there is no such member at run time. See {@linkcode SessionOf}. */
  readonly "~types"?: {
    /** Ids of the providers. */
    readonly id: Id;
    /** The session. */
    readonly session: S;
    /** The claims of its token. */
    readonly token: T;
  };
}

/** What `defineAuth` returns, as wrappers see it: a config that knows its types. */
export interface DefinedConfig<Id extends string = ProviderId, S = Session, T = JWT>
  extends TypedBy<Id, S, T> {
  /** Tells it from a config. */
  readonly [defined]: true;
  /** The config. */
  readonly config: AuthConfig;
}

/**
 * What a wrapper takes: a config, or what `defineAuth` returned.
 *
 * @typeParam Id Is inferred from what `defineAuth` returned, `Providers` from a config.
 */
export type ConfigInput<Providers extends readonly Provider[], Id extends string, S, T> =
  | TypedAuthConfig<Providers, S, T>
  | DefinedConfig<Id, S, T>;

/** What a function may return for a request: configs with any providers and sessions. */
export type LazyConfigOf<T> =
  | TypedAuthConfig<readonly Provider[], DefaultSession, T>
  | DefinedConfig<string, unknown, unknown>;

/**
 * A function that returns a {@linkcode ConfigInput} for a request.
 *
 * @typeParam Lazy Is inferred: what the function returns.
 */
export type ConfigFunction<Subject, T, Lazy> =
  | ((subject: Subject) => (Lazy & LazyConfigOf<T>) | PromiseLike<LazyConfigOf<T>>)
  // From the first alone, each of several configs would be a candidate for `Lazy` of its own.
  | ((subject: Subject) => Lazy & LazyConfigOf<T>);

/** {@linkcode ConfigInput}, or a function that returns one for a request. */
export type LazyConfigInput<
  Subject,
  Providers extends readonly Provider[],
  Id extends string,
  S,
  T,
  Lazy,
> = ConfigInput<Providers, Id, S, T> | ConfigFunction<Subject, T, Lazy>;

/** {@linkcode ConfigInput} of any types. */
export type AnyConfig = ConfigInput<readonly Provider[], string, unknown, unknown>;

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
 * `SessionOf<typeof auth>`.
 */
export type SessionOf<A> = A extends unknown
  ? "~types" extends keyof A
    ? A extends { readonly "~types"?: { readonly session: infer S } } ? S : never
  : A extends (...args: never) => infer Read ? NonNullable<Awaited<Read>>
  : A extends { callbacks: { session: (...args: never) => infer Made } }
    ? InferredSession<Awaited<Made>>
  : A extends { providers: unknown } ? Session
  : never
  : never;

/** The claims of an app's session token: `TokenOf<typeof auth>`; see {@linkcode SessionOf}. */
export type TokenOf<A> = A extends unknown
  ? "~types" extends keyof A
    ? A extends { readonly "~types"?: { readonly token: infer T } } ? T : never
  : A extends { callbacks: { jwt: (...args: never) => infer Made } } ? NonNullable<Awaited<Made>>
  : A extends { providers: unknown } ? JWT
  : never
  : never;

/** The ids of an app's providers: `ProviderIdOf<typeof auth>`; see {@linkcode SessionOf}. */
export type ProviderIdOf<A> = A extends unknown
  ? "~types" extends keyof A
    ? A extends { readonly "~types"?: { readonly id: infer Id extends string } } ? Id : never
  : A extends { providers: readonly (infer P)[] } ? OfferedId<ProviderIdIn<P>>
  : never
  : never;

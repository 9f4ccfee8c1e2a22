/**
 * What a config says about its types: which providers it has, and what its
 * callbacks make of the token and the session.
 *
 * @module
 */

import type { AuthConfig, CallbacksOptions, JWTCallbackParams } from "./config.ts";
import type { AdapterUser } from "./adapter.ts";
import type { Awaitable, DefaultSession, Optional, Session, User } from "./entities.ts";
import type { Provider } from "./provider.ts";

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
 * The session that a config makes. The callback of a config that was typed as
 * `AuthConfig` tells nothing; then what apps add to `Session` counts.
 */
export type InferredSession<S> = (<X>() => X extends S ? 1 : 2) extends
  (<X>() => X extends Session | DefaultSession ? 1 : 2) ? Session : S;

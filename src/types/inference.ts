/**
 * Types inferred from a config: the ids of its providers, and the shapes that its
 * callbacks give to the token and the session.
 *
 * @module
 */

import type { AuthConfig, CallbacksOptions, JWTCallbackParams } from "./config.ts";
import type { AdapterUser } from "./adapter.ts";
import type { Awaitable, DefaultSession, Optional, Session, User } from "./entities.ts";
import type { Provider } from "./provider.ts";

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

/** Parameters of {@linkcode TypedCallbacks.session}. */
export interface TypedSessionParams<T> {
  /**
   * Session to shape for the client: name, e-mail address and picture with the jwt
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
export interface TypedAuthConfig<Providers extends readonly Provider[], S, T>
  extends Omit<AuthConfig, "providers" | "callbacks" | "raw"> {
  /** Ways to sign in: provider objects or functions. */
  providers: Providers;
  /** Callbacks. Write `jwt` above `session`, whose `token` has its shape. */
  callbacks?: Optional<TypedCallbacks<S, T>> | undefined;
}

/**
 * Session type of a config. Nothing can be inferred from a config that was typed
 * as `AuthConfig`; its session type is `Session`, with the members the app added.
 */
export type InferredSession<S> = (<X>() => X extends S ? 1 : 2) extends
  (<X>() => X extends Session | DefaultSession ? 1 : 2) ? Session : S;

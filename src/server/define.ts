/**
 * Everything an app calls on its server as one object, typed by its config.
 *
 * @module
 */

import { addressOf, setPeer } from "../request/peer.ts";
import { defined } from "../symbols.ts";
import type { AuthConfig } from "../types/config.ts";
import type { DefaultSession, JWT, Session } from "../types/entities.ts";
import type {
  DefinedConfig,
  InferredId,
  InferredSession,
  TypedAuthConfig,
} from "../types/inference.ts";
import type { Provider, ProviderId } from "../types/provider.ts";
import {
  type AccountInfo,
  deleteUser,
  listAccounts,
  unlinkAccount,
  type UnlinkAccountOptions,
} from "./accounts.ts";
import {
  listPasskeys,
  type Passkey,
  removePasskey,
  type RemovePasskeyOptions,
  renamePasskey,
} from "./passkeys.ts";
import {
  identifySession,
  listSessions,
  revokeAllSessions,
  revokeOtherSessions,
  revokeSession,
  type SessionIdentity,
  type SessionInfo,
} from "./sessions.ts";
import {
  type AuthorizationParams,
  boundTo,
  getSession,
  getToken,
  signIn,
  type SignInOptions,
  signOut,
  type SignOutOptions,
  updateSession,
} from "./sign_in.ts";

/**
 * What {@linkcode defineAuth} returns: the functions of `@x/auth/server`
 * without their config. They need no `this`, so take them apart as you like.
 * Wrappers take the whole object in place of a config: `DenoAuth(auth)`.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S What the `session` callback returns.
 * @typeParam T What the `jwt` callback returns.
 */
export interface DefinedAuth<Id extends string = ProviderId, S = Session, T = JWT>
  extends DefinedConfig<Id, S, T> {
  /**
   * Answers the actions under `basePath`; for everything under that path.
   *
   * @param info what `Deno.serve` knows about the connection
   */
  handler(request: Request, info?: unknown): Promise<Response>;
  /**
   * The session of a request, or `null`. Never throws: a failure is logged and
   * means no session. It is read once per request object; for a connection that
   * stays open (server-sent events, WebSocket), ask again with
   * `new Request(request)`.
   *
   * @param headers of your answer: a session that was due for it is extended there
   */
  getSession(request: Request, headers?: Headers): Promise<S | null>;
  /**
   * The claims of a request's session token, or `null`; always `null` with
   * database sessions. A token that an older version of the app made lacks what
   * its `jwt` callback did not return yet.
   */
  getToken(request: Request): Promise<T | null>;
  /**
   * Starts a sign-in and returns the redirect; without a provider, to the
   * sign-in page. With credentials it finishes the sign-in. A sign-in
   * that cannot start leads to the error page and is logged.
   *
   * @param authorizationParams extra query members for the provider
   * @throws {AuthError} when credentials are refused, with what `authorize` threw
   * @throws {MissingCSRF} when another site posted the form
   */
  signIn(
    request: Request,
    provider?: Id,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<Response>;
  /**
   * Ends the session and returns the redirect.
   *
   * @throws {MissingCSRF} when another site posted the form
   */
  signOut(request: Request, options?: SignOutOptions): Promise<Response>;
  /**
   * Updates the session: hands `data` to your `jwt` callback, or to the
   * `session` callback of database sessions.
   *
   * @param headers of your answer, which carry the new session cookie
   * @throws {MissingCSRF} when another site posted the form
   */
  updateSession(request: Request, data: unknown, headers: Headers): Promise<S | null>;
  /** The id of a request's session and of its user. */
  identifySession(request: Request): Promise<SessionIdentity | null>;
  /** A user's live sessions, the one that was seen last first. */
  listSessions(userId: string): Promise<SessionInfo[]>;
  /** Ends one of a user's sessions; whether there was such a one. */
  revokeSession(userId: string, id: string): Promise<boolean>;
  /** Ends a user's sessions except one; how many ended. */
  revokeOtherSessions(userId: string, exceptId: string): Promise<number>;
  /** Ends all of a user's sessions; how many ended. */
  revokeAllSessions(userId: string): Promise<number>;
  /** The accounts that lead to a user. */
  listAccounts(userId: string): Promise<AccountInfo[]>;
  /** Unlinks an account; `false` when it is the last way in, and nothing was unlinked. */
  unlinkAccount(
    userId: string,
    account: Pick<AccountInfo, "provider" | "providerAccountId">,
    options?: UnlinkAccountOptions,
  ): Promise<boolean>;
  /** Deletes a user with accounts, sessions and passkeys. */
  deleteUser(userId: string): Promise<void>;
  /** A user's passkeys. */
  listPasskeys(userId: string): Promise<Passkey[]>;
  /** Gives a passkey a name of 1 to 64 characters. */
  renamePasskey(userId: string, id: string, name: string): Promise<void>;
  /** Removes a passkey; `false` when it is the last way in, and nothing was removed. */
  removePasskey(userId: string, id: string, options?: RemovePasskeyOptions): Promise<boolean>;
}

/**
 * Binds the functions of `@x/auth/server` to one config and types them by it:
 * the session is what your `session` callback returns, the token what your
 * `jwt` callback returns, and `signIn` knows the ids of your providers. What
 * apps add to the interfaces `Session`, `User` and `JWT` counts too.
 *
 * Pass the config as a literal, or ids and shapes are those of `AuthConfig`.
 * Write `jwt` above `session`: types are inferred in that order.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted with `AUTH_URL`,
 * `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * @example
 * ```ts
 * import { defineAuth } from "@x/auth/server";
 * import GitHub from "@x/auth/providers/github";
 * import { assertEquals } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 *   callbacks: {
 *     jwt: ({ token, profile }) => ({ ...token, login: String(profile?.login ?? token.login) }),
 *     session: ({ session, token }) => ({ ...session, login: token.login }),
 *   },
 * });
 * const request = new Request("https://app.example/");
 * const session = await auth.getSession(request);
 * const login: string | undefined = session?.login; // known to the compiler
 * const response = await auth.signIn(request, "github"); // "gitlab" would not compile
 * assertEquals([login, response.status], [undefined, 303]);
 * ```
 */
export function defineAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
>(
  config: TypedAuthConfig<Providers, S, T>,
): DefinedAuth<InferredId<Providers>, InferredSession<S>, T> {
  // Its callbacks get what they return themselves, which the general type cannot say.
  const general = config as unknown as AuthConfig;
  return bind(general) as DefinedAuth<InferredId<Providers>, InferredSession<S>, T>;
}

function bind(config: AuthConfig): DefinedAuth {
  return {
    [defined]: true,
    config,
    async handler(request, info) {
      setPeer(request, addressOf(info));
      return await (await boundTo(config).of(request)).handle();
    },
    getSession: (request, headers) => getSession(request, config, headers),
    getToken: (request) => getToken(request, config),
    signIn: (request, ...how) => signIn(request, config, ...how),
    signOut: (request, options) => signOut(request, config, options),
    updateSession: (request, data, headers) =>
      updateSession(request, config, data, headers) as Promise<Session | null>,
    identifySession: (request) => identifySession(request, config),
    listSessions: (userId) => listSessions(config, userId),
    revokeSession: (userId, id) => revokeSession(config, userId, id),
    revokeOtherSessions: (userId, exceptId) => revokeOtherSessions(config, userId, exceptId),
    revokeAllSessions: (userId) => revokeAllSessions(config, userId),
    listAccounts: (userId) => listAccounts(config, userId),
    unlinkAccount: (userId, ...which) => unlinkAccount(config, userId, ...which),
    deleteUser: (userId) => deleteUser(config, userId),
    listPasskeys: (userId) => listPasskeys(config, userId),
    renamePasskey: (userId, id, name) => renamePasskey(config, userId, id, name),
    removePasskey: (userId, ...which) => removePasskey(config, userId, ...which),
  };
}

/**
 * All server functions as one object, typed by the app's config.
 *
 * @module
 */

import { setPeer } from "../http/peer.ts";
import { defined } from "../symbols.ts";
import type { AuthConfig } from "../types/config.ts";
import type { DefaultSession, JWT, Session } from "../types/entities.ts";
import type {
  DefinedConfig,
  InferredSession,
  OfferedId,
  ProviderIdIn,
  TypedAuthConfig,
} from "../types/inference.ts";
import type {
  AddressConfirmFault,
  AddressRequestFault,
  AddressUndoFault,
} from "../types/address.ts";
import type { PasswordFault } from "../types/password.ts";
import type { Provider, ProviderId } from "../types/provider.ts";
import {
  type AccountInfo,
  listAccounts,
  unlinkAccount,
  type UnlinkAccountOptions,
} from "../server/accounts.ts";
import type { Acts } from "../server/act.ts";
import {
  type AddressChangeOptions,
  beginAddressChange,
  cancelAddressUndo,
  confirmAddressChange,
  type PendingAddressChange,
  pendingAddressChange,
  type PendingAddressUndo,
  pendingAddressUndo,
  undoAddressChange,
} from "../capabilities/address/functions.ts";
import { explain, type SessionExplanation } from "../server/explain.ts";
import {
  beginFactor,
  cancelFactorReset,
  confirmFactor,
  type FactorAnswer,
  type FactorInfo,
  listFactors,
  type NewFactor,
  pendingFactorReset,
  removeFactor,
  type RemoveFactorOptions,
  renameFactor,
  resetFactors,
  type ResetFactorsOptions,
} from "../capabilities/factors/functions.ts";
import { made } from "../server/observe.ts";
import {
  listPasskeys,
  type Passkey,
  removePasskey,
  type RemovePasskeyOptions,
  renamePasskey,
} from "../capabilities/passkeys/functions.ts";
import {
  changePassword,
  hasPassword,
  importPassword,
  removePassword,
  type RemovePasswordOptions,
  setPassword,
  type SetPasswordOptions,
  verifyPassword,
} from "../capabilities/passwords/functions.ts";
import { relatedOrigins } from "../capabilities/passkeys/related_origins.ts";
import {
  identifySession,
  listSessions,
  revokeAllSessions,
  revokeOtherSessions,
  revokeSession,
  type SessionIdentity,
  type SessionInfo,
} from "../server/sessions.ts";
import {
  boundTo,
  getAccessToken,
  getProof,
  getSession,
  getToken,
  requireProof,
  signIn,
  signOut,
  updateSession,
} from "../server/sign_in.ts";
import { getSignInOptions } from "../server/sign_in_page.ts";
import {
  deleteUser,
  exportUser,
  renameUser,
  resumeUser,
  suspendUser,
  type UserExport,
} from "../server/users.ts";

/**
 * Result of {@linkcode defineAuth}: the functions of `@x/auth/server` without
 * their config parameter; `signIn`, `signOut`, `updateSession`, `getProof`,
 * `getAccessToken`, `requireProof` and `getSignInOptions` are described in {@linkcode Acts}.
 * They do not use `this`, so they can be destructured.
 * Wrappers accept the whole object in place of a config: `DenoAuth(auth)`.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S Return type of the `session` callback.
 * @typeParam T Return type of the `jwt` callback.
 */
export interface DefinedAuth<Id extends string = ProviderId, S = Session, T = JWT>
  extends DefinedConfig<Id, S, T>, Acts<[request: Request], Id, S, Response, [headers: Headers]> {
  /**
   * Handles the actions under `basePath`. Route every request under that path to
   * it; any other path is a client error.
   *
   * @param info second argument of a `Deno.serve` handler, with the client's address
   */
  handler(request: Request, info?: unknown): Promise<Response>;
  /**
   * The session of a request, or `null`. Never throws: a failure is logged and
   * means no session. It is read once per request object; on a connection that
   * stays open (server-sent events, WebSocket), call this again with
   * `new Request(request)`.
   *
   * @param headers headers of your response; they get the cookie of a renewed session
   */
  getSession(request: Request, headers?: Headers): Promise<S | null>;
  /**
   * The claims of a request's session token, or `null`; always `null` with
   * database sessions. A token from an older version of the app lacks the claims
   * that its `jwt` callback did not return.
   */
  getToken(request: Request): Promise<T | null>;
  /** Explains why a request has a session, or none; for development only. */
  explain(request: Request): Promise<SessionExplanation>;
  /** The id of a request's session, and the id of its user. */
  identifySession(request: Request): Promise<SessionIdentity | null>;
  /** Lists a user's live sessions, the most recently used first. */
  listSessions(userId: string): Promise<SessionInfo[]>;
  /** Ends one of a user's sessions; `false` when the user has no such session. */
  revokeSession(userId: string, id: string): Promise<boolean>;
  /** Ends a user's sessions except one; returns the number of ended sessions. */
  revokeOtherSessions(userId: string, exceptId: string): Promise<number>;
  /** Ends all of a user's sessions; returns the number of ended sessions. */
  revokeAllSessions(userId: string): Promise<number>;
  /** Lists the accounts that are linked to a user. */
  listAccounts(userId: string): Promise<AccountInfo[]>;
  /** Unlinks an account; `false` when it is the last sign-in method, which stays linked. */
  unlinkAccount(
    userId: string,
    account: Pick<AccountInfo, "provider" | "providerAccountId">,
    options?: UnlinkAccountOptions,
  ): Promise<boolean>;
  /** Ends all sessions of a user, and refuses every sign-in until {@linkcode resumeUser}. */
  suspendUser(userId: string): Promise<void>;
  /** Ends the suspension of a user, who can sign in again. */
  resumeUser(userId: string): Promise<void>;
  /** Changes the name of a user; it has 1 to 64 characters. */
  renameUser(userId: string, name: string): Promise<void>;
  /** Returns all that is kept about a user, without tokens and keys; `null` without a user. */
  exportUser(userId: string): Promise<UserExport | null>;
  /** Deletes a user with accounts, sessions, passkeys and records. */
  deleteUser(userId: string): Promise<void>;
  /** Lists a user's passkeys. */
  listPasskeys(userId: string): Promise<Passkey[]>;
  /** Renames a passkey; the name has 1 to 64 characters. */
  renamePasskey(userId: string, id: string, name: string): Promise<void>;
  /** Removes a passkey; `false` when it is the last sign-in method, which stays. */
  removePasskey(userId: string, id: string, options?: RemovePasskeyOptions): Promise<boolean>;
  /** Answers `GET /.well-known/webauthn`: the origins that share the app's passkeys. */
  relatedOrigins(): Response;
  /** Lists a user's second factors, without secrets. */
  listFactors(userId: string): Promise<FactorInfo[]>;
  /** Renames a second factor; the name has 1 to 64 characters. */
  renameFactor(userId: string, id: string, name: string): Promise<void>;
  /** Removes a second factor; `false` when it is the last one and one is required. */
  removeFactor(userId: string, id: string, options?: RemoveFactorOptions): Promise<boolean>;
  /** Begins to add a second factor; `headers` of your response get a cookie. */
  beginFactor(request: Request, factor: string, headers: Headers): Promise<NewFactor>;
  /** Confirms a second factor; `false` after a wrong answer. */
  confirmFactor(request: Request, answer: FactorAnswer, headers: Headers): Promise<boolean>;
  /** Removes all second factors of a user, after 24 hours; returns the time. */
  resetFactors(userId: string, options?: ResetFactorsOptions): Promise<Date>;
  /** Cancels a reset that waits; `false` when none waits. */
  cancelFactorReset(userId: string): Promise<boolean>;
  /** Time from which a reset takes effect; `null` when none waits. */
  pendingFactorReset(userId: string): Promise<Date | null>;
  /** Sets a password and ends the user's sessions; the rule that it breaks, else `null`. */
  setPassword(
    userId: string,
    password: string,
    options?: SetPasswordOptions,
  ): Promise<PasswordFault | null>;
  /** Changes a password, given the present one. */
  changePassword(
    userId: string,
    current: string,
    password: string,
    options?: SetPasswordOptions,
  ): Promise<PasswordFault | "wrong-password" | null>;
  /** Checks a password of a user. */
  verifyPassword(userId: string, password: string): Promise<boolean>;
  /** Returns `true` for a user who has a password. */
  hasPassword(userId: string): Promise<boolean>;
  /** Removes a password; `false` when it is the last sign-in method, which stays. */
  removePassword(userId: string, options?: RemovePasswordOptions): Promise<boolean>;
  /** Stores a hash that another system has made. */
  importPassword(userId: string, hash: string): Promise<void>;
  /** Sends a code to the address that the user of a request wants, or has and never proved. */
  beginAddressChange(
    request: Request,
    email: string,
    headers: Headers,
    options?: AddressChangeOptions,
  ): Promise<AddressRequestFault | null>;
  /** Changes or proves the address, given the code; `null` when that was done. */
  confirmAddressChange(
    request: Request,
    code: string,
    headers: Headers,
  ): Promise<AddressConfirmFault | null>;
  /** The change that waits for a code in the session of a request. */
  pendingAddressChange(request: Request): Promise<PendingAddressChange | null>;
  /** Undoes a change, given the token of the link in the mail to the address before. */
  undoAddressChange(token: string): Promise<AddressUndoFault | null>;
  /** The undo of a change that the user of a request can stop. */
  pendingAddressUndo(request: Request): Promise<PendingAddressUndo | null>;
  /** Stops the undo of a change, with two factors; `false` when none waits. */
  cancelAddressUndo(request: Request, headers: Headers): Promise<boolean>;
}

/**
 * Binds the functions of `@x/auth/server` to one config and types them by it:
 * sessions have the return type of your `session` callback, tokens that of your
 * `jwt` callback, and `signIn` accepts the ids of your providers. Members that
 * apps add to the interfaces `Session`, `User` and `JWT` are included.
 *
 * Pass the config as a literal; otherwise ids and types are the general ones of
 * `AuthConfig`. Write `jwt` above `session`: types are inferred in that order.
 *
 * For settings with defaults see {@linkcode LazyConfigInput}.
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
 * const response = await auth.signIn(request, "github"); // editors offer the ids
 * assertEquals([login, response.status], [undefined, 303]);
 * ```
 */
export function defineAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
>(
  config: TypedAuthConfig<Providers, S, T>,
): DefinedAuth<OfferedId<ProviderIdIn<Providers[number]>>, InferredSession<S>, T> {
  // The parameters of typed callbacks depend on their results, which `AuthConfig` cannot express.
  return bind(config as unknown as AuthConfig) as DefinedAuth<
    OfferedId<ProviderIdIn<Providers[number]>>,
    InferredSession<S>,
    T
  >;
}

function bind(config: AuthConfig): DefinedAuth {
  made(config);
  return {
    [defined]: true,
    config,
    async handler(request, info) {
      setPeer(request, info);
      return await (await boundTo(config).of(request)).handle();
    },
    getSession: (request, headers) => getSession(request, config, headers),
    getToken: (request) => getToken(request, config),
    getProof: (request) => getProof(request, config),
    getAccessToken: (request, ...how) => getAccessToken(request, config, ...how),
    requireProof: (request, options) => requireProof(request, config, options),
    getSignInOptions: (request, headers) => getSignInOptions(request, config, headers),
    signIn: (request, ...how) => signIn(request, config, ...how),
    signOut: (request, options) => signOut(request, config, options),
    updateSession: (request, data, headers) => updateSession(request, config, data, headers),
    explain: (request) => explain(request, config),
    identifySession: (request) => identifySession(request, config),
    listSessions: (userId) => listSessions(config, userId),
    revokeSession: (userId, id) => revokeSession(config, userId, id),
    revokeOtherSessions: (userId, exceptId) => revokeOtherSessions(config, userId, exceptId),
    revokeAllSessions: (userId) => revokeAllSessions(config, userId),
    listAccounts: (userId) => listAccounts(config, userId),
    unlinkAccount: (userId, ...which) => unlinkAccount(config, userId, ...which),
    suspendUser: (userId) => suspendUser(config, userId),
    resumeUser: (userId) => resumeUser(config, userId),
    renameUser: (userId, name) => renameUser(config, userId, name),
    exportUser: (userId) => exportUser(config, userId),
    deleteUser: (userId) => deleteUser(config, userId),
    listPasskeys: (userId) => listPasskeys(config, userId),
    renamePasskey: (userId, id, name) => renamePasskey(config, userId, id, name),
    removePasskey: (userId, ...which) => removePasskey(config, userId, ...which),
    relatedOrigins: () => relatedOrigins(config),
    listFactors: (userId) => listFactors(config, userId),
    renameFactor: (userId, id, name) => renameFactor(config, userId, id, name),
    removeFactor: (userId, ...which) => removeFactor(config, userId, ...which),
    beginFactor: (request, factor, headers) => beginFactor(request, config, factor, headers),
    confirmFactor: (request, answer, headers) => confirmFactor(request, config, answer, headers),
    resetFactors: (userId, options) => resetFactors(config, userId, options),
    cancelFactorReset: (userId) => cancelFactorReset(config, userId),
    pendingFactorReset: (userId) => pendingFactorReset(config, userId),
    setPassword: (userId, ...how) => setPassword(config, userId, ...how),
    changePassword: (userId, ...how) => changePassword(config, userId, ...how),
    verifyPassword: (userId, password) => verifyPassword(config, userId, password),
    hasPassword: (userId) => hasPassword(config, userId),
    removePassword: (userId, options) => removePassword(config, userId, options),
    importPassword: (userId, hash) => importPassword(config, userId, hash),
    beginAddressChange: (request, ...how) => beginAddressChange(request, config, ...how),
    confirmAddressChange: (request, code, headers) =>
      confirmAddressChange(request, config, code, headers),
    pendingAddressChange: (request) => pendingAddressChange(request, config),
    undoAddressChange: (token) => undoAddressChange(config, token),
    pendingAddressUndo: (request) => pendingAddressUndo(request, config),
    cancelAddressUndo: (request, headers) => cancelAddressUndo(request, config, headers),
  };
}

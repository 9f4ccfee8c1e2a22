/**
 * Authentication for `Deno.serve`.
 *
 * @example
 * ```ts
 * import { DenoAuth } from "@x/auth/deno";
 * import GitHub from "@x/auth/providers/github";
 *
 * const { handler, auth } = DenoAuth({ providers: [GitHub({ clientId: "…" })] });
 *
 * const serve = handler(async (request) => {
 *   const session = await auth(request);
 *   return new Response(session ? `Hello ${session.user?.name}` : "Please sign in");
 * });
 * // Deno.serve(serve);
 * console.log(typeof serve); // function
 * ```
 *
 * @module
 */

import { addressOf, setPeer } from "../request/peer.ts";
import {
  type AuthorizationParams,
  type SignInOptions,
  type SignOutOptions,
  toRedirect,
} from "../server/act.ts";
import { bind } from "../server/bind.ts";
import type { Awaitable, DefaultSession, JWT, Session } from "../types/entities.ts";
import type { InferredId, InferredSession, LazyConfigInput, TypedBy } from "../types/inference.ts";
import type { Provider, ProviderId } from "../types/provider.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type * from "../types/mod.ts";
export type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";
export type { LazyConfig } from "../server/bind.ts";

/** The app's handler, for requests that are not actions. */
export type DenoApp<Info extends unknown[]> = (
  request: Request,
  ...info: Info
) => Awaitable<Response>;

/**
 * Result of {@linkcode DenoAuth}.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 */
export interface DenoAuthResult<Id extends string = ProviderId, S = Session>
  extends TypedBy<Id, S> {
  /**
   * Returns a handler for `Deno.serve` that handles the actions under `basePath`
   * and passes other requests to `app`. Without `app` they get 404.
   */
  handler<Info extends unknown[]>(
    app?: DenoApp<Info>,
  ): (request: Request, ...info: Info) => Promise<Response>;
  /**
   * The session of a request, or `null`. Never throws: a failure is logged and
   * means no session. Inside `handler`, the app's response renews a session that
   * is due for renewal.
   *
   * It is read once per request object. On a connection that stays open
   * (server-sent events, WebSocket), call this again with `new Request(request)`.
   */
  auth(request: Request): Promise<S | null>;
  /**
   * Starts a sign-in and returns the redirect; without a provider, the redirect
   * to the sign-in page. For a credentials provider it completes the sign-in. A
   * sign-in that cannot start redirects to the error page and is logged.
   *
   * @param authorizationParams extra query parameters of the authorization request
   * @throws {CredentialsSignin} when `authorize` refuses
   * @throws {AuthError} when `authorize` fails otherwise, or another site posted the form
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
   * @throws {AuthError} when another site posted the form
   */
  signOut(request: Request, options?: SignOutOptions): Promise<Response>;
  /**
   * Updates the session: passes `data` to your `jwt` callback, or with database
   * sessions to your `session` callback. Inside `handler`, the app's response
   * carries the new cookie.
   *
   * @throws {AuthError} when another site posted the form
   */
  updateSession(request: Request, data: unknown): Promise<S | null>;
}

/**
 * Binds a config to `Deno.serve`.
 *
 * Missing settings are read from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted on Deno Deploy, with
 * `AUTH_URL`, `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * Sessions have the return type of your `session` callback, and `signIn` accepts
 * the ids of your providers. Write `jwt` above `session`: types are inferred in
 * that order.
 *
 * @param config a config, the result of `defineAuth`, or a function of the request
 * that returns one; return the same object for the same settings, since resolved
 * configs are cached per object
 */
export function DenoAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
>(
  config: LazyConfigInput<Request, Providers, Id, S, T, Lazy>,
): DenoAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>> {
  const bound = bind(config);
  const result: DenoAuthResult = {
    handler: (app) => async (request, ...info) => {
      setPeer(request, addressOf(info[0]));
      const auth = await bound.of(request, request);
      if (auth.isAction) return await auth.handle();
      const response = await app?.(request, ...info) ?? new Response("Not found", { status: 404 });
      return await auth.finish(response);
    },
    auth: (request) => bound.session(request, request),
    signIn: async (request, ...how) =>
      toRedirect(await (await bound.of(request, request)).signIn(...how)),
    signOut: async (request, options) =>
      toRedirect(await (await bound.of(request, request)).signOut(options)),
    updateSession: async (request, data) => {
      const { body } = await (await bound.of(request, request)).update(data);
      return body as Session | null;
    },
  };
  // The cast adds the callback's session type and the config's provider ids.
  return result as DenoAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>>;
}

/**
 * Authentication for Hono.
 *
 * @example
 * ```ts
 * import { Hono } from "hono";
 * import { HonoAuth } from "@x/auth/hono";
 * import GitHub from "@x/auth/providers/github";
 *
 * const app = new Hono();
 * const auth = HonoAuth({ providers: [GitHub({ clientId: "…" })] });
 * app.use(auth);
 * app.get("/dashboard", async (c) => {
 *   const session = await auth.getSession(c);
 *   if (!session?.user) return await auth.signIn(c, "github", { redirectTo: "/dashboard" });
 *   return c.text(`Hello ${session.user.name}`);
 * });
 * // Deno.serve(app.fetch);
 * console.log(typeof app.fetch); // function
 * ```
 *
 * The functions {@linkcode getSession}, {@linkcode signIn}, {@linkcode signOut}
 * and {@linkcode updateSession} do the same in modules that cannot import `auth`.
 * Their types do not depend on the config.
 *
 * @module
 */

import { setPeer } from "../request/peer.ts";
import {
  type AuthorizationParams,
  type SignInOptions,
  type SignOutOptions,
  toRedirect,
} from "../server/act.ts";
import { bind } from "../server/bind.ts";
import { missingFrom } from "../server/cookies.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import { serializeCookie } from "../http/cookie.ts";
import type { DefaultSession, JWT, Session } from "../types/entities.ts";
import type { InferredId, InferredSession, LazyConfigInput, TypedBy } from "../types/inference.ts";
import type { Provider, ProviderId } from "../types/provider.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type { AuthConfig as HonoAuthConfig } from "../types/config.ts";
export type * from "../types/mod.ts";
export type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";
export type { LazyConfig } from "../server/bind.ts";

/** Members of Hono's `Context` that are used. */
export interface HonoContext {
  /** The request. */
  readonly req: {
    /** The request object of the runtime. */
    readonly raw: Request;
  };
  /** Values that the runtime adds to a request, in Deno the client's address. */
  readonly env?: unknown;
  /** The response, once the app has made one. */
  readonly res: Response;
  /** Sets a response header, also after the app has made the response. */
  header(name: string, value?: string, options?: { append?: boolean }): void;
}

/** A middleware, as Hono calls it. */
export type HonoAuthMiddleware = (
  c: HonoContext,
  next: () => Promise<void>,
) => Promise<Response | void>;

/**
 * Result of {@linkcode HonoAuth}: a middleware, and functions for the routes
 * behind it.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 */
export interface HonoAuthResult<Id extends string = ProviderId, S = Session>
  extends TypedBy<Id, S> {
  /** Handles the actions, and passes other requests on. */
  (c: HonoContext, next: () => Promise<void>): Promise<Response | void>;
  /**
   * The session of a request, or `null`. A failure to read it is logged and means
   * no session. The app's response renews a session that is due for renewal.
   *
   * It is read once per request. For a connection that stays open (server-sent
   * events, WebSocket), ask again with `getSession(new Request(c.req.raw), config)`
   * of `@x/auth/server`.
   *
   * @throws {TypeError} on routes that are not behind the middleware
   */
  getSession(c: HonoContext): Promise<S | null>;
  /**
   * Starts a sign-in and returns the redirect; without a provider, the redirect
   * to the sign-in page. For a credentials provider it completes the sign-in.
   *
   * @throws {CredentialsSignin} when `authorize` refuses
   * @throws {AuthError} when `authorize` fails otherwise, or another site posted the form
   * @throws {TypeError} on routes that are not behind the middleware
   */
  signIn(
    c: HonoContext,
    provider?: Id,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<Response>;
  /**
   * Ends the session and returns the redirect.
   *
   * @throws {AuthError} when another site posted the form
   * @throws {TypeError} on routes that are not behind the middleware
   */
  signOut(c: HonoContext, options?: SignOutOptions): Promise<Response>;
  /**
   * Updates the session: passes `data` to your `jwt` callback, or with database
   * sessions to your `session` callback. The app's response carries the new
   * cookie.
   *
   * @throws {AuthError} when another site posted the form
   * @throws {TypeError} on routes that are not behind the middleware
   */
  updateSession(c: HonoContext, data: unknown): Promise<S | null>;
}

/** Keyed by context, since middlewares can replace the request. */
const contexts = new WeakMap<HonoContext, HonoAuthResult>();

/**
 * Returns a middleware that handles the actions under `basePath` (default
 * `/auth`) and passes other requests on, so that routes can call `getSession`. Put
 * it before the routes: `app.use(auth)`.
 *
 * Missing settings are read from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted with `AUTH_URL`,
 * `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * Sessions have the return type of your `session` callback, and `signIn` accepts
 * the ids of your providers. Write `jwt` above `session`: types are inferred in
 * that order.
 *
 * @param config a config, the result of `defineAuth`, or a function of the context
 * that returns one, for runtimes that pass the environment with each request;
 * return the same object for the same settings, since resolved configs are cached
 * per object
 */
export function HonoAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
>(
  config: LazyConfigInput<HonoContext, Providers, Id, S, T, Lazy>,
): HonoAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>> {
  const bound = bind(config);
  const passed = new WeakSet<HonoContext>();

  const authOf = async (c: HonoContext): Promise<RequestAuth> => {
    if (!passed.has(c)) throw notInFront();
    return await bound.of(c.req.raw, c, c);
  };

  const handle: HonoAuthMiddleware = async (c, next) => {
    passed.add(c);
    contexts.set(c, result);
    setPeer(c.req.raw, addressOf(c.env));
    const auth = await authOf(c);
    if (auth.isAction) return await auth.handle();
    await next();
    for (const cookie of missingFrom(c.res.headers, await auth.cookies())) {
      c.header("set-cookie", serializeCookie(cookie), { append: true });
      // A shared cache must not serve one user's session to another user.
      c.header("cache-control", "private, no-store");
    }
  };

  const result: HonoAuthResult = Object.assign(handle, {
    async getSession(c: HonoContext): Promise<Session | null> {
      if (!passed.has(c)) throw notInFront();
      return await bound.session(c.req.raw, c, c);
    },
    signIn: async (
      c: HonoContext,
      provider?: ProviderId,
      options?: SignInOptions,
      params?: AuthorizationParams,
    ) => toRedirect(await (await authOf(c)).signIn(provider, options, params)),
    signOut: async (c: HonoContext, options?: SignOutOptions) =>
      toRedirect(await (await authOf(c)).signOut(options)),
    async updateSession(c: HonoContext, data: unknown): Promise<Session | null> {
      return (await (await authOf(c)).update(data)).body as Session | null;
    },
  });
  // The cast adds the callback's session type and the config's provider ids.
  return result as HonoAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>>;
}

/**
 * Calls `getSession` of the {@linkcode HonoAuth} in front of the route, for code
 * that cannot import it.
 *
 * A session is read once per request. On a connection that stays open
 * (server-sent events, WebSocket), call
 * `getSession(new Request(c.req.raw), config)` of `@x/auth/server` to read it
 * again.
 *
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function getSession(c: HonoContext): Promise<Session | null> {
  return await inFrontOf(c).getSession(c);
}

/**
 * Calls `signIn` of the {@linkcode HonoAuth} in front of the route.
 *
 * @throws {CredentialsSignin} when `authorize` refuses
 * @throws {AuthError} when `authorize` fails otherwise, or another site posted the form
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function signIn(
  c: HonoContext,
  provider?: ProviderId,
  options?: SignInOptions,
  authorizationParams?: AuthorizationParams,
): Promise<Response> {
  return await inFrontOf(c).signIn(c, provider, options, authorizationParams);
}

/**
 * Calls `signOut` of the {@linkcode HonoAuth} in front of the route.
 *
 * @throws {AuthError} when another site posted the form
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function signOut(c: HonoContext, options?: SignOutOptions): Promise<Response> {
  return await inFrontOf(c).signOut(c, options);
}

/**
 * Calls `updateSession` of the {@linkcode HonoAuth} in front of the route.
 *
 * @throws {AuthError} when another site posted the form
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function updateSession(c: HonoContext, data: unknown): Promise<Session | null> {
  return await inFrontOf(c).updateSession(c, data);
}

/** Address of the client or proxy, as `Deno.serve` and Hono's server for Node pass it. */
function addressOf(env: unknown): string | undefined {
  const { remoteAddr, incoming } = (env ?? {}) as {
    remoteAddr?: { hostname?: string };
    incoming?: { socket?: { remoteAddress?: string } };
  };
  return remoteAddr?.hostname ?? incoming?.socket?.remoteAddress;
}

/** The {@linkcode HonoAuth} in front of the route; the innermost if there are several. */
function inFrontOf(c: HonoContext): HonoAuthResult {
  const auth = contexts.get(c);
  if (!auth) throw notInFront();
  return auth;
}

const notInFront = (): TypeError =>
  new TypeError(
    "Cannot use the session: HonoAuth is not in front of the route, call `app.use(auth)` before it",
  );

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
 * and {@linkcode updateSession} do the same where `auth` is out of reach. They
 * do not know the config, and so not its types.
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

/** What is used of Hono's `Context`. */
export interface HonoContext {
  /** The request. */
  readonly req: {
    /** As the runtime delivered it. */
    readonly raw: Request;
  };
  /** What the runtime adds to a request, in Deno the address it came from. */
  readonly env?: unknown;
  /** The answer, once the app has made one. */
  readonly res: Response;
  /** Adds to the headers of the answer, also after the app has answered. */
  header(name: string, value?: string, options?: { append?: boolean }): void;
}

/** A middleware, as Hono calls it. */
export type HonoAuthMiddleware = (
  c: HonoContext,
  next: () => Promise<void>,
) => Promise<Response | void>;

/**
 * What {@linkcode HonoAuth} returns: a middleware, and functions for the routes
 * behind it.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S What the `session` callback returns.
 */
export interface HonoAuthResult<Id extends string = ProviderId, S = Session>
  extends TypedBy<Id, S> {
  /** Answers the actions, and passes everything else on. */
  (c: HonoContext, next: () => Promise<void>): Promise<Response | void>;
  /**
   * The session of a request, or `null`. Never throws: a failure is logged and
   * means no session. A session that was due for it is extended with the app's
   * answer.
   *
   * It is read once per request. For a connection that stays open (server-sent
   * events, WebSocket), ask again with `getSession(new Request(c.req.raw), config)`
   * of `@x/auth/server`.
   *
   * @throws {TypeError} on routes that are not behind the middleware
   */
  getSession(c: HonoContext): Promise<S | null>;
  /**
   * Starts a sign-in and returns the redirect; without a provider, to the
   * sign-in page. With credentials it finishes the sign-in.
   *
   * @throws {CredentialsSignin} when `authorize` refuses
   * @throws {AuthError} what else `authorize` failed with, and a form of another site
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
   * Updates the session: hands `data` to your `jwt` callback, or to the
   * `session` callback of database sessions. The app's answer carries the new
   * cookie.
   *
   * @throws {AuthError} when another site posted the form
   * @throws {TypeError} on routes that are not behind the middleware
   */
  updateSession(c: HonoContext, data: unknown): Promise<S | null>;
}

/** Middlewares may replace the request, but the context stays. */
const contexts = new WeakMap<HonoContext, HonoAuthResult>();

/**
 * A middleware that answers the actions under `basePath` (default `/auth`) and
 * passes everything else on, with a session for its `getSession`. Put it before
 * the routes: `app.use(auth)`.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted with `AUTH_URL`,
 * `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * The session is what your `session` callback returns, and `signIn` knows the
 * ids of your providers. Write `jwt` above `session`: types are inferred in that
 * order.
 *
 * @param config a config, what `defineAuth` returned, or a function of the
 * context that returns one, for runtimes whose environment comes with the
 * request; return the same object for the same settings, since work is
 * remembered per object
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
      // No shared cache may keep one person's session for the next.
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
  // Sessions are what the callback returns, and ids those of the config.
  return result as HonoAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>>;
}

/**
 * `getSession` of the {@linkcode HonoAuth} in front of the route, for code that
 * cannot refer to it.
 *
 * A session is read once per request. For a connection that stays open
 * (server-sent events, WebSocket), ask again with
 * `getSession(new Request(c.req.raw), config)` of `@x/auth/server`.
 *
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function getSession(c: HonoContext): Promise<Session | null> {
  return await inFrontOf(c).getSession(c);
}

/**
 * `signIn` of the {@linkcode HonoAuth} in front of the route.
 *
 * @throws {CredentialsSignin} when `authorize` refuses
 * @throws {AuthError} what else `authorize` failed with, and a form of another site
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
 * `signOut` of the {@linkcode HonoAuth} in front of the route.
 *
 * @throws {AuthError} when another site posted the form
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function signOut(c: HonoContext, options?: SignOutOptions): Promise<Response> {
  return await inFrontOf(c).signOut(c, options);
}

/**
 * `updateSession` of the {@linkcode HonoAuth} in front of the route.
 *
 * @throws {AuthError} when another site posted the form
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function updateSession(c: HonoContext, data: unknown): Promise<Session | null> {
  return await inFrontOf(c).updateSession(c, data);
}

/** Address of the socket, as `Deno.serve` and Hono's server for Node hand it over. */
function addressOf(env: unknown): string | undefined {
  const { remoteAddr, incoming } = (env ?? {}) as {
    remoteAddr?: { hostname?: string };
    incoming?: { socket?: { remoteAddress?: string } };
  };
  return remoteAddr?.hostname ?? incoming?.socket?.remoteAddress;
}

/** The innermost of several. */
function inFrontOf(c: HonoContext): HonoAuthResult {
  const auth = contexts.get(c);
  if (!auth) throw notInFront();
  return auth;
}

const notInFront = (): TypeError =>
  new TypeError("Cannot read the session: HonoAuth is not in front of the route");

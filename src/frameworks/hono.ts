/**
 * Authentication for Hono.
 *
 * @example
 * ```ts
 * import { Hono } from "hono";
 * import { getSession, HonoAuth, signIn } from "@x/auth/hono";
 * import GitHub from "@x/auth/providers/github";
 *
 * const app = new Hono();
 * app.use(HonoAuth({ providers: [GitHub({ clientId: "…" })] }));
 * app.get("/dashboard", async (c) => {
 *   const session = await getSession(c);
 *   if (!session?.user) return await signIn(c, undefined, { redirectTo: "/dashboard" });
 *   return c.text(`Hello ${session.user.name}`);
 * });
 * // Deno.serve(app.fetch);
 * console.log(typeof app.fetch); // function
 * ```
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
import { bind, type Bound, type LazyConfig } from "../server/bind.ts";
import { missingFrom } from "../server/cookies.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import { serializeCookie } from "../http/cookie.ts";
import type { Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type { AuthConfig, AuthConfig as HonoAuthConfig } from "../types/config.ts";
export type { Account, DefaultSession, Profile, Session, User } from "../types/entities.ts";
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

/** Middlewares may replace the request, but the context stays. */
const contexts = new WeakMap<HonoContext, Bound<HonoContext>>();

/**
 * A middleware that answers the actions under `basePath` (default `/auth`) and
 * passes everything else on, with a session for {@linkcode getSession}. Put it
 * before the routes: `app.use(HonoAuth(config))`.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted with `AUTH_URL`,
 * `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * @param config a config, or a function of the context that returns one, for
 * runtimes whose environment comes with the request; return the same object for
 * the same settings, since work is remembered per object
 */
export function HonoAuth(config: LazyConfig<HonoContext>): HonoAuthMiddleware {
  const bound = bind(config);
  return async (c, next) => {
    contexts.set(c, bound);
    setPeer(c.req.raw, addressOf(c.env));
    const auth = await bound.of(c.req.raw, c, c);
    if (auth.isAction) return await auth.handle();
    await next();
    for (const cookie of missingFrom(c.res.headers, await auth.cookies())) {
      c.header("set-cookie", serializeCookie(cookie), { append: true });
      // No shared cache may keep one person's session for the next.
      c.header("cache-control", "private, no-store");
    }
  };
}

/**
 * The session of a request, or `null`. Never throws: a failure is logged and
 * means no session. A session that was due for it is extended with the app's
 * answer.
 *
 * It is read once per request. For a connection that stays open (server-sent
 * events, WebSocket), ask again with `getSession(new Request(c.req.raw), config)`
 * of `@x/auth/server`.
 *
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function getSession(c: HonoContext): Promise<Session | null> {
  return await boundOf(c).session(c.req.raw, c, c);
}

/**
 * Starts a sign-in and returns the redirect; without a provider, to the sign-in
 * page. With credentials it finishes the sign-in.
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
  return toRedirect(await (await authOf(c)).signIn(provider, options, authorizationParams));
}

/**
 * Ends the session and returns the redirect.
 *
 * @throws {AuthError} when another site posted the form
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function signOut(c: HonoContext, options?: SignOutOptions): Promise<Response> {
  return toRedirect(await (await authOf(c)).signOut(options));
}

/**
 * Updates the session: hands `data` to your `jwt` callback, or to the `session`
 * callback of database sessions. The app's answer carries the new cookie.
 *
 * @throws {AuthError} when another site posted the form
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function updateSession(c: HonoContext, data: unknown): Promise<Session | null> {
  return (await (await authOf(c)).update(data)).body as Session | null;
}

/** Address of the socket, as `Deno.serve` and Hono's server for Node hand it over. */
function addressOf(env: unknown): string | undefined {
  const { remoteAddr, incoming } = (env ?? {}) as {
    remoteAddr?: { hostname?: string };
    incoming?: { socket?: { remoteAddress?: string } };
  };
  return remoteAddr?.hostname ?? incoming?.socket?.remoteAddress;
}

function authOf(c: HonoContext): Promise<RequestAuth> {
  return boundOf(c).of(c.req.raw, c, c);
}

function boundOf(c: HonoContext): Bound<HonoContext> {
  const bound = contexts.get(c);
  if (bound) return bound;
  throw new TypeError("Cannot read the session: HonoAuth is not in front of the route");
}

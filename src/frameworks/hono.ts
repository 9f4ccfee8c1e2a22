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
import type { Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";
import type { ActFields, AuthorizationParams } from "./acting.ts";
import { recallFor, rememberFor } from "./memory.ts";
import { createShell, type Shell, type SignOutFields } from "./shell.ts";
import type { LazyConfig } from "./wrapper.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type { AuthConfig, AuthConfig as HonoAuthConfig } from "../types/config.ts";
export type { Account, DefaultSession, Profile, Session, User } from "../types/entities.ts";
export type { ActFields, AuthorizationParams } from "./acting.ts";
export type { SignOutFields } from "./shell.ts";
export type { LazyConfig } from "./wrapper.ts";

/** What is used of Hono's `Context`. */
export interface HonoContext {
  /** The request. */
  readonly req: {
    /** As the runtime delivered it. */
    readonly raw: Request;
  };
  /** What the runtime adds to a request, in Deno the address it came from. */
  readonly env?: unknown;
  /** Adds to the headers of the answer, also after the app has answered. */
  header(name: string, value?: string, options?: { append?: boolean }): void;
}

/** A middleware, as Hono calls it. */
export type HonoAuthMiddleware = (
  c: HonoContext,
  next: () => Promise<void>,
) => Promise<Response | void>;

const SHELL = "hono";
/** Whether a session began or ended: no renewal of the old one may follow, whichever request had it. */
const ACTED = "hono acted";

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
  const shell = createShell(config);
  return async (c, next) => {
    // Middlewares may replace the request, but the context stays.
    rememberFor(c, SHELL, shell);
    const request = c.req.raw;
    setPeer(request, addressOf(c.env));
    const answer = await shell.answer(request, c);
    if (answer) return answer;
    await next();
    if (recallFor(c, ACTED)) return;
    for (const raw of new Set([request, c.req.raw])) {
      for (const cookie of await shell.cookies(raw)) {
        c.header("set-cookie", cookie, { append: true });
        // No shared cache may keep one person's session for the next.
        c.header("cache-control", "private, no-store");
      }
    }
  };
}

/**
 * The session of a request, or `null`. Never fails: an unreadable session is
 * logged and means that nobody is signed in. A session that was due for it is
 * extended with the app's answer.
 *
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function getSession(c: HonoContext): Promise<Session | null> {
  return await shellOf(c).read(c.req.raw, c);
}

/**
 * Starts a sign-in and returns the redirect; without a provider, to the sign-in
 * page. With credentials it finishes the sign-in.
 *
 * @throws {CredentialsSignin} when `authorize` refuses
 * @throws {AuthError} what else went wrong; among them a form of another site
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function signIn(
  c: HonoContext,
  provider?: ProviderId,
  options: ActFields = {},
  authorizationParams?: AuthorizationParams,
): Promise<Response> {
  const how = [provider, options, authorizationParams] as const;
  const response = await shellOf(c).signIn(c.req.raw, c, ...how);
  rememberFor(c, ACTED, true);
  return response;
}

/**
 * Ends the session and returns the redirect.
 *
 * @throws {AuthError} when another site posted the form
 * @throws {TypeError} on routes that are not behind {@linkcode HonoAuth}
 */
export async function signOut(c: HonoContext, options: SignOutFields = {}): Promise<Response> {
  const response = await shellOf(c).signOut(c.req.raw, c, options);
  rememberFor(c, ACTED, true);
  return response;
}

/** Address of the socket, as `Deno.serve` and Hono's server for Node hand it over. */
function addressOf(env: unknown): string | undefined {
  const { remoteAddr, incoming } = (env ?? {}) as {
    remoteAddr?: { hostname?: string };
    incoming?: { socket?: { remoteAddress?: string } };
  };
  return remoteAddr?.hostname ?? incoming?.socket?.remoteAddress;
}

function shellOf(c: HonoContext): Shell<HonoContext> {
  const shell = recallFor(c, SHELL);
  if (!shell) throw new TypeError("Cannot read the session: HonoAuth is not in front of the route");
  return shell as Shell<HonoContext>; // only HonoAuth puts something there
}

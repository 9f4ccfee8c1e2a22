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

import { Auth } from "../auth.ts";
import { isAuthAction, toBasePath } from "../http/url.ts";
import { addressOf, setPeer } from "../request/peer.ts";
import {
  answerSignIn,
  answerSignOut,
  type AuthorizationParams,
  type SignInOptions,
  type SignOutOptions,
} from "../server/forms.ts";
import {
  createPreparer,
  keepFromCaches,
  type LazyConfig,
  readPrepared,
  toPublicRequest,
} from "../server/prepare.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable, Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type { AuthConfig } from "../types/config.ts";
export type { Account, DefaultSession, Profile, Session, User } from "../types/entities.ts";
export type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/forms.ts";
export type { LazyConfig } from "../server/prepare.ts";

/** What the app answers when the path is not one of ours. */
export type DenoApp<Info extends unknown[]> = (
  request: Request,
  ...info: Info
) => Awaitable<Response>;

/** What {@linkcode DenoAuth} returns. */
export interface DenoAuthResult {
  /**
   * A handler for `Deno.serve` that answers the actions under `basePath` and
   * passes everything else on. Without an app, everything else is 404.
   */
  handler<Info extends unknown[]>(
    app?: DenoApp<Info>,
  ): (request: Request, ...info: Info) => Promise<Response>;
  /**
   * The session of a request, or `null`. Never throws: a failure is logged and
   * means that nobody is signed in. Inside `handler`, a session that was due
   * for it is extended with the app's answer.
   */
  auth(request: Request): Promise<Session | null>;
  /**
   * Starts a sign-in and returns the redirect; without a provider, to the
   * sign-in page. Refuses forms that another site posted.
   *
   * @param authorizationParams extra query members for the provider
   */
  signIn(
    request: Request,
    provider?: ProviderId,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<Response>;
  /** Ends the session and returns the redirect. Refuses forms that another site posted. */
  signOut(request: Request, options?: SignOutOptions): Promise<Response>;
}

/**
 * Binds a config to `Deno.serve`.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted on Deno Deploy, with
 * `AUTH_URL`, `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * @param config a config, or a function of the request that returns one; return
 * the same object for the same settings, since work is remembered per object
 */
export function DenoAuth(config: LazyConfig<Request>): DenoAuthResult {
  const prepare = createPreparer(config);
  /** Cookies that `auth` wants to set with the app's answer. */
  const pending = new WeakMap<Request, string[]>();
  /** Requests that began or ended a session: no renewal of the old one may follow. */
  const acted = new WeakSet<Request>();

  const isOurs = ({ url }: Request, { basePath }: AuthConfig): boolean => {
    const { pathname } = new URL(url);
    const base = toBasePath(basePath ?? "");
    if (!pathname.startsWith(`${base}/`)) return false;
    return isAuthAction(pathname.slice(base.length).split("/").find(Boolean) ?? "");
  };

  return {
    handler: (app) => async (request, ...info) => {
      setPeer(request, addressOf(info[0]));
      const { config, origin } = await prepare(request, request);
      if (isOurs(request, config)) {
        return await Auth(toPublicRequest(request, origin), config);
      }
      const response = await app?.(request, ...info) ?? new Response("Not found", { status: 404 });
      return withCookies(response, pending.get(request));
    },

    async auth(request) {
      const { session, setCookies } = await readPrepared(() => prepare(request, request), request);
      if (setCookies.length > 0 && !acted.has(request)) pending.set(request, setCookies);
      return session;
    },

    async signIn(request, provider, options = {}, authorizationParams) {
      const prepared = await prepare(request, request);
      const how = [provider, options, authorizationParams] as const;
      const response = await answerSignIn(request, prepared, ...how);
      acted.add(request);
      pending.delete(request);
      return response;
    },

    async signOut(request, options = {}) {
      const response = await answerSignOut(request, await prepare(request, request), options);
      acted.add(request);
      pending.delete(request);
      return response;
    },
  };
}

/**
 * App responses may have immutable headers, so they are copied when something
 * is added. An upgraded connection takes no copy, and its session is extended
 * later.
 */
function withCookies(response: Response, setCookies: string[] = []): Response {
  if (setCookies.length === 0 || response.status === 101) return response;
  // A session that the app's response begins or ends counts, not the renewal of the old one.
  const own = response.headers.getSetCookie().map(wholeName);
  if (setCookies.some((cookie) => own.includes(wholeName(cookie)))) return response;
  const copy = new Response(response.body, response);
  keepFromCaches(copy.headers);
  for (const cookie of setCookies) copy.headers.append("set-cookie", cookie);
  return copy;
}

/** Name of a cookie, without the number of a chunk. */
function wholeName(setCookie: string): string {
  return setCookie.split("=", 1)[0]!.trim().replace(/\.\d+$/, "");
}

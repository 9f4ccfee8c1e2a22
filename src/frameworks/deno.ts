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
import { setPeer } from "../request/peer.ts";
import { isAuthAction, toBasePath, withQuery } from "../http/url.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable, Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";
import { kindOf } from "./acting.ts";
import {
  assertSameOrigin,
  createPreparer,
  keepFromCaches,
  type LazyConfig,
  type Prepared,
  readPrepared,
  toInternalPost,
  toPublicRequest,
} from "./wrapper.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type { AuthConfig } from "../types/config.ts";
export type { Account, DefaultSession, Profile, Session, User } from "../types/entities.ts";
export type { LazyConfig } from "./wrapper.ts";

/** What the app answers when the path is not one of ours. */
export type DenoApp<Info extends unknown[]> = (
  request: Request,
  ...info: Info
) => Awaitable<Response>;

/** Where to go after signing in, and fields for e-mail or credentials. */
export interface SignInOptions {
  /** Path or URL to go to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
  /** Fields that the provider asks for. */
  [field: string]: unknown;
}

/** Where to go after signing out. */
export interface SignOutOptions {
  /** Path or URL to go to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
}

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
    authorizationParams?: string | URLSearchParams | Record<string, string>,
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

  const isOurs = ({ url }: Request, { basePath }: AuthConfig): boolean => {
    const { pathname } = new URL(url);
    const base = toBasePath(basePath ?? "");
    if (!pathname.startsWith(`${base}/`)) return false;
    return isAuthAction(pathname.slice(base.length).split("/").find(Boolean) ?? "");
  };

  const post = async (
    request: Request,
    { origin, internalConfig }: Prepared,
    action: string,
    { redirectTo, ...fields }: SignInOptions,
    query = "",
  ): Promise<Response> => {
    assertSameOrigin(request, origin);
    // A renewal of the old session must not follow the cookies of the new one.
    pending.delete(request);
    const base = origin + toBasePath(internalConfig.basePath ?? "");
    const callbackUrl = redirectTo ?? request.headers.get("referer") ?? "/";
    const internal = toInternalPost(request, `${base}/${action}${query}`, {
      ...fields,
      callbackUrl,
    });
    return await Auth(internal, internalConfig);
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
      if (setCookies.length > 0) pending.set(request, setCookies);
      return session;
    },

    async signIn(request, provider, options = {}, authorizationParams) {
      const prepared = await prepare(request, request);
      const { origin, internalConfig } = prepared;
      const base = origin + toBasePath(internalConfig.basePath ?? "");
      const kind = provider && kindOf(internalConfig, provider);
      if (!kind) {
        const page = internalConfig.pages?.signIn ?? `${base}/signin`;
        const location = new URL(withQuery(page, { callbackUrl: options.redirectTo }), origin).href;
        return new Response(null, { status: 302, headers: { location } });
      }
      const params = new URLSearchParams(authorizationParams).toString();
      const action = kind === "credentials" ? "callback" : "signin";
      return await post(
        request,
        prepared,
        `${action}/${provider}`,
        options,
        params && `?${params}`,
      );
    },

    async signOut(request, options = {}) {
      return await post(request, await prepare(request, request), "signout", { ...options });
    },
  };
}

/** Address of the socket, from what `Deno.serve` hands its handlers. */
function addressOf(info: unknown): string | undefined {
  return (info as { remoteAddr?: { hostname?: string } } | undefined)?.remoteAddr?.hostname;
}

/**
 * App responses may have immutable headers, so they are copied when something
 * is added. An upgraded connection takes no copy, and its session is extended
 * later.
 */
function withCookies(response: Response, setCookies: string[] = []): Response {
  if (setCookies.length === 0 || response.status === 101) return response;
  const copy = new Response(response.body, response);
  keepFromCaches(copy.headers);
  for (const cookie of setCookies) copy.headers.append("set-cookie", cookie);
  return copy;
}

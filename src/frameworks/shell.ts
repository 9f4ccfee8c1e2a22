/**
 * What wrappers of frameworks with `Request` and `Response` share: the actions,
 * the session of a request, and forms of the app.
 *
 * @module
 */

import { Auth } from "../auth.ts";
import { serializeCookie } from "../http/cookie.ts";
import { isAuthAction, toBasePath } from "../http/url.ts";
import type { SessionAndCookies } from "../server/session.ts";
import type { Session } from "../types/entities.ts";
import {
  type Acted,
  type ActFields,
  type AuthorizationParams,
  endSession,
  startSignIn,
} from "./acting.ts";
import {
  assertSameOrigin,
  createPreparer,
  keepFromCaches,
  type LazyConfig,
  type Prepared,
  type PreparerOptions,
  readPrepared,
  toPublicRequest,
} from "./wrapper.ts";

/** Where to go after signing out. */
export interface SignOutFields {
  /** Path or URL to go to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
}

/** A config, bound to requests of a framework. */
export interface Shell<Subject> {
  /** Answers an action; `undefined` when the path is the app's own. */
  answer(request: Request, subject: Subject): Promise<Response | undefined>;
  /** The session of a request or `null`; read once, and never an exception. */
  read(request: Request, subject: Subject): Promise<Session | null>;
  /** Values for `Set-Cookie` that the app's answer should carry after a `read`. */
  cookies(request: Request): Promise<string[]>;
  /**
   * Starts a sign-in, or finishes one with credentials.
   *
   * @throws {AuthError} what the provider or `authorize` failed with
   * @throws {MissingCSRF} when another site posted the form
   */
  signIn(
    request: Request,
    subject: Subject,
    provider: string | undefined,
    fields: ActFields,
    authorizationParams?: AuthorizationParams,
  ): Promise<Response>;
  /**
   * Ends the session.
   *
   * @throws {MissingCSRF} when another site posted the form
   */
  signOut(request: Request, subject: Subject, fields: SignOutFields): Promise<Response>;
}

/** Binds a config. */
export function createShell<Subject>(
  config: LazyConfig<Subject>,
  options?: PreparerOptions,
): Shell<Subject> {
  const prepare = createPreparer(config, undefined, options);
  const sessions = new WeakMap<Request, Promise<SessionAndCookies>>();

  const act = async (
    request: Request,
    subject: Subject,
    run: (prepared: Prepared) => Promise<Acted>,
  ): Promise<Response> => {
    const acted = await run(await prepare(request, subject));
    // A renewal of the old session must not follow the cookies of the new one.
    sessions.set(request, Promise.resolve(NOBODY));
    return toResponse(acted);
  };

  return {
    async answer(request, subject) {
      const { config, origin } = await prepare(request, subject);
      if (isActionPath(new URL(request.url).pathname, config.basePath ?? "")) {
        return await Auth(toPublicRequest(request, origin), config);
      }
    },
    async read(request, subject) {
      let reading = sessions.get(request);
      if (!reading) {
        reading = readPrepared(() => prepare(request, subject), request);
        sessions.set(request, reading);
      }
      return (await reading).session;
    },
    cookies: async (request) => (await sessions.get(request))?.setCookies ?? [],
    signIn: (request, subject, provider, fields, params) =>
      act(request, subject, async (prepared) => {
        // Anybody may be sent to the sign-in page.
        if (provider !== undefined) assertSameOrigin(request, prepared.origin);
        return await startSignIn(request, prepared, provider, fields, params);
      }),
    signOut: (request, subject, fields) =>
      act(request, subject, async (prepared) => {
        assertSameOrigin(request, prepared.origin);
        return await endSession(request, prepared, fields);
      }),
  };
}

const NOBODY: SessionAndCookies = { session: null, cookies: [], setCookies: [] };

/** Whether a path leads to one of the actions under the base path. */
export function isActionPath(pathname: string, basePath: string): boolean {
  const base = toBasePath(basePath);
  if (!pathname.startsWith(`${base}/`)) return false;
  return isAuthAction(pathname.slice(base.length).split("/").find(Boolean) ?? "");
}

/** The redirect with all its cookies; forms are posted, so it is fetched with GET. */
function toResponse({ redirect, cookies }: Acted): Response {
  const response = new Response(null, { status: 303, headers: { location: redirect } });
  for (const cookie of cookies) response.headers.append("set-cookie", serializeCookie(cookie));
  response.headers.set("cache-control", "private, no-store");
  return response;
}

/** The response with more cookies; those of apps may have immutable headers. */
export function withSetCookies(response: Response, setCookies: readonly string[]): Response {
  if (setCookies.length === 0) return response;
  const copy = new Response(response.body, response);
  keepFromCaches(copy.headers);
  for (const cookie of setCookies) copy.headers.append("set-cookie", cookie);
  return copy;
}

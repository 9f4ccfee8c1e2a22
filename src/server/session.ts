/**
 * Reads the session on the server, without a round trip.
 *
 * @module
 */

import { resolveConfig, withProcessSecret } from "../config/resolve.ts";
import { serializeCookie } from "../http/cookie.ts";
import { createContext } from "../request/context.ts";
import { sessionOf } from "../session/mod.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Session } from "../types/entities.ts";
import type { Cookie } from "../types/internal.ts";

/** A session, and what its answer should set. */
export interface SessionAndCookies {
  /** The session, or `null`. */
  session: Session | null;
  /** What its answer sets: a renewed session cookie, or deletions of a dead one. */
  cookies: Cookie[];
  /** The same as values for `Set-Cookie`. */
  setCookies: string[];
}

/**
 * Reads the session of a request. Any failure is logged and means that nobody
 * is signed in.
 *
 * @param origin public origin of the request, which decides about secure cookies
 */
export async function readSession(
  request: Request,
  origin: string,
  config: AuthConfig,
): Promise<SessionAndCookies> {
  let resolved = resolveConfig(config);
  if (resolved.mayGenerateSecret) resolved = withProcessSecret(resolved, origin);
  try {
    if (resolved.problem) throw resolved.problem;
    const ctx = await createContext({
      origin,
      action: "session",
      method: "GET",
      query: {},
      cookieHeader: request.headers.get("cookie") ?? "",
      request,
      returnRedirect: false,
    }, resolved);
    const session = await sessionOf(ctx).read(ctx);
    // The session callback may answer an empty object for "nobody".
    const isEmpty = !session || Object.keys(session).length === 0;
    const cookies = ctx.cookies.outgoing();
    return {
      session: isEmpty ? null : session,
      cookies,
      setCookies: cookies.map(serializeCookie),
    };
  } catch (error) {
    resolved.logger.error(error as Error);
    return { session: null, cookies: [], setCookies: [] };
  }
}

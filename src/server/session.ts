/**
 * Reads the session and its token on the server, without a round trip.
 *
 * @module
 */

import { resolveConfig, withProcessSecret } from "../config/resolve.ts";
import { serializeCookie } from "../http/cookie.ts";
import { createContext } from "../request/context.ts";
import { readClaims } from "../session/jwt.ts";
import { sessionOf } from "../session/mod.ts";
import type { AuthConfig } from "../types/config.ts";
import type { JWT, Session } from "../types/entities.ts";
import type { Context, Cookie, ResolvedConfig } from "../types/internal.ts";

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
  const resolved = resolveFor(origin, config);
  try {
    const ctx = await contextOf(request, origin, resolved);
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

/** Reads the claims of a session token; a failure is logged and means that there is none. */
export async function readToken(
  request: Request,
  origin: string,
  config: AuthConfig,
): Promise<JWT | null> {
  const resolved = resolveFor(origin, config);
  try {
    if (resolved.session.strategy !== "jwt") return null;
    return await readClaims(await contextOf(request, origin, resolved));
  } catch (error) {
    resolved.logger.error(error as Error);
    return null;
  }
}

function resolveFor(origin: string, config: AuthConfig): ResolvedConfig {
  const resolved = resolveConfig(config);
  return resolved.mayGenerateSecret ? withProcessSecret(resolved, origin) : resolved;
}

async function contextOf(
  request: Request,
  origin: string,
  resolved: ResolvedConfig,
): Promise<Context> {
  if (resolved.problem) throw resolved.problem;
  return await createContext({
    origin,
    action: "session",
    method: "GET",
    query: {},
    cookieHeader: request.headers.get("cookie") ?? "",
    request,
    returnRedirect: false,
  }, resolved);
}

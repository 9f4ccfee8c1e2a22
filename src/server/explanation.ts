/**
 * The reason for which a request has no session, loaded when an app asks for it.
 *
 * @module
 */

import { type Environment, isProduction, parseUrl } from "../config/env.ts";
import { AuthError } from "../errors.ts";
import { CookieJar } from "../http/cookie.ts";
import { actionUrl, isLoopback, splitUrl } from "../http/url.ts";
import { createContext } from "../request/context.ts";
import { inspect, type SessionState } from "../session/inspect.ts";
import type { Context, RequestInternal, ResolvedConfig } from "../types/internal.ts";

/** Reason for which a request has a session, or none. */
export type SessionCause =
  /** The config or the store cannot be used, or the host is not trusted. */
  | "config"
  /** The session has expired. */
  | "expired"
  /** The request has no session cookie. */
  | "no-cookie"
  /** The store has no row of the session. */
  | "no-row"
  /** The sign-in waits for a second factor. */
  | "pending-factor"
  /** The request has no session cookie, and came to another host than the cookie's. */
  | "other-host"
  /** None of the secrets made the session token. */
  | "other-secret"
  /** The session was ended. */
  | "revoked"
  /** The cookie holds a valid session. */
  | "signed-in"
  /** The user is suspended, or was deleted. */
  | "suspended"
  /** The session token was changed, or is none. */
  | "tampered"
  /** The request has the session cookie of the other scheme, http or https. */
  | "wrong-scheme";

/** Result of {@linkcode explain}. */
export interface SessionExplanation {
  /** Reason. */
  cause: SessionCause;
  /** Reason as a sentence, and what to do. It holds no secret and no token. */
  message: string;
}

/**
 * Explains the session of a request.
 *
 * @throws {AuthError} outside development
 */
export async function explainSession(
  request: RequestInternal,
  config: ResolvedConfig,
  env: Environment,
): Promise<SessionExplanation> {
  assertDevelopment(request.origin, env);
  if (config.error) return { cause: "config", message: config.error.message };
  const ctx = await createContext(request, config);
  const cookie = ctx.cookies.get("sessionToken");
  if (cookie === undefined) return explainAbsence(ctx, env);
  try {
    return explainState(ctx, await inspect(ctx, cookie));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { cause: "config", message: `Cannot look at the session: ${message}` };
  }
}

/**
 * "Not production" does not prove that the server is unreachable, so other origins
 * than loopback ones need `NODE_ENV=development`.
 */
function assertDevelopment(origin: string, env: Environment): void {
  const isDevelopment = env.NODE_ENV === "development" || isLoopback(origin);
  if (isDevelopment && !isProduction(env)) return;
  throw new AuthError(
    "Cannot explain a session outside development: open the app at http://localhost, or set " +
      "NODE_ENV=development",
  );
}

function explainAbsence(
  { config, request, cookies }: Context,
  env: Environment,
): SessionExplanation {
  const { origin, cookieHeader } = request;
  const name = cookies.name("sessionToken");
  const isHttps = origin.startsWith("https:");
  const others = [config.cookies.plain, config.cookies.secure].map((table) =>
    new CookieJar(cookieHeader, table)
  );
  const other = others.find((jar) => jar.get("sessionToken") !== undefined);
  if (other) {
    return {
      cause: "wrong-scheme",
      message: `The request has the cookie "${other.name("sessionToken")}", but ${origin} uses ` +
        `"${name}": the sign-in was made under the other scheme. Sign in again at ${origin}, or ` +
        "set AUTH_URL to the URL that browsers open if a proxy ends TLS",
    };
  }
  if (config.useSecureCookies === true && !isHttps) {
    return {
      cause: "wrong-scheme",
      message: `The option \`useSecureCookies\` is on, but the app runs at ${origin}, where ` +
        "browsers can drop such cookies. Remove it, or set AUTH_URL to the https: URL if a proxy " +
        "ends TLS",
    };
  }
  const elsewhere = otherHost(config, request, env);
  if (elsewhere) return { cause: "other-host", message: elsewhere };
  // The cookie itself is opened by the page of the second factor alone.
  if (config.factors && cookies.get("factorAttempt") !== undefined) {
    return {
      cause: "pending-factor",
      message: "The sign-in waits for a second factor: no session begins before it is proven at " +
        `${actionUrl({ request, config }, "factor")}, within 10 minutes of the first proof`,
    };
  }
  return {
    cause: "no-cookie",
    message: `The request has no cookie "${name}": no user has signed in with this browser at ` +
      `${origin}, or the user has signed out. Another host name, also 127.0.0.1 instead of ` +
      "localhost, has other cookies. A `fetch` from another origin sends cookies only with " +
      '`credentials: "include"`',
  };
}

/** Explains a host to which the browser does not send the cookie. */
function otherHost(
  { cookies, useSecureCookies }: ResolvedConfig,
  { origin, request }: RequestInternal,
  env: Environment,
): string | undefined {
  const { hostname } = new URL(origin);
  const secure = useSecureCookies ?? origin.startsWith("https:");
  const { domain } = (secure ? cookies.secure : cookies.plain).sessionToken.options;
  const suffix = domain?.replace(/^\./, "").toLowerCase();
  if (suffix && hostname !== suffix && !hostname.endsWith(`.${suffix}`)) {
    return `The session cookie is for the domain "${suffix}", so browsers drop it at ${origin}. ` +
      "Open the app under that domain, or change `cookies.sessionToken.options.domain`";
  }
  const fixed = parseUrl(env.AUTH_URL ?? env.NEXTAUTH_URL);
  const own = splitUrl(request.url);
  if (!fixed || !own || new URL(own.origin).hostname === fixed.hostname) return undefined;
  return `AUTH_URL is at ${fixed.origin}, where the sign-in sets the cookie, but this request came ` +
    `to ${own.origin}. Open the app at ${fixed.origin}, or change AUTH_URL. If a proxy changes the ` +
    "`Host` header, no user has signed in with this browser yet";
}

function explainState({ config, cookies }: Context, state: SessionState): SessionExplanation {
  const name = cookies.name("sessionToken");
  switch (state) {
    case "live":
      return {
        cause: "signed-in",
        message: "The cookie holds a valid session. If `getSession` returns `null`, the `jwt` or " +
          "`session` callback ended it or failed; see the log",
      };
    case "expired":
      return {
        cause: state,
        message: "The session has expired, or the clock of this server is wrong. Sign in again; " +
          "`session.maxAge` sets the seconds that an idle session lasts",
      };
    case "no-row":
      return {
        cause: state,
        message: "The store has no session with the token in the cookie: it was ended, it has " +
          'expired, or the cookie was changed or made with `session.strategy: "jwt"` or for ' +
          "another store. Sign in again",
      };
    case "other-secret":
      return {
        cause: state,
        message: config.mayGenerateSecret
          ? "The session token was made with another secret: no secret is set, so each start of " +
            "the process makes a random one. Set AUTH_SECRET and sign in again"
          : `None of the secrets made the session token, or none for a cookie "${name}". Sign in ` +
            "again; when you replace a secret, keep the old one in the list",
      };
    case "revoked":
      return {
        cause: state,
        message:
          "The session was ended: by a sign-out, by `sessions.revoke` or a similar call, or " +
          "because the store of records has lost it. Sign in again",
      };
    case "suspended":
      return { cause: state, message: "The user is suspended, or was deleted" };
    case "tampered":
      return {
        cause: state,
        message: `The cookie "${name}" does not hold a session token as it was made: it was ` +
          "changed or cut, a part of it is missing, or it was made with another " +
          "`session.strategy` or another `jwt.encode`. Delete the cookie and sign in again",
      };
  }
}

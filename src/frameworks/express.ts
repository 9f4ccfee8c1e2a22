/**
 * Authentication for Express 4 and 5.
 *
 * @example
 * ```ts
 * import { ExpressAuth, getSession } from "@x/auth/express";
 * import GitHub from "@x/auth/providers/github";
 *
 * const config = { providers: [GitHub({ clientId: "…" })] };
 *
 * // app.set("trust proxy", 1);            behind one proxy
 * // app.use("/auth", ExpressAuth(config));
 * // app.get("/dashboard", async (req, res) => {
 * //   const session = await getSession(req, config);
 * //   if (!session?.user) return res.redirect("/auth/signin?callbackUrl=/dashboard");
 * //   res.send(`Hello ${session.user.name}`);
 * // });
 * console.log(typeof ExpressAuth(config), typeof getSession);
 * ```
 *
 * @module
 */

import { isActionPath, toBasePath } from "../http/url.ts";
import type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";
import { createBinder, toWritten } from "../server/bind.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Optional, Session } from "../types/entities.ts";
import type { DefinedConfig, ProviderIdOf, SessionOf } from "../types/inference.ts";
import { createNodeCalls, type NodeCalls } from "./node_calls.ts";
import { type NodeRequest, type NodeResponse, pathOf } from "./node_http.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type * from "../types/mod.ts";
export type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";
export type { NodeRequest, NodeResponse } from "./node_http.ts";

/** A config; the base path is where the middleware is mounted. */
export type ExpressAuthConfig = Omit<AuthConfig, "raw">;

/** A config, or what `defineAuth` returned. */
export type ExpressAuthInput = ExpressAuthConfig | DefinedConfig<string, unknown, unknown>;

/** What {@linkcode getSession} answers. */
export type GetSessionResult<S = Session> = Promise<S | null>;

/** What is used of Express's requests. */
export interface ExpressRequest extends NodeRequest {
  /** Path and query as they arrived. */
  readonly originalUrl: string;
  /** Path the middleware is mounted at. */
  readonly baseUrl: string;
  /** `http` or `https`; what a trusted proxy says counts. */
  readonly protocol: string;
  /** Address of the person, as far as trusted proxies know it. */
  readonly ip?: string | undefined;
  /** Values of the pattern. */
  readonly params: object;
  /** The connection. */
  readonly socket?: {
    /** Address of the other end. */
    readonly remoteAddress?: string | undefined;
    /** Whether it is one over TLS. */
    readonly encrypted?: boolean | undefined;
  } | undefined;
  /** Its response. */
  readonly res?: NodeResponse | undefined;
}

/** A request of Express; all but its headers may be missing. */
export type ExpressHead = Pick<ExpressRequest, "headers"> & Optional<ExpressRequest>;

/** A middleware, as Express calls it. */
export type ExpressMiddleware = (
  req: ExpressRequest,
  res: NodeResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * A middleware that answers the actions where it is mounted, for example by
 * `app.use("/auth", ExpressAuth(config))`; wildcards (`/auth/*` of Express 4,
 * `/auth/*splat` of Express 5) work too. Under its own path it answers
 * everything; mounted at the root, it leaves the rest to the app.
 *
 * Bodies may be parsed already or not. HTTPS behind a proxy is recognized only
 * with Express's `trust proxy`; a host that a proxy forwards counts only with
 * `AUTH_URL` or `trustHost: { forwardedHops }`. What the
 * config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted with `AUTH_URL`,
 * `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 */
export function ExpressAuth(config: ExpressAuthInput): ExpressMiddleware {
  const written = toWritten(config);
  return async (req, res, next) => {
    try {
      const base = basePathOf(req);
      const path = pathOf(req.originalUrl).split("?", 1)[0]!;
      const basePath = toBasePath(base ?? written.basePath ?? BASE_PATH);
      if (base === undefined && !isActionPath(path, basePath)) return next();
      const { of, answer } = callsOf(config);
      await answer(await of(req), req, res, basePath);
    } catch (error) {
      next(error);
    }
  };
}

/**
 * The session of a request, or `null`. Never throws: a failure is logged and
 * means no session. A session that was due for it is extended with the response,
 * if its headers have not been sent.
 *
 * It is read once per request object. For a connection that stays open
 * (server-sent events, WebSocket), ask again with a copy:
 * `getSession({ headers: req.headers, protocol: req.protocol }, config)`.
 *
 * It has the shape that the config's `session` callback returns. Pass what
 * `defineAuth` returned, or write `const config = { … } satisfies
 * ExpressAuthConfig`: a variable of the type `ExpressAuthConfig` tells nothing
 * but `Session`.
 *
 * @param config the object that {@linkcode ExpressAuth} got
 */
export async function getSession<Config extends ExpressAuthInput>(
  req: ExpressHead,
  config: Config,
): GetSessionResult<SessionOf<Config>> {
  // What the callback returned.
  return await callsOf(config).session(req, req.res) as SessionOf<Config> | null;
}

/**
 * Starts a sign-in, or finishes one with credentials, and sets its cookies on
 * the response. A sign-in that cannot start leads to the error page and is
 * logged.
 *
 * @param config the object that {@linkcode ExpressAuth} got
 * @returns the absolute URL to redirect to: `res.redirect(303, await signIn(…))`
 * @throws {CredentialsSignin} when `authorize` refuses
 * @throws {AuthError} what else `authorize` failed with, and a form of another site
 */
export async function signIn<Config extends ExpressAuthInput>(
  req: ExpressRequest,
  config: Config,
  provider?: ProviderIdOf<Config>,
  options?: SignInOptions,
  authorizationParams?: AuthorizationParams,
): Promise<string> {
  return await callsOf(config).signIn(req, req.res, provider, options, authorizationParams);
}

/**
 * Ends the session, and deletes its cookie with the response.
 *
 * @param config the object that {@linkcode ExpressAuth} got
 * @returns the absolute URL to redirect to: `res.redirect(303, await signOut(…))`
 * @throws {AuthError} when another site posted the form
 */
export async function signOut(
  req: ExpressRequest,
  config: ExpressAuthInput,
  options?: SignOutOptions,
): Promise<string> {
  return await callsOf(config).signOut(req, req.res, options);
}

/**
 * Updates the session: hands `data` to your `jwt` callback, or to the `session`
 * callback of database sessions. The response carries the new cookie.
 *
 * @param config the object that {@linkcode ExpressAuth} got
 * @throws {AuthError} when another site posted the form
 */
export async function updateSession<Config extends ExpressAuthInput>(
  req: ExpressRequest,
  config: Config,
  data: unknown,
): GetSessionResult<SessionOf<Config>> {
  return await callsOf(config).updateSession(req, req.res, data) as SessionOf<Config> | null;
}

const BASE_PATH = "/auth";
/** Express has judged this by `trust proxy` already. */
const JUDGED = ["x-forwarded-proto"];

const boundTo = createBinder<ExpressAuthConfig, ExpressHead>(({ basePath = BASE_PATH }) => ({
  basePath: () => basePath,
}));

const callsOf = (config: ExpressAuthInput): NodeCalls<ExpressHead> =>
  createNodeCalls(boundTo(config), ({ originalUrl, protocol, socket, ip }) => ({
    path: originalUrl,
    // The forwarded scheme can be any text, even from a trusted proxy.
    isSecure: protocol ? protocol === "https" : socket?.encrypted === true,
    peer: ip,
    ignored: JUDGED,
  }));

/**
 * Where the middleware is mounted, or `undefined` at the root.
 *
 * | Mounted by | `baseUrl` | `params` | Base path |
 * |---|---|---|---|
 * | `use("/auth")` | `/auth` | `{}` | `/auth` |
 * | `use("/auth/*")` of Express 4 | `/auth/signin/github` | `{ 0: "signin/github" }` | `/auth` |
 * | `use("/auth/*splat")` of Express 5 | `/auth/signin/github` | `{ splat: ["signin", "github"] }` | `/auth` |
 * | `all("/auth/*")` in a router under `/api` | `/api` | `{ 0: "session" }` | `/api/auth` |
 */
function basePathOf(req: ExpressRequest): string | undefined {
  const segments = pathOf(req.originalUrl).split("?", 1)[0]!.split("/");
  for (const [name, value] of Object.entries(req.params ?? {})) {
    const isWildcard = Array.isArray(value) || (/^\d+$/.test(name) && typeof value === "string");
    if (!isWildcard) continue;
    const tail: string[] = Array.isArray(value) ? value : value.split("/");
    const end = segments.slice(-tail.length).map(decode);
    if (tail.length < segments.length && end.join("/") === tail.join("/")) {
      return segments.slice(0, -tail.length).join("/") || undefined;
    }
  }
  return req.baseUrl || undefined;
}

/** Express has refused malformed encodings in what it matched. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

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

import { isActionPath } from "../http/paths.ts";
import { toBasePath } from "../http/url.ts";
import type {
  AuthorizationParams,
  ImpersonateOptions,
  SignInOptions,
  SignOutOptions,
} from "../server/request_actions.ts";
import { createBinder } from "../server/bind.ts";
import { toUserConfig } from "../server/environment.ts";
import { announceConfig } from "../server/observe.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Optional, Session } from "../types/entities.ts";
import type {
  AuthTypes,
  DefinedConfig,
  NamesIn,
  ProviderIdOf,
  SessionOf,
} from "../types/inference.ts";
import type { AuthenticationRefusal } from "../credentials/refusal.ts";
import type {
  AuthenticateOptions,
  CredentialKind,
  GuardOptions,
  Principal,
} from "../types/principal.ts";
import type { NamedId } from "../types/provider_id.ts";
import type { Proof, RequireProofOptions } from "../types/proof.ts";
import type { SignInPage } from "../types/sign_in_page.ts";
import type { AccessToken, AccessTokenOptions } from "../types/tokens.ts";
import { assertOptions } from "./app.ts";
import { createNodeCalls } from "./node_calls.ts";
import { type NodeResponse, type NodeServerRequest, pathOf } from "./node_http.ts";

export * from "./exports.ts";
export type {
  NodeHead,
  NodeRequest,
  NodeResponse,
  NodeServerRequest,
  NodeSocket,
} from "./node_http.ts";

/** A config. The mount path of the middleware is the base path. */
export type ExpressAuthConfig = Omit<AuthConfig, "raw">;

/** A config, or the result of `defineAuth`. */
export type ExpressAuthInput = ExpressAuthConfig | DefinedConfig<AuthTypes>;

/** Return type of {@linkcode getSession}. */
export type GetSessionResult<S = Session> = Promise<S | null>;

/** Members of Express's `Request` that are used. */
export interface ExpressRequest extends NodeServerRequest {
  /** Path and query as they arrived. */
  readonly originalUrl: string;
  /** Path the middleware is mounted at. */
  readonly baseUrl: string;
  /** `http` or `https`; taken from the headers of a trusted proxy, if there is one. */
  readonly protocol: string;
  /** IP address of the client; taken from the headers of trusted proxies, if there are any. */
  readonly ip?: string | undefined;
  /** Values of the route's parameters. */
  readonly params: object;
  /** Response to this request. */
  readonly res?: NodeResponse | undefined;
}

/** A request of Express; only its headers are required. */
export type ExpressHead = Pick<ExpressRequest, "headers"> & Optional<ExpressRequest>;

/** A middleware, as Express calls it. */
export type ExpressMiddleware = (
  req: ExpressRequest,
  res: NodeResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * Returns a middleware that handles the actions under its mount path, for example
 * `app.use("/auth", ExpressAuth(config))`. Wildcards (`/auth/*` of Express 4,
 * `/auth/*splat` of Express 5) work too. It responds to every request under its
 * mount path; mounted at the root, it passes other requests to the app.
 *
 * It works with and without body parsers in front of it. HTTPS behind a proxy is
 * recognized only with Express's `trust proxy`; a host that a proxy forwards is
 * used only with `AUTH_URL` or `trustHost: { forwardedHops }`.
 * For settings with defaults see {@linkcode LazyConfigInput}.
 */
export function ExpressAuth(config: ExpressAuthInput): ExpressMiddleware {
  const written = toUserConfig(config);
  announceConfig(written);
  return async (req, res, next) => {
    try {
      const base = basePathOf(req);
      const path = pathOf(req.originalUrl).split("?", 1)[0]!;
      const basePath = toBasePath(base ?? written.basePath ?? BASE_PATH);
      if (base === undefined && !isActionPath(path, basePath)) return next();
      const { of, answer } = callsOf(config);
      const auth = await of(req);
      if (base === undefined && !auth.isAction) return next();
      await answer(auth, req, res, basePath);
    } catch (error) {
      next(error);
    }
  };
}

/**
 * The session of a request, or `null`. A failure of your callbacks is logged and means no session. A
 * session that is due for renewal is renewed with the
 * response, if its headers have not been sent.
 *
 * It is read once per request object. On a connection that stays open
 * (server-sent events, WebSocket), call this again with a copy:
 * `getSession({ headers: req.headers, protocol: req.protocol }, config)`.
 *
 * Its type is the {@linkcode SessionOf} of the config.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
 */
export async function getSession<Config extends ExpressAuthInput>(
  req: ExpressHead,
  config: Config,
): GetSessionResult<SessionOf<Config>> {
  // The cast adds the callback's return type.
  return await callsOf(config).session({ req, res: req.res }) as SessionOf<Config> | null;
}

/**
 * Starts a sign-in, or completes one for a credentials provider, and sets its
 * cookies on the response. A sign-in that cannot start redirects to the error
 * page and is logged.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @returns the absolute URL to redirect to: `res.redirect(303, await signIn(…))`
 * @throws {CredentialsSignin} when `authorize` refuses
 * @throws {AuthError} when `authorize` fails otherwise, or another site posted the form
 */
export async function signIn<Config extends ExpressAuthInput>(
  req: ExpressRequest,
  config: Config,
  provider?: NamedId<ProviderIdOf<Config>>,
  options?: SignInOptions,
  authorizationParams?: AuthorizationParams,
): Promise<string> {
  const call = { req, res: req.res };
  return await callsOf(config).signIn(call, provider, options, authorizationParams);
}

/**
 * Ends the session, and deletes its cookie with the response.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @returns the absolute URL to redirect to: `res.redirect(303, await signOut(…))`
 * @throws {AuthError} when another site posted the form
 */
export async function signOut(
  req: ExpressRequest,
  config: ExpressAuthInput,
  options?: SignOutOptions,
): Promise<string> {
  return await callsOf(config).signOut({ req, res: req.res }, options);
}

/**
 * Lets the operator of the request act for a user, and sets the cookies on the response; see
 * {@linkcode RequestActions}.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @returns the absolute URL to redirect to: `res.redirect(303, await impersonate(…))`
 * @throws {AccessDenied} when the operator may not act for this user
 * @throws {AuthError} without a reason, and when another site posted the form
 * @since 0.3.0
 */
export async function impersonate(
  req: ExpressRequest,
  config: ExpressAuthInput,
  userId: string,
  options: ImpersonateOptions,
): Promise<string> {
  return await callsOf(config).impersonate({ req, res: req.res }, userId, options);
}

/**
 * Ends what {@linkcode impersonate} has begun, and sets the cookies on the response.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @returns the absolute URL to redirect to
 * @throws {AccessDenied} when this browser does not have the operator's own session
 * @throws {AuthError} when another site posted the form
 * @since 0.3.0
 */
export async function stopImpersonating(
  req: ExpressRequest,
  config: ExpressAuthInput,
  options?: Pick<ImpersonateOptions, "redirectTo">,
): Promise<string> {
  return await callsOf(config).stopImpersonating({ req, res: req.res }, options);
}

/**
 * Updates the session: passes `data` to your `jwt` callback, or with database
 * sessions to your `session` callback. The response carries the new cookie.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @throws {AuthError} when another site posted the form
 */
export async function updateSession<Config extends ExpressAuthInput>(
  req: ExpressRequest,
  config: Config,
  data: unknown,
): GetSessionResult<SessionOf<Config>> {
  const call = { req, res: req.res };
  return await callsOf(config).updateSession(call, data) as SessionOf<Config> | null;
}

/**
 * The proof of the session: when, by which methods and with which provider its user
 * signed in; see {@linkcode Proof}. `null` without a live session.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
 */
export async function getProof(req: ExpressHead, config: ExpressAuthInput): Promise<Proof | null> {
  return await callsOf(config).getProof({ req, res: undefined });
}

/**
 * A valid access token of the user's account at a provider; see {@linkcode RequestActions}.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @throws {TokenRefreshError} when the token has expired, and there is no new one
 */
export async function getAccessToken(
  req: ExpressRequest,
  config: ExpressAuthInput,
  options?: AccessTokenOptions,
): Promise<AccessToken | null> {
  return await callsOf(config).getAccessToken({ req, res: req.res }, options);
}

/**
 * Compares the proof of the session with what you require, as `requireProof` of
 * `@x/auth/server` does.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @returns `null` when the proof is good enough, else the absolute URL to redirect to
 * @throws {AuthError} for database sessions without `session.revocation`
 */
export async function requireProof(
  req: ExpressHead,
  config: ExpressAuthInput,
  options?: RequireProofOptions,
): Promise<string | null> {
  return await callsOf(config).requireProof({ req, res: undefined }, options);
}

/**
 * The facts of the sign-in page, for a page of the app; see {@linkcode SignInPage}. The
 * response carries the cookie of the CSRF token.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @throws {AuthError} when the config, the `Host` header or the query cannot be used
 */
export async function getSignInOptions(
  req: ExpressRequest,
  config: ExpressAuthInput,
): Promise<SignInPage> {
  return await callsOf(config).getSignInOptions({ req, res: req.res });
}

/**
 * Authenticates a request; see {@linkcode RequestActions}. A session that is due for renewal is renewed
 * with the response.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @returns the principal, or a refusal: send its `status`, and what else its `response()` has, or
 * use {@linkcode protect}
 * @throws {AuthError} when the config cannot be used
 * @throws {TypeError} when a kind of credential is accepted that the config does not bring
 */
export async function authenticate<
  Config extends ExpressAuthInput,
  const Kind extends CredentialKind = "session",
>(
  req: ExpressRequest,
  config: Config,
  options?: AuthenticateOptions<Kind, NamesIn<Config>["scope"], NamesIn<Config>["resource"]>,
): Promise<
  | Principal<Kind, NamesIn<Config>["scope"], SessionOf<Config>, NamesIn<Config>["membership"]>
  | AuthenticationRefusal
> {
  // The cast adds the callback's return type.
  return await callsOf(config).authenticate({ req, res: req.res }, options) as
    | Principal<Kind, NamesIn<Config>["scope"], SessionOf<Config>, NamesIn<Config>["membership"]>
    | AuthenticationRefusal;
}

/**
 * `res.locals` behind {@linkcode protect}: `Response<unknown, ExpressAuthLocals<typeof config>>`.
 *
 * @typeParam Config Type of the config.
 * @typeParam Kind Kinds of credentials that the route accepts.
 */
export interface ExpressAuthLocals<
  Config = ExpressAuthConfig,
  Kind extends CredentialKind = "session",
> {
  /** The one that makes the request. */
  principal: Principal<
    Kind,
    NamesIn<Config>["scope"],
    SessionOf<Config>,
    NamesIn<Config>["membership"]
  >;
}

/**
 * Returns a middleware that passes authenticated requests on alone, with the principal in
 * `res.locals.principal`; see {@linkcode ExpressAuthLocals}. Others get the answer of the refusal:
 * 401 or 403 with JSON, or for a browser that asks for a page the redirect to the sign-in page. An
 * error goes to `next`: an `AuthError` when the config cannot be used, a `TypeError` when a kind is
 * accepted that the config does not bring.
 *
 * @param config the object that was passed to {@linkcode ExpressAuth}
 * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
 *
 * @example
 * ```ts
 * import { protect } from "@x/auth/express";
 *
 * const config = { providers: [] };
 * const signedIn = protect(config);
 * // app.get("/api/me", signedIn, (_req, res) => res.json({ id: res.locals.principal.id }));
 * console.log(typeof signedIn); // function
 * ```
 */
export function protect<Config extends ExpressAuthInput>(
  config: Config,
  options?: GuardOptions<
    [req: ExpressRequest],
    CredentialKind,
    NamesIn<Config>["scope"],
    NamesIn<Config>["resource"]
  >,
): ExpressMiddleware {
  assertOptions(config, "app.get(path, protect(config, options), handler)");
  const wanted = callsOf(config).checkGuard(options);
  return async (req, res, next) => {
    let who;
    try {
      who = await callsOf(config).enter(req, res, wanted);
    } catch (error) {
      return next(error);
    }
    if (!who) return;
    const { locals } = res as NodeResponse & { locals: Record<string, unknown> };
    locals.principal = who;
    next();
  };
}

const BASE_PATH = "/auth";

const boundTo = createBinder<ExpressAuthConfig, ExpressHead>(({ basePath = BASE_PATH }) => ({
  basePath: () => basePath,
}));

const callsOf = (config: ExpressAuthInput) =>
  createNodeCalls(boundTo(config), ({ originalUrl, protocol, socket, ip }) => ({
    path: originalUrl,
    // A forwarded scheme can be any text, even from a trusted proxy.
    isSecure: protocol ? protocol === "https" : socket?.encrypted === true,
    peer: ip,
    // Express has already evaluated it by its setting `trust proxy`.
    ignored: ["x-forwarded-proto"],
  }));

/**
 * The path that the middleware is mounted under, or `undefined` at the root.
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

/** Decodes a segment. Express has rejected malformed encodings only in the part it matched. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

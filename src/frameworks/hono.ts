/**
 * Authentication for Hono.
 *
 * @example
 * ```ts
 * import { Hono } from "hono";
 * import { HonoAuth } from "@x/auth/hono";
 * import GitHub from "@x/auth/providers/github";
 *
 * const app = new Hono();
 * const auth = HonoAuth({ providers: [GitHub({ clientId: "…" })] });
 * app.use(auth);
 * app.get("/dashboard", async (c) => {
 *   const session = await auth.getSession(c);
 *   if (!session?.user) return await auth.signIn(c, "github", { redirectTo: "/dashboard" });
 *   return c.text(`Hello ${session.user.name}`);
 * });
 * // Deno.serve(app.fetch);
 * console.log(typeof app.fetch); // function
 * ```
 *
 * The functions {@linkcode getSession}, {@linkcode signIn}, {@linkcode signOut},
 * {@linkcode updateSession}, {@linkcode getProof}, {@linkcode getAccessToken},
 * {@linkcode authenticate} and {@linkcode protect} do the same in modules that cannot import
 * `auth`. Their types do not depend on the config.
 *
 * @module
 */

import { serializeCookie } from "../http/cookie.ts";
import { setClientAddress } from "../http/client_address.ts";
import { type RequestActions, toRedirect } from "../server/request_actions.ts";
import { bind, type Bound } from "../server/bind.ts";
import { missingFrom } from "../server/cookies.ts";
import { createRequestActions } from "../server/create_request_actions.ts";
import { headersFor } from "../server/personal.ts";
import { enter } from "../server/protect.ts";
import { checkGuard } from "../credentials/check_options.ts";
import type { DefaultSession, JWT, Session } from "../types/entities.ts";
import type {
  ConfigNames,
  InferredId,
  InferredNames,
  InferredSession,
  LazyConfigInput,
  NamesIn,
  SessionOf,
  TypedBy,
} from "../types/inference.ts";
import type { CredentialKind, GuardOptions, Principal } from "../types/principal.ts";
import type { Provider, ProviderId } from "../types/provider.ts";

import { assertOptions } from "./app.ts";

export * from "./exports.ts";
export type { AuthConfig as HonoAuthConfig } from "../types/config.ts";

/** Members of Hono's `Context` that are used. */
export interface HonoContext {
  /** The request. */
  readonly req: {
    /** The request object of the runtime. */
    readonly raw: Request;
  };
  /** Values that the runtime adds to a request, in Deno the client's address. */
  readonly env?: unknown;
  /** The response, once the app has made one. */
  readonly res: Response;
  /** Sets a response header, also after the app has made the response. */
  header(name: string, value?: string, options?: { append?: boolean }): void;
}

/** A middleware, as Hono calls it: handles the actions, and passes other requests on. */
export type HonoAuthMiddleware = (
  c: HonoContext,
  next: () => Promise<void>,
) => Promise<Response | void>;

/**
 * Variables of the app: `new Hono<{ Variables: HonoAuthVariables<typeof auth> }>()`.
 *
 * @typeParam Auth Type of the result of {@linkcode HonoAuth}.
 * @typeParam Kind Kinds of credentials that the app accepts.
 */
export interface HonoAuthVariables<Auth = TypedBy, Kind extends CredentialKind = "session"> {
  /** The one that makes the request; `undefined` on routes that are not behind `protect`. */
  principal:
    | Principal<Kind, NamesIn<Auth>["scope"], SessionOf<Auth>, NamesIn<Auth>["membership"]>
    | undefined;
}

/**
 * Result of {@linkcode HonoAuth}: a middleware, and functions for the routes
 * behind it. `signIn`, `signOut` and `updateSession` are described in
 * {@linkcode RequestActions}; their answers are redirects. On routes that are not behind the
 * middleware, all of them throw a `TypeError`.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 * @typeParam Names Names that guards take.
 */
export interface HonoAuthResult<
  Id extends string = ProviderId,
  S = Session,
  Names extends ConfigNames = ConfigNames,
> extends
  HonoAuthMiddleware,
  RequestActions<[c: HonoContext], Id, S, Response, [], Names>,
  TypedBy<Id, S, JWT, Names> {
  /**
   * The session of a request, or `null`. A failure of your callbacks is logged and means no session.
   * The app's response renews a session that is due for renewal.
   *
   * It is read once per request. For a connection that stays open (server-sent
   * events, WebSocket), ask again with `getSession(c.req.raw.clone(), config)`
   * of `@x/auth/server`.
   *
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   */
  getSession(c: HonoContext): Promise<S | null>;
  /**
   * Makes a middleware that passes authenticated requests on alone; the principal is
   * `c.get("principal")`, see {@linkcode HonoAuthVariables}. Others get the answer of the refusal:
   * 401 or 403 with JSON, or for a browser that asks for a page the redirect to the sign-in page.
   *
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   * @throws {AuthError} at a request, when the config cannot be used
   *
   * @example
   * ```ts
   * import { Hono } from "hono";
   * import { HonoAuth, type HonoAuthVariables } from "@x/auth/hono";
   * import { assertEquals } from "@std/assert";
   *
   * const secret = "a-secret-of-at-least-32-characters";
   * const auth = HonoAuth({ providers: [], secret, trustHost: true });
   * const app = new Hono<{ Variables: HonoAuthVariables<typeof auth> }>();
   * app.use(auth);
   * app.get("/api/me", auth.protect(), (c) => c.json({ id: c.get("principal")?.id }));
   *
   * const response = await app.request("https://app.example/api/me");
   * assertEquals(response.status, 401); // no user is signed in
   * ```
   */
  protect(
    options?: GuardOptions<
      [c: HonoContext],
      CredentialKind,
      Names["scope"],
      Names["resource"]
    >,
  ): HonoAuthMiddleware;
}

/** Keyed by context, since middlewares can replace the request. */
const contexts = new WeakMap<HonoContext, Bound<HonoContext>>();

/**
 * Returns a middleware that handles the actions under `basePath` (default
 * `/auth`) and passes other requests on, so that routes can call `getSession`. Put
 * it before the routes: `app.use(auth)`.
 *
 * @param config a config, the result of `defineAuth`, or a function of the context,
 * for runtimes that pass the environment with each request;
 * for defaults and types see {@linkcode LazyConfigInput}
 */
export function HonoAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
>(
  config: LazyConfigInput<HonoContext, Providers, Id, S, T, Lazy, Organizations, Keys, OAuth>,
): HonoAuthResult<
  InferredId<Providers, Id, Lazy>,
  InferredSession<S, Lazy>,
  InferredNames<Organizations, Keys, OAuth, Lazy>
> {
  const bound = bind(config);
  const passed = new WeakSet<HonoContext>();

  const boundOf = (c: HonoContext): Bound<HonoContext> => {
    if (!passed.has(c)) throw notInFront();
    return bound;
  };

  const handle: HonoAuthMiddleware = async (c, next) => {
    passed.add(c);
    contexts.set(c, bound);
    setClientAddress(c.req.raw, c.env);
    const auth = await bound.of(c.req.raw, c, c);
    if (auth.isAction) return await auth.handle();
    await next();
    for (const cookie of missingFrom(c.res.headers, await auth.cookies())) {
      c.header("set-cookie", serializeCookie(cookie), { append: true });
      // A shared cache must not serve one user's session to another user.
      c.header("cache-control", "private, no-store");
    }
  };

  const result: HonoAuthResult = Object.assign(handle, functionsBy(boundOf, bound.checkGuard));
  // The cast adds the callback's session type and the config's provider ids.
  return result as HonoAuthResult<
    InferredId<Providers, Id, Lazy>,
    InferredSession<S, Lazy>,
    InferredNames<Organizations, Keys, OAuth, Lazy>
  >;
}

const innermost = functionsBy((c) => {
  const bound = contexts.get(c);
  if (!bound) throw notInFront();
  return bound;
  // The names of the config are checked at the request.
}, (options) => checkGuard(undefined, options) as never);

/** Calls `getSession` of the innermost {@linkcode HonoAuth} in front of the route. */
export const getSession: HonoAuthResult["getSession"] = innermost.getSession;
/** Calls `signIn` of the innermost {@linkcode HonoAuth} in front of the route; see {@linkcode RequestActions}. */
export const signIn: HonoAuthResult["signIn"] = innermost.signIn;
/** Calls `signOut` of the innermost {@linkcode HonoAuth} in front of the route; see {@linkcode RequestActions}. */
export const signOut: HonoAuthResult["signOut"] = innermost.signOut;
/** Calls `impersonate` of the innermost {@linkcode HonoAuth} in front of the route; see {@linkcode RequestActions}. */
export const impersonate: HonoAuthResult["impersonate"] = innermost.impersonate;
/** Calls `stopImpersonating` of the innermost {@linkcode HonoAuth} in front of the route. */
export const stopImpersonating: HonoAuthResult["stopImpersonating"] = innermost.stopImpersonating;
/** Calls `updateSession` of the innermost {@linkcode HonoAuth} in front of the route. */
export const updateSession: HonoAuthResult["updateSession"] = innermost.updateSession;

/** Calls `getProof` of the innermost {@linkcode HonoAuth} in front of the route; see {@linkcode RequestActions}. */
export const getProof: HonoAuthResult["getProof"] = innermost.getProof;
/** Calls `getAccessToken` of the innermost {@linkcode HonoAuth} in front of the route; see {@linkcode RequestActions}. */
export const getAccessToken: HonoAuthResult["getAccessToken"] = innermost.getAccessToken;
/** Calls `requireProof` of the innermost {@linkcode HonoAuth} in front of the route. */
export const requireProof: HonoAuthResult["requireProof"] = innermost.requireProof;
/** Calls `getSignInOptions` of the innermost {@linkcode HonoAuth} in front of the route. */
export const getSignInOptions: HonoAuthResult["getSignInOptions"] = innermost.getSignInOptions;
/** Calls `authenticate` of the innermost {@linkcode HonoAuth} in front of the route; see {@linkcode RequestActions}. */
export const authenticate: HonoAuthResult["authenticate"] = innermost.authenticate;
/** Makes a middleware that calls `protect` of the innermost {@linkcode HonoAuth} in front of the route. */
export const protect: HonoAuthResult["protect"] = innermost.protect;

/** The functions for routes. */
function functionsBy(
  boundOf: (c: HonoContext) => Bound<HonoContext>,
  check: Bound<HonoContext>["checkGuard"],
) {
  return {
    getSession: async (c: HonoContext) => await boundOf(c).session(c.req.raw, c, c),
    protect(options?: GuardOptions<[c: HonoContext]>): HonoAuthMiddleware {
      assertOptions(options, "app.get(path, auth.protect(options), handler)");
      const wanted = check(options);
      return async (c, next) => {
        // The cookies of the response are those that `handle` adds.
        const auth = await boundOf(c).of(c.req.raw, c, c);
        const { who, answer } = await enter(auth, wanted, [c]);
        if (answer) return answer;
        // Its own type accepts only names that the app has declared.
        (c as HonoContext & { set(name: string, value: unknown): void }).set("principal", who);
        await next();
        for (const [name, value] of headersFor(wanted)) {
          if (!c.res.headers.has(name)) c.header(name, value);
        }
      };
    },
    ...createRequestActions((c: HonoContext) => boundOf(c).of(c.req.raw, c, c), toRedirect),
  };
}

function notInFront(): TypeError {
  return new TypeError(
    "Cannot use the session: HonoAuth is not in front of the route, call `app.use(auth)` before it",
  );
}

/**
 * Authentication for Fresh.
 *
 * @example
 * ```ts
 * import { FreshAuth } from "@x/auth/fresh";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const auth = FreshAuth({ providers: [GitHub({ clientId: "…" })] });
 *
 * // main.ts of Fresh 2:
 * // export const app = new App<FreshAuthState<typeof auth>>()
 * //   .use(staticFiles())
 * //   .use(auth)
 * //   .use("/dashboard", auth.protect())
 * //   .get("/dashboard", (ctx) => ctx.text(`Hello ${ctx.state.auth?.user?.name}`))
 * //   .fsRoutes();
 * //
 * // fresh.config.ts of Fresh 1:
 * // export default defineConfig({ plugins: [auth.plugin] });
 * console.log(auth.plugin.name); // auth
 * ```
 *
 * Islands sign in through `@x/auth/client`.
 *
 * @module
 */

import { toBasePath } from "../http/url.ts";
import { setClientAddress } from "../http/client_address.ts";
import { type RequestActions, toRedirect } from "../server/request_actions.ts";
import { bind } from "../server/bind.ts";
import { createRequestActions } from "../server/create_request_actions.ts";
import { forOne } from "../server/personal.ts";
import { answerWhileAway, enter } from "../server/protect.ts";
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

/**
 * State of the app: `new App<FreshAuthState<typeof auth>>()`.
 *
 * @typeParam Auth Type of the result of {@linkcode FreshAuth}.
 * @typeParam Kind Kinds of credentials that the app accepts.
 */
export interface FreshAuthState<Auth = TypedBy, Kind extends CredentialKind = "session"> {
  /** The session, or `null`. */
  auth: SessionOf<Auth> | null;
  /** The one that makes the request; absent on routes that are not behind `protect`. */
  principal?: Principal<
    Kind,
    NamesIn<Auth>["scope"],
    SessionOf<Auth>,
    NamesIn<Auth>["membership"]
  >;
}

/** Members of Fresh 2's `Context` that are used. */
export interface FreshContext {
  /** The request. */
  readonly req: Request;
  /** State of the request, which the middlewares set; see {@linkcode FreshAuthState}. */
  readonly state: unknown;
  /** Connection of the request. */
  readonly info?: {
    /** Network address of the client or proxy. */
    readonly remoteAddr: unknown;
  };
  /** Settings of the app. */
  readonly config?: {
    /** Path the app is mounted under; empty for the root. */
    readonly basePath?: string;
  };
  /** Calls the next middleware or the route. */
  next(): Promise<Response>;
}

/** A middleware, as Fresh 2 calls it. */
export type FreshMiddleware = (ctx: FreshContext) => Promise<Response>;

/** Members of Fresh 1's middleware context that are used. */
export interface Fresh1Context {
  /** State of the request; the middleware sets its member `auth`. */
  readonly state: Record<string, unknown>;
  /** Network address of the client or proxy. */
  readonly remoteAddr?: unknown;
  /** Kind of the path's target; static files need no session. */
  readonly destination?: string;
  /** Calls the next middleware or the route. */
  next(): Promise<Response>;
}

/** A plugin, as `defineConfig` of Fresh 1 expects it. */
export interface Fresh1Plugin {
  /** Name of the plugin. */
  name: string;
  /** Middlewares that run in front of every route. */
  middlewares: {
    /** Path that the middleware runs under. */
    path: string;
    /** The middleware. */
    middleware: {
      /** Handles a request. */
      handler(request: Request, ctx: Fresh1Context): Promise<Response>;
    };
  }[];
}

/**
 * Result of {@linkcode FreshAuth}: a middleware, and functions for the routes
 * behind it. `signIn`, `signOut` and `updateSession`, for form handlers, are
 * described in {@linkcode RequestActions}; their answers are redirects.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 * @typeParam Names Names that guards take.
 */
export interface FreshAuthResult<
  Id extends string = ProviderId,
  S = Session,
  Names extends ConfigNames = ConfigNames,
> extends
  RequestActions<[ctx: FreshContext], Id, S, Response, [], Names>,
  TypedBy<Id, S, JWT, Names> {
  /**
   * Handles the actions, and sets `ctx.state.auth` for all other requests, which get 503 while the
   * store of a user who may be signed in fails. The
   * session is read at the beginning of the request, and again after `signIn`,
   * `signOut` and `updateSession`. On a connection that stays open (server-sent
   * events, WebSocket), call `getSession(new Request(ctx.req), config)` of
   * `@x/auth/server` to read it again.
   */
  (ctx: FreshContext): Promise<Response>;
  /**
   * Makes a middleware that passes authenticated requests on alone, with the principal in
   * `ctx.state.principal`. Others get the answer of the refusal: 401 or 403 with JSON, or for a
   * browser that asks for a page, also by a client navigation, the redirect to the sign-in page.
   *
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   * @throws {TypeError} for the context of a request: write `auth.protect()`
   * @throws {AuthError} at a request, when the config cannot be used
   *
   * @example
   * ```ts
   * import { FreshAuth } from "@x/auth/fresh";
   *
   * const auth = FreshAuth({ providers: [] });
   * const signedIn = auth.protect();
   * // new App<FreshAuthState<typeof auth>>()
   * //   .use(auth)
   * //   .use("/dashboard", signedIn)
   * //   .get("/dashboard", (ctx) => ctx.text(`Hello ${ctx.state.principal?.id}`));
   * console.log(typeof signedIn); // function
   * ```
   */
  protect(
    options?: GuardOptions<
      [ctx: FreshContext],
      CredentialKind,
      Names["scope"],
      Names["resource"]
    >,
  ): FreshMiddleware;
  /** The middleware as a plugin for Fresh 1. */
  readonly plugin: Fresh1Plugin;
}

/** Members of the context that a config function can use; Fresh 1 has only `req` and `state`. */
export type FreshSubject = Pick<FreshContext, "req" | "state" | "config">;

/** Query parameter of client navigations; it must not appear in the address bar. */
const PARTIAL = "fresh-partial";

/**
 * Returns a middleware for `app.use`, in front of the routes. It handles the actions
 * under `basePath` (default: the app's base path followed by `/auth`).
 *
 * @param config a config, the result of `defineAuth`, or a function of the context;
 * for defaults and types see {@linkcode LazyConfigInput}
 */
export function FreshAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
>(
  config: LazyConfigInput<FreshSubject, Providers, Id, S, T, Lazy, Organizations, Keys, OAuth>,
): FreshAuthResult<
  InferredId<Providers, Id, Lazy>,
  InferredSession<S, Lazy>,
  InferredNames<Organizations, Keys, OAuth, Lazy>
> {
  const bound = bind<FreshSubject>(config, {
    basePath({ basePath }, _env, ctx) {
      const app = toBasePath(ctx.config?.basePath ?? "");
      return app && !basePath ? `${app}/auth` : undefined;
    },
    returnUrl: ({ req }) => returnPath(req),
  });
  const of = (ctx: FreshContext) => bound.of(ctx.req, ctx);

  const handle = async (ctx: FreshContext): Promise<Response> => {
    setClientAddress(ctx.req, ctx.info);
    const auth = await of(ctx);
    if (auth.isAction) return await auth.handle();
    const answer = await answerWhileAway(() => auth, () => readInto(ctx));
    if (answer) return answer;
    return await auth.finish(await ctx.next());
  };

  const readInto = async (ctx: FreshContext): Promise<Session | null> => {
    const session = await bound.session(ctx.req, ctx);
    // Fresh creates one state object per request, although its type is `unknown`.
    (ctx.state as { auth: Session | null }).auth = session;
    return session;
  };

  // `ctx.state.auth` is outdated after an act.
  const result: FreshAuthResult = Object.assign((ctx: FreshContext) => handle(ctx), {
    protect(options?: GuardOptions<[ctx: FreshContext]>): FreshMiddleware {
      assertOptions(options, "app.use(path, auth.protect(options)).get(path, handler)");
      const wanted = bound.checkGuard(options);
      return async (ctx) => {
        const auth = await of(ctx);
        const { who, answer, location } = await enter(auth, wanted, [ctx]);
        if (who) {
          (ctx.state as { principal: Principal }).principal = who;
          return await auth.finish(forOne(await ctx.next(), wanted));
        }
        // Fresh's client fetches pages, and follows a redirect.
        const isPage = location !== undefined && isPartial(ctx.req);
        return await auth.finish(isPage ? toRedirect({ redirect: location, cookies: [] }) : answer);
      };
    },
    plugin: {
      name: "auth",
      middlewares: [{
        path: "/",
        middleware: {
          async handler(req: Request, ctx: Fresh1Context): Promise<Response> {
            const isFile = ctx.destination === "static" || ctx.destination === "internal";
            if (isFile) return await ctx.next();
            const { state, remoteAddr } = ctx;
            return await handle({ req, state, info: { remoteAddr }, next: () => ctx.next() });
          },
        },
      }],
    },
    // `ctx.state.auth` is outdated after an act.
    ...createRequestActions(of, toRedirect, (_, ctx) => readInto(ctx)),
  });
  // The cast adds the callback's session type and the config's provider ids.
  return result as FreshAuthResult<
    InferredId<Providers, Id, Lazy>,
    InferredSession<S, Lazy>,
    InferredNames<Organizations, Keys, OAuth, Lazy>
  >;
}

/** Returns `true` for a client navigation. */
function isPartial({ url }: Request): boolean {
  return new URL(url).searchParams.has(PARTIAL);
}

/** Path to return to after the sign-in. After a posted form it is the form's page. */
function returnPath({ url, method, headers }: Request): string | undefined {
  if (method !== "GET" && method !== "HEAD") return headers.get("referer") ?? undefined;
  const { pathname, search, searchParams } = new URL(url);
  if (!searchParams.has(PARTIAL)) return pathname + search;
  searchParams.delete(PARTIAL);
  const query = searchParams.toString();
  return query ? `${pathname}?${query}` : pathname;
}

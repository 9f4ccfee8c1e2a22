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
 * //   .use("/dashboard", auth.protect)
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
import { setPeer } from "../request/peer.ts";
import {
  type ActionResult,
  type AuthorizationParams,
  type SignInOptions,
  type SignOutOptions,
  toRedirect,
} from "../server/act.ts";
import { bind } from "../server/bind.ts";
import type { RequestAuth } from "../server/request_auth.ts";
import type { DefaultSession, JWT, Session } from "../types/entities.ts";
import type {
  InferredId,
  InferredSession,
  LazyConfigInput,
  SessionOf,
  TypedBy,
} from "../types/inference.ts";
import type { Provider, ProviderId } from "../types/provider.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type * from "../types/mod.ts";
export type { AuthorizationParams, SignInOptions, SignOutOptions } from "../server/act.ts";
export type { LazyConfig } from "../server/bind.ts";

/**
 * For the app's own state: `new App<FreshAuthState<typeof auth>>()`.
 *
 * @typeParam Auth Type of what {@linkcode FreshAuth} returned.
 */
export interface FreshAuthState<Auth = TypedBy> {
  /** Who is signed in, or `null`. */
  auth: SessionOf<Auth> | null;
}

/** What is used of the `Context` of Fresh 2. */
export interface FreshContext {
  /** The request. */
  readonly req: Request;
  /** Gets the member `auth`; see {@linkcode FreshAuthState}. */
  readonly state: unknown;
  /** Where the request came from. */
  readonly info?: {
    /** The other end. */
    readonly remoteAddr: unknown;
  };
  /** Settings of the app. */
  readonly config?: {
    /** Path the app is mounted under; empty for the root. */
    readonly basePath?: string;
  };
  /** The rest of the app. */
  next(): Promise<Response>;
}

/** A middleware, as Fresh 2 calls it. */
export type FreshMiddleware = (ctx: FreshContext) => Promise<Response>;

/** What is used of the context that Fresh 1 hands to middlewares. */
export interface Fresh1Context {
  /** Gets the member `auth`. */
  readonly state: Record<string, unknown>;
  /** Where the request came from. */
  readonly remoteAddr?: unknown;
  /** What the path leads to; files need no session. */
  readonly destination?: string;
  /** The rest of the app. */
  next(): Promise<Response>;
}

/** A plugin, as `defineConfig` of Fresh 1 expects it. */
export interface Fresh1Plugin {
  /** Name. */
  name: string;
  /** In front of every route. */
  middlewares: {
    /** Where. */
    path: string;
    /** What. */
    middleware: {
      /** How. */
      handler(request: Request, ctx: Fresh1Context): Promise<Response>;
    };
  }[];
}

/**
 * What {@linkcode FreshAuth} returns: a middleware, and what belongs to it.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S What the `session` callback returns.
 */
export interface FreshAuthResult<Id extends string = ProviderId, S = Session>
  extends TypedBy<Id, S> {
  /**
   * Answers the actions, and gives everything else `ctx.state.auth`: the session
   * as it was read at the beginning of the request, and as `signIn`, `signOut`
   * and `updateSession` left it. For a connection that stays open (server-sent
   * events, WebSocket), ask again with `getSession(new Request(ctx.req), config)`
   * of `@x/auth/server`.
   */
  (ctx: FreshContext): Promise<Response>;
  /** A middleware that sends everybody who is not signed in to the sign-in page. */
  readonly protect: FreshMiddleware;
  /** The same as the middleware, for Fresh 1. */
  readonly plugin: Fresh1Plugin;
  /**
   * For handlers of forms: starts a sign-in and returns the redirect; without a
   * provider, to the sign-in page. With credentials it finishes the sign-in.
   *
   * @throws {CredentialsSignin} when `authorize` refuses
   * @throws {AuthError} what else `authorize` failed with, and a form of another site
   */
  signIn(
    ctx: FreshContext,
    provider?: Id,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<Response>;
  /**
   * For handlers of forms: ends the session and returns the redirect.
   *
   * @throws {AuthError} when another site posted the form
   */
  signOut(ctx: FreshContext, options?: SignOutOptions): Promise<Response>;
  /**
   * Updates the session: hands `data` to your `jwt` callback, or to the
   * `session` callback of database sessions. The answer carries the new cookie.
   *
   * @throws {AuthError} when another site posted the form
   */
  updateSession(ctx: FreshContext, data: unknown): Promise<S | null>;
}

/** What a config function may look at; Fresh 1 has only these two. */
export type FreshSubject = Pick<FreshContext, "req" | "state" | "config">;

/** Marks requests of client navigation; it must not end up in an address bar. */
const PARTIAL = "fresh-partial";

/**
 * A middleware for `app.use`, in front of the routes. It answers the actions
 * under `basePath` (default: the app's base path and `/auth`).
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted on Deno Deploy, with
 * `AUTH_URL`, `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 *
 * The session is what your `session` callback returns, and `signIn` knows the
 * ids of your providers. Write `jwt` above `session`: types are inferred in that
 * order.
 *
 * @param config a config, what `defineAuth` returned, or a function of the
 * context that returns one; return the same object for the same settings, since
 * work is remembered per object
 */
export function FreshAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
>(
  config: LazyConfigInput<FreshSubject, Providers, Id, S, T, Lazy>,
): FreshAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>> {
  const bound = bind<FreshSubject>(config, {
    basePath({ basePath }, _env, ctx) {
      const app = toBasePath(ctx.config?.basePath ?? "");
      return app && !basePath ? `${app}/auth` : undefined;
    },
  });
  const of = (ctx: FreshContext) => bound.of(ctx.req, ctx);

  const handle = async (ctx: FreshContext): Promise<Response> => {
    setPeer(ctx.req, (ctx.info?.remoteAddr as { hostname?: string } | undefined)?.hostname);
    const auth = await of(ctx);
    if (auth.isAction) return await auth.handle();
    await readInto(ctx);
    return await auth.finish(await ctx.next());
  };

  const readInto = async (ctx: FreshContext): Promise<Session | null> => {
    const session = await bound.session(ctx.req, ctx);
    // Fresh makes an object per request, whatever its type says.
    (ctx.state as { auth: Session | null }).auth = session;
    return session;
  };

  const act = async (
    ctx: FreshContext,
    run: (auth: RequestAuth) => Promise<ActionResult>,
  ): Promise<ActionResult> => {
    const result = await run(await of(ctx));
    await readInto(ctx); // what the rest of the app finds there is no longer so
    return result;
  };

  const result: FreshAuthResult = Object.assign((ctx: FreshContext) => handle(ctx), {
    async protect(ctx: FreshContext): Promise<Response> {
      const session = await readInto(ctx);
      if (session?.user) return await ctx.next();
      const redirectTo = returnPath(ctx.req);
      return toRedirect(await (await of(ctx)).signIn(undefined, { redirectTo }));
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
    signIn: async (
      ctx: FreshContext,
      provider?: ProviderId,
      options?: SignInOptions,
      params?: AuthorizationParams,
    ) => toRedirect(await act(ctx, (auth) => auth.signIn(provider, options, params))),
    signOut: async (ctx: FreshContext, options?: SignOutOptions) =>
      toRedirect(await act(ctx, (auth) => auth.signOut(options))),
    updateSession: async (ctx: FreshContext, data: unknown) =>
      (await act(ctx, (auth) => auth.update(data))).body as Session | null,
  });
  // Sessions are what the callback returns, and ids those of the config.
  return result as FreshAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>>;
}

/** Where a person wanted to go. A form that was posted is filled in again instead. */
function returnPath({ url, method, headers }: Request): string | undefined {
  if (method !== "GET" && method !== "HEAD") return headers.get("referer") ?? undefined;
  const { pathname, search, searchParams } = new URL(url);
  if (!searchParams.has(PARTIAL)) return pathname + search;
  searchParams.delete(PARTIAL);
  const query = searchParams.toString();
  return query ? `${pathname}?${query}` : pathname;
}

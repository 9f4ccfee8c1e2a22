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
 * // export const app = new App<FreshAuthState>()
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
import type { AuthConfig } from "../types/config.ts";
import type { Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";
import type { ActFields, AuthorizationParams } from "./acting.ts";
import { createMounter } from "./memory.ts";
import { createShell, type SignOutFields, withSetCookies } from "./shell.ts";
import type { LazyConfig } from "./wrapper.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type { AuthConfig } from "../types/config.ts";
export type { Account, DefaultSession, Profile, Session, User } from "../types/entities.ts";
export type { ActFields, AuthorizationParams } from "./acting.ts";
export type { SignOutFields } from "./shell.ts";
export type { LazyConfig } from "./wrapper.ts";

/** For the app's own state: `new App<FreshAuthState>()`. */
export interface FreshAuthState {
  /** Who is signed in, or `null`. */
  auth: Session | null;
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

/** What {@linkcode FreshAuth} returns: a middleware, and what belongs to it. */
export interface FreshAuthResult {
  /** Answers the actions, and gives everything else `ctx.state.auth`. */
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
   * @throws {AuthError} what else went wrong; among them a form of another site
   */
  signIn(
    ctx: FreshContext,
    provider?: ProviderId,
    options?: ActFields,
    authorizationParams?: AuthorizationParams,
  ): Promise<Response>;
  /**
   * For handlers of forms: ends the session and returns the redirect.
   *
   * @throws {AuthError} when another site posted the form
   */
  signOut(ctx: FreshContext, options?: SignOutFields): Promise<Response>;
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
 * @param config a config, or a function of the context that returns one; return
 * the same object for the same settings, since work is remembered per object
 */
export function FreshAuth(config: LazyConfig<FreshSubject>): FreshAuthResult {
  const mount = createMounter<AuthConfig>();
  const shell = createShell<FreshSubject>(async (ctx) => {
    const written = typeof config === "function" ? await config(ctx) : config;
    const app = toBasePath(ctx.config?.basePath ?? "");
    return app && !written.basePath ? mount(written, `${app}/auth`) : written;
  });

  const handle = async (ctx: FreshContext): Promise<Response> => {
    setPeer(ctx.req, (ctx.info?.remoteAddr as { hostname?: string } | undefined)?.hostname);
    const answer = await shell.answer(ctx.req, ctx);
    if (answer) return answer;
    await readInto(ctx);
    return withSetCookies(await ctx.next(), await shell.cookies(ctx.req));
  };

  const readInto = async (ctx: FreshContext): Promise<Session | null> => {
    const session = await shell.read(ctx.req, ctx);
    // Fresh makes an object per request, whatever its type says.
    (ctx.state as { auth: Session | null }).auth = session;
    return session;
  };

  return Object.assign((ctx: FreshContext) => handle(ctx), {
    async protect(ctx: FreshContext): Promise<Response> {
      const session = await readInto(ctx);
      if (session?.user) return await ctx.next();
      return await shell.signIn(ctx.req, ctx, undefined, { redirectTo: returnPath(ctx.req) });
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
    signIn: (
      ctx: FreshContext,
      provider?: ProviderId,
      options: ActFields = {},
      params?: AuthorizationParams,
    ) => shell.signIn(ctx.req, ctx, provider, options, params),
    signOut: (ctx: FreshContext, options: SignOutFields = {}) =>
      shell.signOut(ctx.req, ctx, options),
  });
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

/**
 * Authentication for Next.js, in `auth.ts`:
 *
 * ```ts ignore
 * import NextAuth from "@x/auth/next";
 * import GitHub from "@x/auth/providers/github";
 *
 * export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] });
 * ```
 *
 * `app/api/auth/[...nextauth]/route.ts` exports `handlers`, `proxy.ts` exports
 * `auth as proxy`, and everything on the server calls `auth()`.
 *
 * @module
 */

import { cookies, headers } from "next/headers";
import { type NextFetchEvent, NextRequest, NextResponse } from "next/server";
import type {
  Awaitable,
  DefaultSession,
  InferredId,
  InferredSession,
  JWT,
  Provider,
  ProviderId,
  Session,
  TypedBy,
} from "@x/auth";
import { type ActionResult, type AuthorizationParams, processEnvironment } from "@x/auth/wrapper";
import {
  type Authenticated,
  type ConfigFor,
  type ConfigInputFor,
  createNextAuth,
  type NextRuntime,
  type NodeContext,
  type NodeRequest,
  type NodeResponse,
  type SignInOptions,
  type SignOutOptions,
} from "./logic.ts";
import { nextConfigOf } from "./next_url.ts";

export { AuthError, CredentialsSignin, customFetch } from "@x/auth";
export type * from "@x/auth/types";
export type {
  Authenticated,
  AuthorizedCallback,
  AuthorizedParams,
  ConfigFor,
  ConfigInputFor,
  Handler,
  LazyConfigFor,
  NodeContext,
  NodeRequest,
  NodeResponse,
  SignInOptions,
  SignOutOptions,
  TypedConfigFor,
} from "./logic.ts";
export type { ActionResult, AuthorizationParams } from "@x/auth/wrapper";

/** What an app writes: a config with the callback `authorized`, which protects pages. */
export type NextAuthConfig = ConfigFor<NextRequest>;

/** A request that says who sent it. */
export type NextAuthRequest<S = Session> = Authenticated<NextRequest, S>;

/** A route handler. Declarations of apps refer to it, also where `next/server` is out of their reach. */
export type NextRouteHandler = (request: NextRequest) => Promise<Response>;

/** What Next calls middleware and route handlers with. */
// deno-lint-ignore no-explicit-any -- the second argument differs between the two
export type NextHandler = (request: NextRequest, context: any) => Promise<Response>;

/**
 * {@linkcode NextAuthResult.auth}
 *
 * @typeParam S What the `session` callback returns.
 */
export interface NextAuthFunction<S = Session, Id extends string = ProviderId>
  extends TypedBy<Id, S> {
  /** In API routes: the session, or `null`; the session is extended with the answer. */
  (request: NodeRequest, response: NodeResponse): Promise<S | null>;
  /** In `getServerSideProps`. */
  (context: NodeContext): Promise<S | null>;
  /** As middleware: asks the callback `authorized`. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
  /** Around middleware or a route handler, whose request gets `auth`. */
  (
    // deno-lint-ignore no-explicit-any -- the second argument differs between the two
    handler: (request: NextAuthRequest<S>, context: any) => Awaitable<Response | void | undefined>,
  ): NextHandler;
  /** In server components, route handlers and server actions: the session, or `null`. */
  (): Promise<S | null>;
}

/** What `unstable_update` takes: parts of a session. */
export type SessionUpdate<S = Session> =
  & Partial<Omit<S & Session, "user">>
  & { /** Parts of the user. */ user?: Partial<NonNullable<(S & Session)["user"]>> };

/**
 * What {@linkcode NextAuth} returns.
 *
 * @typeParam Id Ids of the providers.
 * @typeParam S What the `session` callback returns.
 */
export interface NextAuthResult<Id extends string = ProviderId, S = Session>
  extends TypedBy<Id, S> {
  /** For `app/api/auth/[...nextauth]/route.ts`. */
  handlers: Record<"GET" | "POST", NextRouteHandler>;
  /** The session, or `null`; a failure is logged and means no session. It is read once per request. */
  auth: NextAuthFunction<S, Id>;
  /**
   * Starts a sign-in in a server action or route handler, and redirects. A
   * failure, such as `CredentialsSignin`, is thrown.
   *
   * @returns the URL to go to, with `redirect: false`
   */
  signIn<R extends boolean = true>(
    provider?: Id,
    options?: FormData | (SignInOptions & { redirect?: R }),
    authorizationParams?: AuthorizationParams,
  ): Promise<R extends false ? string : never>;
  /**
   * Ends the session in a server action or route handler, and redirects.
   *
   * @returns what happened, with `redirect: false`
   */
  signOut<R extends boolean = true>(
    options?: SignOutOptions & { redirect?: R },
  ): Promise<R extends false ? ActionResult : never>;
  /** Sends `data` to the `jwt` callback in a server action or route handler. */
  unstable_update(data: SessionUpdate<S>): Promise<S | null>;
}

/**
 * The headers of a request that is there. With `cacheComponents` Next renders
 * for prefetches too, where headers can be read, but neither the clock nor
 * random numbers, which sessions need: `io`, which Next has since 16.3, keeps such
 * a rendering waiting. In caches, where `connection` throws, and in requests it
 * waits for nothing.
 */
async function headersOfRequest(): Promise<Headers> {
  const store = await headers();
  const { io } = await import("next/cache");
  await io?.();
  return store;
}

const runtime: NextRuntime<NextRequest> = {
  env: processEnvironment(),
  headers: headersOfRequest,
  setCookie: async ({ name, value, options }) => void (await cookies()).set(name, value, options),
  // API routes cannot load it, and need it never.
  redirect: async (url) => (await import("next/navigation")).redirect(url),
  next: () => NextResponse.next(),
  withUrl: (request, url) => {
    // Next 14 adds these two on some platforms.
    const { geo, ip } = request as { geo?: unknown; ip?: unknown };
    const init = { nextConfig: nextConfigOf(request.nextUrl), geo, ip };
    return new NextRequest(new Request(url, request), init);
  },
};

/**
 * Binds a config to Next.js.
 *
 * What the config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The base path is that of `AUTH_URL`, else `/api/auth`.
 *
 * The session is what your `session` callback returns, and `signIn` knows the
 * ids of your providers. Write `jwt`, `session` and `authorized` in this order:
 * each callback knows the type of what the one above returns.
 *
 * @param config a config, what `defineAuth` returned, or a function that returns
 * one; it is given the request, or `undefined` in server components and actions
 */
export default function NextAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
>(
  config: ConfigInputFor<NextRequest, Providers, Id, S, T, Lazy>,
): NextAuthResult<InferredId<Providers, Id, Lazy>, InferredSession<S, Lazy>> {
  // The forms of `auth` are told apart by what they are called with; sessions are
  // what the callback returns, and ids those of the config.
  return createNextAuth(config, runtime) as unknown as NextAuthResult<
    InferredId<Providers, Id, Lazy>,
    InferredSession<S, Lazy>
  >;
}

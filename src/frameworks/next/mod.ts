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
import type { Awaitable, Session } from "@x/auth";
import { type ActionResult, type AuthorizationParams, processEnvironment } from "@x/auth/wrapper";
import {
  type Authenticated,
  type ConfigFor,
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
export type { Account, DefaultSession, Profile, Session, User } from "@x/auth";
export type {
  Authenticated,
  AuthorizedParams,
  ConfigFor,
  Handler,
  NodeContext,
  NodeRequest,
  NodeResponse,
  SignInOptions,
  SignOutOptions,
} from "./logic.ts";
export type { ActionResult, AuthorizationParams } from "@x/auth/wrapper";

/** What an app writes: a config with the callback `authorized`, which protects pages. */
export type NextAuthConfig = ConfigFor<NextRequest>;

/** A request that says who sent it. */
export type NextAuthRequest = Authenticated<NextRequest>;

/** What Next calls middleware and route handlers with. */
// deno-lint-ignore no-explicit-any -- the second argument differs between the two
export type NextHandler = (request: NextRequest, context: any) => Promise<Response>;

/** {@linkcode NextAuthResult.auth} */
export interface NextAuthFunction {
  /** In server components, route handlers and server actions: the session, or `null`. */
  (): Promise<Session | null>;
  /** In API routes: the session, or `null`; the session is extended with the answer. */
  (request: NodeRequest, response: NodeResponse): Promise<Session | null>;
  /** In `getServerSideProps`. */
  (context: NodeContext): Promise<Session | null>;
  /** As middleware: asks the callback `authorized`. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
  /** Around middleware or a route handler, whose request gets `auth`. */
  (
    // deno-lint-ignore no-explicit-any -- the second argument differs between the two
    handler: (request: NextAuthRequest, context: any) => Awaitable<Response | void | undefined>,
  ): NextHandler;
}

/** What {@linkcode NextAuth} returns. */
export interface NextAuthResult {
  /** For `app/api/auth/[...nextauth]/route.ts`. */
  handlers: Record<"GET" | "POST", (request: NextRequest) => Promise<Response>>;
  /** The session, or `null`; a failure is logged and means no session. It is read once per request. */
  auth: NextAuthFunction;
  /**
   * Starts a sign-in in a server action or route handler, and redirects. A
   * failure, such as `CredentialsSignin`, is thrown.
   *
   * @returns the URL to go to, with `redirect: false`
   */
  signIn<R extends boolean = true>(
    provider?: string,
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
  unstable_update(
    data: Partial<Omit<Session, "user">> & { user?: Partial<NonNullable<Session["user"]>> },
  ): Promise<Session | null>;
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
 * @param config a config, or a function that returns one; it is given the
 * request, or `undefined` in server components and actions
 */
export default function NextAuth(
  config: NextAuthConfig | ((request: NextRequest | undefined) => Awaitable<NextAuthConfig>),
): NextAuthResult {
  // The forms of `auth` are told apart by what they are called with.
  return createNextAuth(config, runtime) as unknown as NextAuthResult;
}

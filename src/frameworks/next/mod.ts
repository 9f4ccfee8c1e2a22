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
 * `auth as proxy`, and server code calls `auth()`.
 *
 * @module
 */

import { cookies, headers } from "next/headers";
import { type NextFetchEvent, NextRequest, NextResponse } from "next/server";
import type {
  AccessToken,
  AccessTokenOptions,
  AuthenticateOptions,
  Awaitable,
  ConfigNames,
  CredentialKind,
  DefaultSession,
  GuardOptions,
  InferredId,
  InferredNames,
  InferredSession,
  JWT,
  NamedId,
  Principal,
  Proof,
  Provider,
  ProviderId,
  RequireProofOptions,
  Session,
  SignInPage,
  TypedBy,
} from "@x/auth/types";
import {
  type ActionResult,
  type AuthenticationRefusal,
  type AuthorizationParams,
  type ImpersonateOptions,
  processEnvironment,
} from "@x/auth/wrapper";
import {
  type Authenticated,
  type ConfigFor,
  type ConfigInputFor,
  createNextAuth,
  type NextRuntime,
  type NodeContext,
  type NodeRequest,
  type NodeResponse,
  type NodeServerRequest,
  type SignInOptions,
  type SignOutOptions,
  type WayBack,
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
  NodeServerRequest,
  SignInOptions,
  SignOutOptions,
  TypedConfigFor,
  WayBack,
} from "./logic.ts";
export type {
  ActionResult,
  AuthenticationReason,
  AuthenticationRefusal,
  AuthorizationParams,
  ImpersonateOptions,
} from "@x/auth/wrapper";

/** A config with the callback `authorized`, which protects pages. */
export type NextAuthConfig = ConfigFor<NextRequest>;

/** @deprecated Write `NextAuthConfig`. */
export type NextAuthOptions = NextAuthConfig;

/** @deprecated Write `NextAuthConfig`. */
export type AuthOptions = NextAuthConfig;

/** @deprecated Write `"jwt" | "database"`. */
export type SessionStrategy = "jwt" | "database";

/** A request with its session. */
export type NextAuthRequest<S = Session> = Authenticated<NextRequest, S>;

/** A route handler. A named type, so that declarations of apps need not import `next/server`. */
export type NextRouteHandler = (request: NextRequest) => Promise<Response>;

/** A function that Next calls as middleware or as a route handler. */
// deno-lint-ignore no-explicit-any -- the second argument differs between the two
export type NextHandler = (request: NextRequest, context: any) => Promise<Response>;

/**
 * Type of {@linkcode NextAuthResult.auth}.
 *
 * @typeParam S Return type of the `session` callback.
 */
export interface NextAuthFunction<S = Session, Id extends string = ProviderId>
  extends TypedBy<Id, S> {
  /** In API routes: the session, or `null`. The response renews a session that is due. */
  (request: NodeRequest, response?: NodeResponse): Promise<S | null>;
  /** In `getServerSideProps`: the session, or `null`. */
  (context: NodeContext): Promise<S | null>;
  /** As middleware: the callback `authorized` decides whether the request may pass. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
  /** Wraps middleware or a route handler; its request has the session in `auth`. */
  (
    // deno-lint-ignore no-explicit-any -- the second argument differs between the two
    handler: (request: NextAuthRequest<S>, context: any) => Awaitable<Response | void | undefined>,
  ): NextHandler;
  /** In server components, route handlers and server actions: the session, or `null`. */
  (): Promise<S | null>;
}

/** Parts of a session, for `unstable_update`. */
export type SessionUpdate<S = Session> =
  & Partial<Omit<S & Session, "user">>
  & {
    /** Changed members of the user. */ user?:
      | Partial<NonNullable<(S & Session)["user"]>>
      | undefined;
  };

/**
 * Result of {@linkcode NextAuth}.
 *
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 * @typeParam Names Names that guards take.
 */
export interface NextAuthResult<
  Id extends string = ProviderId,
  S = Session,
  Names extends ConfigNames = ConfigNames,
> extends TypedBy<Id, S, JWT, Names> {
  /** @deprecated Export `handlers`; this is for `pages/api/auth/[...nextauth].ts`. */
  (request: NodeServerRequest, response: NodeResponse): Promise<void>;
  /** @deprecated Export `handlers`; this is for `export { handler as GET, handler as POST }`. */
  (request: NextRequest): Promise<Response>;
  /** Route handlers for `app/api/auth/[...nextauth]/route.ts`. */
  handlers: Record<"GET" | "POST", NextRouteHandler>;
  /**
   * The session, or `null`, read once per request; a failure of your callbacks is logged and means no
   * session. Throws `AdapterError` when the store fails; as middleware or around a handler, it answers
   * 503 then.
   */
  auth: NextAuthFunction<S, Id>;
  /**
   * Starts a sign-in in a server action or route handler, and redirects. A
   * failure, such as `CredentialsSignin`, is thrown.
   *
   * @returns the URL to redirect to, with `redirect: false`
   */
  signIn<R extends boolean = true>(
    provider?: NamedId<Id>,
    options?: FormData | (SignInOptions & { redirect?: R }),
    authorizationParams?: AuthorizationParams,
  ): Promise<R extends false ? string : never>;
  /**
   * Ends the session in a server action or route handler, and redirects.
   *
   * @returns the redirect URL and the cookies, with `redirect: false`
   */
  signOut<R extends boolean = true>(
    options?: SignOutOptions & { redirect?: R },
  ): Promise<R extends false ? ActionResult : never>;
  /**
   * Lets the operator of the request act for a user, in a server action or route handler, and
   * redirects; see {@linkcode RequestActions} of `@x/auth/server`.
   *
   * @returns the redirect URL and the cookies, with `redirect: false`
   * @throws {AccessDenied} when the operator may not act for this user
   * @throws {AuthError} without a reason
   * @since 0.3.0
   */
  impersonate<R extends boolean = true>(
    userId: string,
    options: ImpersonateOptions & { redirect?: R },
  ): Promise<R extends false ? ActionResult : never>;
  /**
   * Ends what `impersonate` has begun, in the same places, and redirects.
   *
   * @returns the redirect URL and the cookies, with `redirect: false`
   * @throws {AccessDenied} when this browser does not have the operator's own session
   * @since 0.3.0
   */
  stopImpersonating<R extends boolean = true>(
    options?: Pick<ImpersonateOptions, "redirectTo"> & { redirect?: R },
  ): Promise<R extends false ? ActionResult : never>;
  /**
   * The claims of the session token, see `getToken` of `@x/auth/server`: of the current request, or
   * in middleware and API routes of the one that is passed.
   *
   * @returns `null` without a live session, and with database sessions, which have no claims
   */
  getToken(
    request?: NextRequest | NodeRequest | { req: NextRequest | NodeRequest },
  ): Promise<JWT | null>;
  /** Sends `data` to the `jwt` callback in a server action or route handler. */
  unstable_update(data: SessionUpdate<S>): Promise<S | null>;
  /**
   * In server components, route handlers and server actions: the proof of the session,
   * see {@linkcode Proof}. `null` without a live session.
   *
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   */
  getProof(): Promise<Proof | null>;
  /**
   * A valid access token of the user's account at a provider; see {@linkcode RequestActions}. In a
   * server component, which cannot set cookies, a refresh needs a store of records.
   *
   * @throws {TokenRefreshError} when the token has expired, and there is no new one
   */
  getAccessToken(options?: AccessTokenOptions<Id>): Promise<AccessToken | null>;
  /**
   * Compares the proof of the session with what you require, in the same places. Pass the
   * URL to the `redirect` of Next.
   *
   * @param options with `redirectTo`, since Next does not say which page it renders
   * @returns `null` when the proof is good enough, else the absolute URL to redirect to
   * @throws {AuthError} for database sessions without `session.revocation`
   */
  requireProof(options: RequireProofOptions & { redirectTo: string }): Promise<string | null>;
  /**
   * In route handlers and server actions, which can set the cookie of the CSRF token: the
   * facts of the sign-in page, see {@linkcode SignInPage}. Next does not pass the query to
   * them, so read `error` from the page's `searchParams`.
   */
  getSignInOptions(): Promise<SignInPage>;
  /**
   * In server components, route handlers and server actions: who makes the request, see
   * {@linkcode Principal}. Next says neither method nor page, so a request that can be a post is
   * treated as one, and the `location` of a refusal leads back to `redirectTo`, by default to `/`.
   * Sets no cookie: a session that is due for renewal is renewed by the next request.
   *
   * ```ts ignore
   * const who = await authenticate({ organization: slug, redirectTo: `/teams/${slug}` });
   * if (!who.ok) redirect(who.location ?? "/"); // of next/navigation
   * ```
   *
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   * @returns the principal, or a refusal, whose `response()` is the answer of a route handler
   * @throws {AuthError} when the config cannot be used
   * @throws {TypeError} when a kind of credential is accepted that the config does not bring
   */
  authenticate<const Kind extends CredentialKind = "session">(
    options?: AuthenticateOptions<Kind, Names["scope"], Names["resource"]> & WayBack,
  ): Promise<Principal<Kind, Names["scope"], S, Names["membership"]> | AuthenticationRefusal>;
  /**
   * In server components, route handlers and server actions: the membership of the user in an
   * organization, read from the store, for `can` and for changes; see `auth.organizations`. There is
   * always one: a visitor without a session is led to the sign-in page, one whose session does not
   * meet the policy to the proof that it lacks, and both come back. Anyone else gets `notFound()` of
   * Next, also for an organization that does not exist. Where no proof helps, such as for the domain
   * of the address, it leads to the error page.
   *
   * ```tsx ignore
   * const at = await readMembership(slug, { redirectTo: `/teams/${slug}` });
   * return <h1>{at.organization.name}</h1>;
   * ```
   *
   * @param organization id or slug
   * @param options with `redirectTo`, since Next does not say which page it renders
   * @throws {TypeError} without a name, and without `organizations` in the config
   */
  readMembership(
    organization: string,
    options: { redirectTo: string },
  ): Promise<Names["membership"]>;
  /**
   * Makes a route handler that runs for authenticated requests alone. Others get the answer of the
   * refusal: 401 or 403 with JSON, or for a browser that asks for a page the redirect to the
   * sign-in page. The response renews a session that is due for renewal.
   *
   * ```ts ignore
   * // app/api/me/route.ts
   * export const GET = protect((_request, who) => Response.json({ id: who.id }));
   * ```
   *
   * @param handler gets the request, the principal, and the context of the route
   * @param options see {@linkcode AuthenticateOptions}. Default: the session of a browser
   * @throws {AuthError} at a request, when the config cannot be used
   */
  protect<const Kind extends CredentialKind = "session">(
    handler: (
      request: NextRequest,
      who: Principal<Kind, Names["scope"], S, Names["membership"]>,
      // deno-lint-ignore no-explicit-any -- the context's type is that of the route
      context: any,
    ) => Awaitable<Response>,
    options?: GuardOptions<
      // deno-lint-ignore no-explicit-any -- the context's type is that of the route
      [context: any, request: NextRequest],
      Kind,
      Names["scope"],
      Names["resource"]
    >,
  ): NextHandler;
}

/**
 * The headers of a real request. With `cacheComponents` Next also renders for
 * prefetches, where headers are readable, but not the clock and random numbers,
 * which sessions need. `io` (since Next 16.3) suspends such a rendering. In
 * requests it returns at once, and also in caches, where `connection` throws.
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
  // Imported late, since API routes cannot load this module; they never redirect.
  redirect: async (url) => (await import("next/navigation")).redirect(url),
  notFound: async () => (await import("next/navigation")).notFound(),
  next: () => NextResponse.next(),
  withUrl: (request, url) => {
    // Next 14 adds `geo` and `ip` on some platforms.
    const { geo, ip } = request as { geo?: unknown; ip?: unknown };
    const init = { nextConfig: nextConfigOf(request.nextUrl), geo, ip };
    return new NextRequest(new Request(url, request), init);
  },
};

/**
 * Binds a config to Next.js.
 *
 * The base path is that of `AUTH_URL`, else `/api/auth`. For other defaults and for
 * types see {@linkcode LazyConfigInput}. Write `authorized` below `session`, since
 * its types depend on the return type of `session`.
 *
 * @param config a config, the result of `defineAuth`, or a function that returns
 * one; its parameter is the request, or `undefined` in server components and
 * actions
 */
export default function NextAuth<
  const Providers extends readonly Provider[],
  T extends JWT = JWT,
  S extends DefaultSession = Session,
  Id extends string = never,
  const Lazy = unknown,
  Organizations = unknown,
  Keys = unknown,
  OAuth = unknown,
>(
  config: ConfigInputFor<NextRequest, Providers, Id, S, T, Lazy, Organizations, Keys, OAuth>,
): NextAuthResult<
  InferredId<Providers, Id, Lazy>,
  InferredSession<S, Lazy>,
  InferredNames<Organizations, Keys, OAuth, Lazy>
> {
  if (arguments.length > 1) {
    throw new TypeError(
      "Cannot call `NextAuth(req, res, options)`: write `NextAuth(options)` once in `auth.ts`, or " +
        "`NextAuth((request) => options)` if the options depend on the request",
    );
  }
  // The cast adds the overloads of `auth`, which are distinguished by their arguments, the
  // callback's session type and the config's provider ids.
  return createNextAuth(config, runtime) as unknown as NextAuthResult<
    InferredId<Providers, Id, Lazy>,
    InferredSession<S, Lazy>,
    InferredNames<Organizations, Keys, OAuth, Lazy>
  >;
}

const known = new WeakMap<NextAuthConfig, NextAuthFunction>();

/**
 * The session, or `null`, as `getServerSession` of next-auth 4 returns it.
 *
 * @deprecated Write `auth()`, or `auth(req, res)` in API routes; `NextAuth` returns it.
 * @param args the options alone, or the request and the response of an API route or of
 * `getServerSideProps` before them
 * @throws {TypeError} without options
 */
export function getServerSession(
  ...args:
    | [options: NextAuthConfig]
    | [request: NodeRequest, response: NodeResponse, options: NextAuthConfig]
): Promise<Session | null> {
  const [options, request, response] = args.length === 1 ? args : [args[2], args[0], args[1]];
  if (!options) throw new TypeError("Cannot read a session: pass the options, or write `auth()`");
  let auth = known.get(options);
  if (!auth) known.set(options, auth = NextAuth(options).auth);
  return request ? auth(request, response) : auth();
}

/**
 * The acts of an app for the user whose request it handles: sign-in, sign-out, update
 * of the session, its proof, access tokens of its provider, and the facts of the sign-in page.
 *
 * @module
 */

import { serializeCookie } from "../http/cookie.ts";
import { createResponse } from "../http/response.ts";
import type { AuthenticationRefusal } from "../credentials/refusal.ts";
import type { Session } from "../types/entities.ts";
import type { ConfigNames } from "../types/inference.ts";
import type { Cookie } from "../types/internal.ts";
import type { AuthenticateOptions, CredentialKind, Principal } from "../types/principal.ts";
import type { Proof, RequireProofOptions } from "../types/proof.ts";
import type { NamedId, ProviderId } from "../types/provider_id.ts";
import type { SignInPage } from "../types/sign_in_page.ts";
import type { AccessToken, AccessTokenOptions } from "../types/tokens.ts";

/** Options of a sign-in; members other than those below are passed to the provider. */
export interface SignInOptions {
  /** Path or URL to redirect to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
  /** Field of the provider's sign-in form. */
  [field: string]: unknown;
}

/** Options of a sign-out. */
export interface SignOutOptions {
  /** Path or URL to redirect to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
  /**
   * `true` also ends the session at the provider; needs `signOut` in the config. Default:
   * `signOut.federated` of the config.
   */
  federated?: boolean;
}

/**
 * How an operator acts for a user.
 *
 * @since 0.3.0
 */
export interface ImpersonateOptions {
  /** Why, for the audit log: 1 to 200 characters on one line. */
  reason: string;
  /** Path or URL to redirect to afterwards. Default: the origin. */
  redirectTo?: string | undefined;
}

/** Extra query parameters of the authorization request. */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/** Result of a sign-in, a sign-out or an update. */
export interface ActionResult {
  /** All cookies that the response must set. */
  cookies: Cookie[];
  /** Absolute URL to redirect to. */
  redirect: string;
  /** Body of the action's result, for example the session after an update. */
  body?: unknown;
}

/** Result of a request for an access token. */
export interface AccessTokenResult {
  /** The token; `null` without a session, or without an account at the provider. */
  token: AccessToken | null;
  /** Cookies that the response must set. */
  cookies: Cookie[];
}

/**
 * The acts, as an app calls them.
 *
 * @typeParam Subject Parameters that name the request: the request itself, or the framework's context.
 * @typeParam Id Provider ids.
 * @typeParam S Return type of the `session` callback.
 * @typeParam Answer The redirect, or its URL.
 * @typeParam Names Names of the config.
 * @typeParam Into Parameters that name the response, where the update has its own.
 */
export interface RequestActions<
  Subject extends unknown[],
  Id extends string = ProviderId,
  S = Session,
  Answer = Response,
  Into extends unknown[] = [],
  Names extends ConfigNames = ConfigNames,
> {
  /**
   * Starts a sign-in; without a provider, leads to the sign-in page. For a
   * credentials provider it completes the sign-in. A sign-in that cannot start
   * leads to the error page and is logged. `authorizationParams` are extra query
   * parameters of the authorization request.
   *
   * @returns the redirect with its cookies; in wrappers for Node, whose response
   * gets the cookies, the absolute URL to redirect to with status 303
   * @throws {CredentialsSignin} when `authorize` refuses
   * @throws {AuthError} when `authorize` fails otherwise, or another site posted the form
   */
  signIn(
    ...args: [
      ...Subject,
      provider?: NamedId<Id>,
      options?: SignInOptions,
      authorizationParams?: AuthorizationParams,
    ]
  ): Promise<Answer>;
  /**
   * Ends the session.
   *
   * @returns as for `signIn`
   * @throws {AuthError} when another site posted the form
   */
  signOut(...args: [...Subject, options?: SignOutOptions]): Promise<Answer>;
  /**
   * Lets the operator of the request act for a user: from then on, the browser has a session of the
   * user for at most 60 minutes, which says so in `session.actor`. Needs `operators` in the config, and
   * the permission `user:act`. The operator is led to a fresh proof where it is missing, and must then
   * call it again.
   *
   * @returns as for `signIn`
   * @throws {AccessDenied} when the operator may not act for this user
   * @throws {AuthError} without a reason, with `cause.field`; and when another site posted the form
   * @since 0.3.0
   */
  impersonate(
    ...args: [...Subject, userId: string, options: ImpersonateOptions]
  ): Promise<Answer>;
  /**
   * Ends what `impersonate` has begun: the browser gets the operator's own session back, if that is
   * live. Does nothing where nobody acts for a user.
   *
   * @returns as for `signIn`
   * @throws {AccessDenied} when this browser does not have the operator's own session
   * @throws {AuthError} when another site posted the form
   * @since 0.3.0
   */
  stopImpersonating(
    ...args: [...Subject, options?: Pick<ImpersonateOptions, "redirectTo">]
  ): Promise<Answer>;
  /**
   * Updates the session: passes `data` to your `jwt` callback, or with database
   * sessions to your `session` callback. The app's response carries the new
   * cookie; where there is a parameter `headers`, these are its headers.
   *
   * @returns the updated session, or `null` without a session
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   * @throws {AuthError} when another site posted the form, or the callback fails
   */
  updateSession(...args: [...Subject, data: unknown, ...Into]): Promise<S | null>;
  /**
   * The proof of the session: when, by which methods and with which provider its user
   * signed in; see {@linkcode Proof}. `null` without a live session.
   *
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   */
  getProof(...args: Subject): Promise<Proof | null>;
  /**
   * A valid access token of the user's account at a provider, refreshed when it is about to
   * expire; see {@linkcode AccessToken}. Where the session token holds the tokens, the app's
   * response carries the new cookie. Needs `tokens` in the config.
   *
   * @returns `null` without a live session, and when its user has no account at the provider
   * @throws {TokenRefreshError} when the token has expired, and there is no new one; the
   * session stays
   */
  getAccessToken(
    ...args: [...Subject, options?: AccessTokenOptions<Id>, ...into: Partial<Into>]
  ): Promise<AccessToken | null>;
  /**
   * Compares the proof of the session with what you require: a recent one, or certain
   * methods; see {@linkcode RequireProofOptions}. Redirect to the URL that it returns: there
   * the user proves again who it is, or signs in, and comes back. The session keeps its id
   * and its data.
   *
   * @returns `null` when the proof is good enough, else the absolute URL to redirect to
   * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
   * @throws {AuthError} for database sessions without `session.revocation`
   */
  requireProof(...args: [...Subject, options?: RequireProofOptions]): Promise<string | null>;
  /**
   * Who makes the request, with a session or another credential; see {@linkcode AuthenticateOptions}.
   * A request with an `Authorization` header is never one of its cookies. With a session, a request
   * that another site made the browser send is refused, unless it is a `GET` or `HEAD`.
   *
   * @returns the principal, or a refusal: its `response()` is the answer. While the store fails, the
   * reason is `unavailable` and the answer 503
   * @throws {AuthError} when the config cannot be used
   * @throws {TypeError} when a kind of credential is accepted that the config does not bring
   */
  authenticate<const Kind extends CredentialKind = "session">(
    ...args: [
      ...Subject,
      options?: AuthenticateOptions<Kind, Names["scope"], Names["resource"]>,
    ]
  ): Promise<Principal<Kind, Names["scope"], S, Names["membership"]> | AuthenticationRefusal>;
  /**
   * The facts of the sign-in page, for a page of the app; see {@linkcode SignInPage}. The
   * query of the request says what failed before, and where the sign-in leads. The app's
   * response carries the cookie of the CSRF token; where there is a parameter `headers`,
   * these are its headers.
   *
   * @throws {AuthError} when the config or the `Host` header cannot be used
   * @throws {InvalidCallbackUrl} when the query names a target that is not a URL
   */
  getSignInOptions(...args: [...Subject, ...Into]): Promise<SignInPage>;
}

/** The redirect with its cookies. Status 303 makes the browser use GET after a posted form. */
export function toRedirect({ redirect, cookies }: ActionResult): Response {
  const response = createResponse(null, { status: 303 });
  response.headers.set("location", redirect);
  for (const cookie of cookies) response.headers.append("set-cookie", serializeCookie(cookie));
  response.headers.set("cache-control", "private, no-store");
  return response;
}

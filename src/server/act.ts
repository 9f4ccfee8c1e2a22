/**
 * Options and results of the calls that an app makes for the user whose request
 * it handles.
 *
 * @module
 */

import { serializeCookie } from "../http/cookie.ts";
import type { Cookie } from "../types/internal.ts";

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

/** The redirect with its cookies. Status 303 makes the browser use GET after a posted form. */
export function toRedirect({ redirect, cookies }: ActionResult): Response {
  const response = new Response(null, { status: 303, headers: { location: redirect } });
  for (const cookie of cookies) response.headers.append("set-cookie", serializeCookie(cookie));
  response.headers.set("cache-control", "private, no-store");
  return response;
}

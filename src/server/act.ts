/**
 * Calls of the app on behalf of the person whose request it answers: their
 * options, and their results.
 *
 * @module
 */

import { serializeCookie } from "../http/cookie.ts";
import type { Cookie } from "../types/internal.ts";

/** Options of a sign-in; members without a meaning of their own are fields for the provider. */
export interface SignInOptions {
  /** Path or URL to go to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
  /** Field that the provider asks for. */
  [field: string]: unknown;
}

/** Options of a sign-out. */
export interface SignOutOptions {
  /** Path or URL to go to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
}

/** Query members for the provider. */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/** Result of a sign-in, a sign-out or an update. */
export interface ActionResult {
  /** Cookies to set, all of them. */
  cookies: Cookie[];
  /** Absolute URL to go to. */
  redirect: string;
  /** What the action answered. */
  body?: unknown;
}

/** The redirect with its cookies; 303, since the form was posted and its target is not. */
export function toRedirect({ redirect, cookies }: ActionResult): Response {
  const response = new Response(null, { status: 303, headers: { location: redirect } });
  for (const cookie of cookies) response.headers.append("set-cookie", serializeCookie(cookie));
  response.headers.set("cache-control", "private, no-store");
  return response;
}

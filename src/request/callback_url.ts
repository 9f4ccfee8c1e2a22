/**
 * The URL that the browser goes to after a flow: the client's choice, filtered
 * by the app's `redirect` callback.
 *
 * @module
 */

import { InvalidCallbackUrl } from "../errors.ts";
import { toAbsoluteUrl } from "../http/url.ts";
import type { CookieJarInterface, RequestInternal, ResolvedConfig } from "../types/internal.ts";

/** Actions that redirect the browser, and therefore read the cookie. */
const REDIRECTING: ReadonlySet<string> = new Set([
  "address",
  "callback",
  "password",
  "signin",
  "signout",
]);

/**
 * Longest target, percent-encoded. Browsers drop cookies above 4096 bytes, and
 * a sealed attempt, which grows by a third, holds more than the target.
 */
const MAX_LENGTH = 1800;

/**
 * Returns the first of: `callbackUrl` in the body, in the query, in the cookie;
 * else the origin. A target that the request names is stored in the cookie. A
 * target too long for a cookie is replaced by the origin, since losing the
 * return URL is better than losing the sign-in.
 *
 * @throws {InvalidCallbackUrl} when the request names something that is
 * neither an absolute path nor an http(s) URL
 */
export async function settleCallbackUrl(
  request: RequestInternal,
  config: ResolvedConfig,
  cookies: CookieJarInterface,
): Promise<string> {
  const { origin } = request;
  const named = request.body?.callbackUrl ?? request.query.callbackUrl;
  if (named === undefined && !REDIRECTING.has(request.action)) return origin;

  const remembered = cookies.get("callbackUrl");
  const url = named ?? remembered;
  if (!url) return origin;
  if (typeof url !== "string" || !isTarget(url, origin)) {
    // A stale or planted cookie must not block sign-ins.
    if (named === undefined) return origin;
    throw new InvalidCallbackUrl("`callbackUrl` must be an absolute path or an http(s) URL");
  }
  const filtered = await config.callbacks.redirect({ url, baseUrl: origin });
  const callbackUrl = filtered.startsWith("/") ? origin + filtered : filtered;
  if (encodeURIComponent(callbackUrl).length > MAX_LENGTH) return origin;
  if (named !== undefined && callbackUrl !== remembered) cookies.set("callbackUrl", callbackUrl);
  return callbackUrl;
}

/** JSON may hold lone surrogates, which neither a cookie nor a URL can carry. */
function isTarget(url: string, origin: string): boolean {
  return url.isWellFormed() && toAbsoluteUrl(url, origin) !== undefined;
}

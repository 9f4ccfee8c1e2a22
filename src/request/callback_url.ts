/**
 * The URL that the browser goes to after a flow: the client's choice, filtered
 * by the app's `redirect` callback.
 *
 * @module
 */

import { endpointAt, SIGN_UP } from "../http/paths.ts";
import { InvalidCallbackUrl } from "../errors.ts";
import { toAbsoluteUrl } from "../http/url.ts";
import type {
  Context,
  CookieJarInterface,
  RequestInternal,
  ResolvedConfig,
} from "../types/internal.ts";

/** Actions of the core that redirect the browser, and therefore read the cookie. */
const REDIRECTING: ReadonlySet<string> = new Set([
  "callback",
  "signin",
  SIGN_UP,
  "signout",
  "verify-request",
]);

/**
 * Longest target, percent-encoded. Browsers drop cookies above 4096 bytes, and
 * a sealed attempt, which grows by a third, holds more than the target.
 */
const MAX_LENGTH = 1800;

/** Returns `true` for a target that is longer than those that are remembered. */
export function isLongTarget(url: string): boolean {
  if (url.length > MAX_LENGTH) return true;
  // A character becomes nine at the most.
  return url.length * 9 > MAX_LENGTH && encodeURIComponent(url.toWellFormed()).length > MAX_LENGTH;
}

function isRedirecting(
  { action, path = action, method }: RequestInternal,
  config: ResolvedConfig,
): boolean {
  const endpoint = endpointAt(config, path, method);
  return REDIRECTING.has(action) || (endpoint?.kind === "ambient" && endpoint.redirects === true);
}

/** Returns `true` for a request that redirects to the target, and does not only show a page. */
function leadsOn({ action, method }: RequestInternal): boolean {
  return method === "POST" || action === "callback";
}

/**
 * Returns the first of: `callbackUrl` in the body, in the query, in the cookie;
 * else the origin, also filtered by the `redirect` callback. A target that the request names is stored in the cookie, unless the
 * request loads something other than a page. A target too long for a cookie is replaced by the origin, since losing the
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
  const named = namedTarget(request);
  if (named === undefined && !isRedirecting(request, config)) return origin;

  const remembered = cookies.get("callbackUrl");
  const isUsable = (url: unknown): url is string =>
    typeof url === "string" && url !== "" && isTarget(url, origin);
  if (named && !isUsable(named)) {
    throw new InvalidCallbackUrl("`callbackUrl` must be an absolute path or an http(s) URL");
  }
  // A stale or planted cookie must not block sign-ins.
  const chosen = named === undefined ? remembered : named;
  if (!isUsable(chosen) && !leadsOn(request)) return origin;
  const url = isUsable(chosen) ? chosen : origin;
  const filtered = await config.callbacks.redirect({ url, baseUrl: origin });
  const callbackUrl = filtered.startsWith("/") ? origin + filtered : filtered;
  if (isLongTarget(callbackUrl)) return origin;
  if (isUsable(named) && callbackUrl !== remembered && loadsPage(request)) {
    cookies.set("callbackUrl", callbackUrl);
  }
  return callbackUrl;
}

/** The target that a request names itself; that of the body counts first. Not filtered. */
export function namedTarget({ body, query }: Pick<RequestInternal, "body" | "query">): unknown {
  return body?.callbackUrl ?? query.callbackUrl;
}

/**
 * Returns `false` for an image, a script or a `fetch`. An app that leads every path to the
 * sign-in page does so for `/favicon.ico` too, and no user goes there. Browsers that do not say
 * what they load are believed to load a page. A page of the app that asks for the data of a step
 * draws that page.
 */
export function loadsPage(
  { request: { headers }, wantsJson }: Pick<RequestInternal, "request" | "wantsJson">,
): boolean {
  return wantsJson || (headers.get("sec-fetch-dest") ?? "document") === "document";
}

/**
 * The target that the URL of the sign-in page names after a failure, since the cookie may be that
 * of another tab, or absent.
 *
 * @returns `undefined` when the page goes there without
 */
export function targetToKeep({ callbackUrl, cookies, request }: Context): string | undefined {
  const { origin } = request;
  const isChosen = namedTarget(request) !== undefined &&
    (cookies.get("callbackUrl") ?? origin) !== origin;
  const isDefault = callbackUrl === origin && !isChosen;
  // The `redirect` callback of the app may return any text, which a page would refuse.
  return isDefault || !isTarget(callbackUrl, origin) ? undefined : callbackUrl;
}

/**
 * Keeps the target for a page that has a link to the sign-in page, such as the error page: in the
 * cookie.
 *
 * @returns the target for the URL of that page, where this request must not write the cookie
 */
export function carryTarget(ctx: Context): string | undefined {
  const target = targetToKeep(ctx);
  if (target === undefined || !loadsPage(ctx.request)) return target;
  if (target !== ctx.cookies.get("callbackUrl")) ctx.cookies.set("callbackUrl", target);
}

/** The target for a link to the sign-in page, which filters it: that of the query, or the cookie. */
export function rememberedTarget({ request, cookies }: Context): string | undefined {
  const target = namedTarget(request) ?? cookies.get("callbackUrl");
  // A stale or planted cookie must not block sign-ins.
  return typeof target === "string" && isTarget(target, request.origin) ? target : undefined;
}

/** JSON may hold lone surrogates, which neither a cookie nor a URL can carry. */
function isTarget(url: string, origin: string): boolean {
  return url.isWellFormed() && toAbsoluteUrl(url, origin) !== undefined;
}

/**
 * Collects everything that an action needs.
 *
 * @module
 */

import { InvalidProvider } from "../errors.ts";
import { findProvider } from "../hooks/providers.ts";
import { CookieJar } from "../http/cookie.ts";
import type { Context, CookieTable, RequestInternal, ResolvedConfig } from "../types/internal.ts";
import { settleCallbackUrl } from "./callback_url.ts";

/** Names and attributes of the cookies of an origin. */
export function makeCookieTable(
  { useSecureCookies, cookies }: Pick<ResolvedConfig, "cookies" | "useSecureCookies">,
  origin: string,
): CookieTable {
  return useSecureCookies ?? origin.startsWith("https:") ? cookies.secure : cookies.plain;
}

/**
 * @throws {InvalidProvider} when the path names a provider that there is not
 * @throws {AuthError} when the provider lacks what it needs
 * @throws {InvalidCallbackUrl} when the request names a target that is not a URL
 */
export async function createContext(
  request: RequestInternal,
  config: ResolvedConfig,
): Promise<Context> {
  const { providerId } = request;
  const found = findProvider(config, providerId);
  // Those of the config are at hand, so that no request waits for them.
  const provider = found instanceof Promise ? await found : found;
  if (providerId !== undefined && !provider) {
    throw new InvalidProvider("There is no such provider", {
      cause: { known: [...config.providers.keys()].join(", ") },
    });
  }
  const configError = provider && config.unusable.get(provider.id);
  if (configError) throw configError;
  const table = makeCookieTable(config, request.origin);
  const secure = table === config.cookies.secure;
  const { legacy } = config.userConfig;
  const cookies = new CookieJar(request.cookieHeader, table, {
    session: legacy?.cookie(secure, table.sessionToken),
    isPreserved: legacy?.keepsCookie,
    csrf: legacy?.csrfCookie?.(secure),
    origin: request.origin,
  });
  const callbackUrl = await settleCallbackUrl(request, config, cookies);
  return { config, request, provider, cookies, callbackUrl };
}

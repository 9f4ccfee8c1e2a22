/**
 * The one rule for the URLs of a provider, from the config and from discovery:
 * https, or plain http in development and where the app allows it.
 *
 * @module
 */

import { isLoopback } from "../http/url.ts";
import type { ResolvedOAuthProvider } from "../types/resolved_provider.ts";

/**
 * Returns the reason why a URL must not be requested or sent to a browser;
 * `undefined` when it is allowed.
 *
 * Plain http is accepted for every URL of an issuer on a loopback origin, and for
 * loopback origins that the config itself names; with `allowInsecureRequests`, the same
 * holds for any host. So the discovery document of an https issuer cannot lead to a plain
 * http service of this machine or network.
 *
 * @param shown the URL as the returned sentence shows it. Default: {@linkcode shownUrl}
 */
export function problemOfUrl(
  provider: ResolvedOAuthProvider,
  url: unknown,
  shown?: string,
): string | undefined {
  const parsed = parse(url);
  if (parsed?.protocol === "https:") return;
  if (parsed?.protocol === "http:" && allowsHttp(provider, parsed.origin)) return;
  const quoted = JSON.stringify(shown ?? shownUrl(url));
  return `${quoted} is not an https: URL, and http: is accepted only where \`issuer\` is on a ` +
    "loopback origin such as http://localhost:8080, or, in a private network, with " +
    "`allowInsecureRequests: true` where `issuer` is an http: URL itself";
}

/** Returns `true` for a plain http URL that may be used. */
export function mayUseHttp(provider: ResolvedOAuthProvider, url: string | undefined): boolean {
  return parse(url)?.protocol === "http:" && problemOfUrl(provider, url) === undefined;
}

/** URLs of endpoints and keys that the config itself sets, by option. */
export function writtenUrls(provider: ResolvedOAuthProvider): Record<string, string> {
  const { wellKnown, authorization, token, userinfo, jwks_endpoint, requestTokenUrl } = provider;
  const all = {
    wellKnown,
    authorization: authorization?.url?.href,
    token: token?.url?.href,
    userinfo: userinfo?.url?.href,
    jwks_endpoint: jwks_endpoint ? String(jwks_endpoint) : undefined,
    requestTokenUrl: requestTokenUrl?.href,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** A URL for messages: without credentials, query and fragment, and at most 200 characters. */
export function shownUrl(url: unknown): string {
  const parsed = parse(url);
  const isWeb = parsed && /^https?:$/.test(parsed.protocol);
  return (isWeb ? parsed.origin + parsed.pathname : String(url)).slice(0, 200);
}

/** Returns `true` for a provider with a plain http URL beyond loopback in its config. */
export function isInsecure(provider: ResolvedOAuthProvider): boolean {
  return [provider.issuer, ...Object.values(writtenUrls(provider))].some((url) => {
    // Most URLs begin so, and need no parser.
    if (url?.startsWith("https:")) return false;
    const { protocol, origin } = parse(url) ?? {};
    return protocol === "http:" && !isLoopback(origin!);
  });
}

function allowsHttp(provider: ResolvedOAuthProvider, origin: string): boolean {
  const { issuer, wellKnown, allowInsecureRequests } = provider;
  const mayBeHttp = (origin = "") =>
    isLoopback(origin) || (allowInsecureRequests === true && origin.startsWith("http:"));
  if (mayBeHttp(parse(issuer ?? wellKnown)?.origin)) return true;
  return mayBeHttp(origin) &&
    Object.values(writtenUrls(provider)).some((url) => parse(url)?.origin === origin);
}

function parse(url: unknown): URL | undefined {
  if (typeof url !== "string") return undefined;
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

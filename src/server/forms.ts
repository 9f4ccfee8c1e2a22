/**
 * Sign-in and sign-out on behalf of the person whose request the app answers:
 * posts to the service without a round trip.
 *
 * @module
 */

import { Auth } from "../auth.ts";
import { MissingCSRF } from "../errors.ts";
import { toBasePath, withQuery } from "../http/url.ts";
import { peerOf, setPeer } from "../request/peer.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ProviderType } from "../types/entities.ts";
import type { Prepared } from "./prepare.ts";

/** Where to go after signing in, and fields for e-mail or credentials. */
export interface SignInOptions {
  /** Path or URL to go to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
  /** Fields that the provider asks for. */
  [field: string]: unknown;
}

/** Where to go after signing out. */
export interface SignOutOptions {
  /** Path or URL to go to afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
}

/** Query members for the provider. */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/**
 * Starts a sign-in, or finishes one with credentials, and answers the redirect;
 * without a provider, or with an unknown one, to the sign-in page.
 *
 * @throws {MissingCSRF} when another site posted the form
 */
export async function answerSignIn(
  request: Request,
  prepared: Prepared,
  provider: string | undefined,
  options: SignInOptions,
  authorizationParams?: AuthorizationParams,
): Promise<Response> {
  const { origin, internalConfig } = prepared;
  const kind = provider === undefined ? undefined : kindOf(internalConfig, provider);
  if (!kind) {
    const page = internalConfig.pages?.signIn ?? `${baseUrlOf(prepared)}/signin`;
    const location = new URL(withQuery(page, { callbackUrl: options.redirectTo }), origin).href;
    return new Response(null, { status: 302, headers: { location } });
  }
  const action = kind === "credentials" ? "callback" : "signin";
  const query = new URLSearchParams(authorizationParams).toString();
  return await post(request, prepared, `${action}/${provider}${query && `?${query}`}`, options);
}

/**
 * Ends the session and answers the redirect.
 *
 * @throws {MissingCSRF} when another site posted the form
 */
export async function answerSignOut(
  request: Request,
  prepared: Prepared,
  { redirectTo }: SignOutOptions,
): Promise<Response> {
  return await post(request, prepared, "signout", { redirectTo });
}

async function post(
  request: Request,
  prepared: Prepared,
  path: string,
  { redirectTo, ...fields }: SignInOptions,
): Promise<Response> {
  assertSameOrigin(request, prepared.origin);
  const callbackUrl = redirectTo ?? request.headers.get("referer") ?? "/";
  const url = `${baseUrlOf(prepared)}/${path}`;
  return await Auth(
    toInternalPost(request, url, { ...fields, callbackUrl }),
    prepared.internalConfig,
  );
}

/** Absolute URL the service is mounted under. */
export const baseUrlOf = ({ origin, config }: Prepared): string =>
  origin + toBasePath(config.basePath ?? "");

/** Kind of a configured provider; the environment has called functions already. */
export function kindOf({ providers }: AuthConfig, id: string): ProviderType | undefined {
  for (const written of providers) {
    const provider = typeof written === "function" ? written({}) : written;
    const options = provider.options as { id?: string; type?: ProviderType } | undefined;
    if ((options?.id ?? provider.id) === id) return options?.type ?? provider.type;
  }
}

/**
 * A form post that the app makes on behalf of the person whose browser sent
 * `request`.
 */
export function toInternalPost(request: Request, url: string, fields: object): Request {
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  for (const name of ["cookie", "user-agent", "accept-language"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) body.set(name, String(value));
  }
  const post = new Request(url, { method: "POST", headers, body });
  setPeer(post, peerOf(request));
  return post;
}

/**
 * Refuses to act for a form that another site posted. Calls of the app carry
 * no CSRF token, so the browser's own words decide.
 *
 * @throws {MissingCSRF}
 */
export function assertSameOrigin(request: Request, origin: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const from = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isForeign = from !== null ? from !== origin : site === "cross-site";
  if (isForeign) {
    throw new MissingCSRF("Cannot act on this request: another site sent it");
  }
}

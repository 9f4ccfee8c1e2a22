/**
 * What a server does on behalf of the person whose request it answers: starts
 * a sign-in, updates a session, ends one.
 *
 * Failures are thrown, as server-side forms expect, and cookies are handed
 * over one by one, since frameworks set them through jars of their own.
 *
 * @module
 */

import { Auth } from "../auth.ts";
import { AuthError, MissingCSRF } from "../errors.ts";
import { toBasePath, withQuery } from "../http/url.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Cookie } from "../types/internal.ts";
import type { ProviderType } from "../types/entities.ts";
import { type Prepared, toInternalPost } from "./wrapper.ts";

/** What to do, in the words of the person's form. */
export interface ActFields {
  /** Where to go afterwards. Default: the `Referer`, else the origin. */
  redirectTo?: string;
  /** Fields that the provider asks for. */
  [field: string]: unknown;
}

/** Query members for the provider. */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/** What happened. */
export interface Acted {
  /** Cookies to set, all of them. */
  cookies: Cookie[];
  /** Absolute URL to go to. */
  redirect: string;
  /** What the action answered. */
  body?: unknown;
}

/**
 * Starts a sign-in, or finishes one with credentials. Without a provider, or
 * with an unknown one, it leads to the sign-in page.
 *
 * @throws {AuthError} what the provider or `authorize` failed with
 */
export async function startSignIn(
  request: Request,
  prepared: Prepared,
  provider: string | undefined,
  { redirectTo, ...fields }: ActFields,
  authorizationParams?: AuthorizationParams,
): Promise<Acted> {
  const { rawConfig: config, origin } = prepared;
  const callbackUrl = toCallbackUrl(request, redirectTo);
  const kind = provider === undefined ? undefined : kindOf(config, provider);
  if (!kind) {
    const page = config.pages?.signIn ?? `${baseUrl(prepared)}/signin`;
    return { cookies: [], redirect: new URL(withQuery(page, { callbackUrl }), origin).href };
  }
  const action = kind === "credentials" ? "callback" : "signin";
  const query = new URLSearchParams(authorizationParams).toString();
  const url = `${baseUrl(prepared)}/${action}/${provider}${query && `?${query}`}`;
  return await act(toInternalPost(request, url, { ...fields, callbackUrl }), prepared);
}

/** Ends the session. */
export async function endSession(
  request: Request,
  prepared: Prepared,
  { redirectTo }: { /** See {@linkcode ActFields}. */ redirectTo?: string },
): Promise<Acted> {
  const callbackUrl = toCallbackUrl(request, redirectTo);
  const url = `${baseUrl(prepared)}/signout`;
  return await act(toInternalPost(request, url, { callbackUrl }), prepared);
}

/** Updates the session; `body` is the new one, or `null`. */
export async function updateSession(
  request: Request,
  prepared: Prepared,
  data: unknown,
): Promise<Acted> {
  const post = toInternalPost(request, `${baseUrl(prepared)}/session`, {});
  const headers = new Headers(post.headers);
  headers.set("content-type", "application/json");
  const body = JSON.stringify({ data });
  return await act(new Request(post.url, { method: "POST", headers, body }), prepared);
}

async function act(request: Request, { rawConfig, origin }: Prepared): Promise<Acted> {
  const answer = await Auth(request, rawConfig);
  if (answer instanceof Response) {
    const location = answer.headers.get("location");
    // Neither an answer nor an error: the config is unusable, and the log says why.
    if (!location) {
      throw new AuthError(`Cannot act for the person: the service answered ${answer.status}`);
    }
    return { cookies: [], redirect: new URL(location, origin).href };
  }
  if ((answer.status ?? 200) >= 400) {
    throw new AuthError(`Cannot act for the person: the service answered ${answer.status}`);
  }
  const redirect = new URL(answer.redirect ?? "/", origin).href;
  return { cookies: answer.cookies ?? [], redirect, body: answer.body };
}

const baseUrl = ({ origin, rawConfig }: Prepared): string =>
  origin + toBasePath(rawConfig.basePath ?? "");

function toCallbackUrl(request: Request, redirectTo: unknown): string {
  return redirectTo === undefined || redirectTo === null
    ? request.headers.get("referer") ?? "/"
    : String(redirectTo);
}

/** Kind of a configured provider; the environment has called functions already. */
export function kindOf({ providers }: AuthConfig, id: string): ProviderType | undefined {
  for (const written of providers) {
    const provider = typeof written === "function" ? written({}) : written;
    const options = provider.options as { id?: string; type?: ProviderType } | undefined;
    if ((options?.id ?? provider.id) === id) return options?.type ?? provider.type;
  }
}

/**
 * Whether no other site made the browser send this request: its `Origin` is the
 * public one, or names the host that the browser called. Browsers send it with
 * every post, and not with safe navigations.
 */
export function isOwnPost({ headers }: Request, origin: string): boolean {
  const from = headers.get("origin");
  if (from === null || from === origin) return true;
  const hosts = ["x-forwarded-host", "host"].map((name) => headers.get(name));
  return URL.canParse(from) && hosts.includes(new URL(from).host);
}

/**
 * Refuses to act for another site. Unlike `assertSameOrigin`, for frameworks
 * that do not say which method a call belongs to.
 *
 * @throws {MissingCSRF}
 */
export function assertOwnPost(request: Request, origin: string): void {
  if (isOwnPost(request, origin)) return;
  throw new MissingCSRF("Cannot act on this request: another site sent it");
}

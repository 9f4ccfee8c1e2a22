/**
 * URLs of our own endpoints, as text.
 *
 * @module
 */

import { withoutEnd, withoutStart } from "../base/trim.ts";
import type { Context } from "../types/internal.ts";

/**
 * A path as it is written in a config → the path used for matching: a leading
 * slash, no trailing one, empty for the root.
 */
export function toBasePath(path: string): string {
  const trimmed = withoutStart(withoutEnd(path, "/"), "/");
  return trimmed ? `/${trimmed}` : "";
}

/** Members of a {@linkcode Context} that our own URLs depend on. */
export interface OwnUrlParts {
  /** Public origin; empty when it is not known, which makes paths of the URLs. */
  readonly request: Pick<Context["request"], "origin">;
  /** Base path. */
  readonly config: Pick<Context["config"], "basePath">;
}

/** `{origin}{basePath}/{action}`, and `/{providerId}` for the action of a provider. */
export function actionUrl(
  { request, config }: OwnUrlParts,
  action: string,
  providerId?: string,
): string {
  const url = `${request.origin}${config.basePath}/${action}`;
  return providerId === undefined ? url : `${url}/${providerId}`;
}

/** The two URLs of a provider, as its callbacks and the pages see them. */
export function providerUrls(
  parts: OwnUrlParts,
  id: string,
): {
  /** Absolute URL that starts the flow. */
  signinUrl: string;
  /** Absolute URL that finishes the flow. */
  callbackUrl: string;
} {
  return {
    signinUrl: actionUrl(parts, "signin", id),
    callbackUrl: actionUrl(parts, "callback", id),
  };
}

/** An origin in its normalized form, without a default port; the parser judges ports from 60000. */
const ORIGIN = /^https?:\/\/[a-z\d.-]+(:((?!80$|443$)[1-9]\d{0,3}|[1-5]\d{4}))?$/;

/**
 * Stands for the origin of a request whose `Host` header is no host, where a
 * server hands out path and headers: `invalid:/auth/session`.
 * {@linkcode splitUrl} refuses it.
 */
export const NO_HOST = "invalid:";

/** Returns `true` for text with the characters of a `Host` header. */
export function isHost(host: string | undefined): host is string {
  return host !== undefined && /^[\w.:[\]-]+$/.test(host);
}

/** Scheme and value of a `Host` header → origin, or `undefined` when it is no host. */
export function toOrigin(scheme: string, host: string | undefined): string | undefined {
  return isHost(host) ? splitUrl(`${scheme}://${host}/`)?.origin : undefined;
}

/** The parts of an absolute http(s) URL. */
export interface UrlParts {
  /** Scheme, host and port. */
  origin: string;
  /** Path. */
  pathname: string;
  /** Query with its question mark, or an empty string. */
  search: string;
}

/**
 * Splits a URL, without a parser when it is normalized already, as nearly every
 * URL of a request is.
 *
 * @returns `undefined` when its host is not valid: servers build the URL of a
 * request from its `Host` header, which can hold any text
 */
export function splitUrl(url: string): UrlParts | undefined {
  const hash = url.indexOf("#");
  const end = hash === -1 ? url.length : hash;
  const host = url.indexOf("://") + 3;
  const path = url.indexOf("/", host);
  if (path === host) return undefined; // the parser would take the path for a host
  const origin = url.slice(0, path);
  if (path === -1 || path > end || !ORIGIN.test(origin)) {
    if (url.startsWith(NO_HOST) || !URL.canParse(url)) return undefined;
    const parsed = new URL(url);
    return { origin: parsed.origin, pathname: parsed.pathname, search: parsed.search };
  }
  const question = url.indexOf("?", path);
  const query = question === -1 || question > end ? end : question;
  return { origin, pathname: url.slice(path, query), search: url.slice(query, end) };
}

/** Adds members to a URL or path that may have a query or fragment already. */
export function withQuery(url: string, params: Record<string, string | undefined>): string {
  let query = "";
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) query += `${query && "&"}${toFormText(name)}=${toFormText(value)}`;
  }
  if (!query) return url;
  const hash = url.indexOf("#");
  const [target, fragment] = hash === -1 ? [url, ""] : [url.slice(0, hash), url.slice(hash)];
  const separator = !target.includes("?") ? "?" : /[?&]$/.test(target) ? "" : "&";
  return target + separator + query + fragment;
}

/** Where `encodeURIComponent` and a form differ: what it leaves, and the space. */
const FORM_CHARACTERS: Readonly<Record<string, string>> = {
  ...{ "!": "%21", "'": "%27", "(": "%28", ")": "%29", "~": "%7E", "%20": "+" },
};

/** Text as `URLSearchParams` writes it, which a runtime can take ten times as long for. */
function toFormText(text: string): string {
  if (/^[\w.*-]*$/.test(text)) return text;
  const encoded = encodeURIComponent(text.toWellFormed());
  return /[!'()~]|%20/.test(encoded)
    ? encoded.replaceAll(/[!'()~]|%20/g, (found) => FORM_CHARACTERS[found]!)
    : encoded;
}

/**
 * Replaces members of a query by the chosen members of `others`. One pass over
 * each, since the sender of `others` decides how many there are.
 */
export function withMembers(
  members: URLSearchParams,
  others: Readonly<Record<string, string>>,
  isChosen: (name: string) => boolean,
): URLSearchParams {
  const chosen = new Map(Object.entries(others).filter(([name]) => isChosen(name)));
  const rest = [...members].filter(([name]) => !chosen.has(name));
  return new URLSearchParams([...rest, ...chosen]);
}

/**
 * An absolute path or http(s) URL → absolute URL.
 *
 * @returns `undefined` when it is neither. `//host` counts as a path of the
 * origin, never as another host.
 */
export function toAbsoluteUrl(url: string, origin: string): string | undefined {
  try {
    if (url.startsWith("/")) return new URL(origin + url).href;
    const parsed = new URL(url);
    return parsed.protocol === "https:" || parsed.protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Returns `true` for an origin that is plain http on this machine. */
export function isLoopback(origin: string): boolean {
  return /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(origin);
}

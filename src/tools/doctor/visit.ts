/**
 * Requests to a running app, as a browser sends them: redirects are followed one by one.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import type { Settings } from "../../capabilities/oauth_server/settings.ts";
import type { Optional } from "../../types/entities.ts";
import type { PagesOptions } from "../../types/options.ts";
import { messageOf } from "./finding.ts";
import { TIMEOUT_MS } from "./network.ts";

/** Most redirects of one request. */
const MAX_REDIRECTS = 5;

/** Sends requests. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A running app. */
export interface AppTarget {
  /** Public origin. */
  readonly origin: string;
  /** Base path, without a slash at its end. */
  readonly basePath: string;
  /** Sends the requests. */
  readonly fetch: Fetch;
  /** Ids of the providers in the config; absent when there is no config. */
  readonly providers?: readonly string[];
  /** The app's own pages; absent when there is no config. */
  readonly pages?: Optional<PagesOptions>;
  /** The authorization server that the app is; absent when it is none, or there is no config. */
  readonly oauthServer?: Settings | undefined;
}

/** Answer of the app. */
export interface Answer {
  /** URL that answered. */
  readonly url: string;
  /** Status. */
  readonly status: number;
  /** Headers. */
  readonly headers: Headers;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /** Body as text. */
  readonly text: string;
  /** Time at which it arrived, by the clock of this machine. */
  readonly atMs: number;
}

/** The end of a request: an answer, or the reason why there is none. */
export type PageAnswer =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "loop"; readonly url: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Requests a URL, and follows redirects. */
export async function visit(
  fetch: Fetch,
  url: string,
  init: RequestInit = {},
): Promise<PageAnswer> {
  let current = url;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await ask(fetch, current, init);
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status > 399 || !location) {
        return { kind: "answer", answer };
      }
      current = new URL(location, current).href;
    }
    return { kind: "loop", url: current };
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) };
  }
}

/** Requests a URL, without following redirects. */
export async function ask(fetch: Fetch, url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...init,
  });
  const { status, headers } = response;
  const atMs = nowMs();
  return {
    url,
    status,
    headers,
    cookies: headers.getSetCookie(),
    text: await response.text(),
    atMs,
  };
}

/** Parses JSON; `undefined` for other text. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Message of a failed request, with that of its cause. */
export function reasonOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown };
  return cause instanceof Error ? `${messageOf(error)} (${cause.message})` : messageOf(error);
}

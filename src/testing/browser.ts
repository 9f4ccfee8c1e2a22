/**
 * A user agent for tests: keeps cookies by the rules, follows redirects over
 * several origins, and posts the forms that providers answer with.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis RFC 6265bis}
 * @module
 */

import type { Session } from "../types/entities.ts";
import { type BrowserCookie, CookieStore } from "./cookie_store.ts";

/** Answers requests for one origin. */
export type OriginHandler = (request: Request) => Response | Promise<Response>;

/** Where a navigation ended. */
export interface Landing {
  /** Last URL. */
  url: URL;
  /** Its answer. */
  response: Response;
  /** Every URL on the way, with the status it answered. */
  trail: { url: string; status: number }[];
}

/** How a sign-in starts. */
export interface BrowserSignIn {
  /** Where to go afterwards. */
  callbackUrl?: string;
  /** Fields for credentials or e-mail. */
  fields?: Record<string, string>;
  /** Extra query members. */
  query?: Record<string, string>;
}

/** A user agent. */
export interface TestBrowser {
  /** Cookies by the name of the app's host. */
  readonly cookies: CookieStore;
  /**
   * One request; redirects are not followed. `from` is the page that causes it.
   * A `cookie` header of its own replaces what the jar would send.
   */
  fetch(url: string, init?: RequestInit & { from?: string }): Promise<Response>;
  /** A navigation that follows redirects and provider forms. */
  visit(url: string, init?: RequestInit & { from?: string }): Promise<Landing>;
  /** CSRF token of this browser. */
  csrf(): Promise<string>;
  /** Posts a form of the app, with the CSRF token. */
  post(path: string, fields?: Record<string, string>): Promise<Response>;
  /** Starts a sign-in and stops at the provider: the URL to visit next. */
  start(provider: string, options?: BrowserSignIn): Promise<string>;
  /** A whole sign-in with a provider. */
  signIn(provider: string, options?: BrowserSignIn): Promise<Landing>;
  /** A whole sign-in with the fields of a credentials provider. */
  signInWithCredentials(fields: Record<string, string>, provider?: string): Promise<Landing>;
  /** The session as the app's pages would read it. */
  session(): Promise<Session | null>;
}

const MAX_HOPS = 20;

/**
 * Creates a browser with an empty jar.
 *
 * @param app origin of the app
 * @param origins answers by origin; a request to any other origin throws
 * @param basePath path the service is mounted under. Default `/auth`
 *
 * @example
 * ```ts
 * import { Auth } from "@x/auth";
 * import { createBrowser } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
 * const browser = createBrowser("https://app.example", {
 *   "https://app.example": (request) => Auth(request, config),
 * });
 * assertEquals(await browser.session(), null);
 * ```
 */
export function createBrowser(
  app: string,
  origins: Record<string, OriginHandler>,
  basePath = "/auth",
): TestBrowser {
  const cookies = new CookieStore();
  const base = app + basePath;

  const send: TestBrowser["fetch"] = async (url, { from, ...init } = {}) => {
    const target = new URL(url, app);
    const handler = Object.hasOwn(origins, target.origin) ? origins[target.origin] : undefined;
    if (!handler) throw new TypeError(`Cannot visit ${target.href}: nobody answers there`);
    const crossSite = from !== undefined && new URL(from).hostname !== target.hostname;
    const headers = new Headers(init.headers);
    const cookie = cookies.header(target, { crossSite, method: init.method ?? "GET" });
    if (cookie && !headers.has("cookie")) headers.set("cookie", cookie);
    const response = await handler(new Request(target, { ...init, headers }));
    cookies.store(target, response.headers.getSetCookie());
    return response;
  };

  const visit: TestBrowser["visit"] = async (url, init = {}) => {
    const trail: Landing["trail"] = [];
    let target = new URL(url, app);
    let next: RequestInit & { from?: string } = init;
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const response = await send(target.href, next);
      trail.push({ url: target.href, status: response.status });
      const location = response.headers.get("location");
      const form = location ? undefined : await providerForm(response, target, app);
      if (location && response.status >= 300 && response.status < 400) {
        next = { from: target.href };
        target = new URL(location, target);
      } else if (form) {
        next = { method: "POST", body: form.body, from: target.href };
        target = form.action;
      } else {
        return { url: target, response, trail };
      }
    }
    throw new TypeError(`Cannot follow ${url}: more than ${MAX_HOPS} redirects`);
  };

  const browser: TestBrowser = {
    cookies,
    fetch: send,
    visit,
    async csrf() {
      return (await (await send(`${base}/csrf`)).json()).csrfToken;
    },
    async post(path, fields = {}) {
      const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
      return await send(base + path, { method: "POST", body });
    },
    async start(provider, { callbackUrl, query, fields } = {}) {
      const search = query ? `?${new URLSearchParams(query)}` : "";
      const response = await browser.post(`/signin/${provider}${search}`, {
        ...fields,
        ...callbackUrl === undefined ? {} : { callbackUrl },
      });
      await response.body?.cancel();
      return new URL(response.headers.get("location") ?? "", app).href;
    },
    async signIn(provider, options) {
      return await visit(await browser.start(provider, options), { from: base });
    },
    async signInWithCredentials(fields, provider = "credentials") {
      const response = await browser.post(`/callback/${provider}`, fields);
      await response.body?.cancel();
      return await visit(response.headers.get("location") ?? "", { from: base });
    },
    async session() {
      return await (await send(`${base}/session`)).json();
    },
  };
  return browser;
}

/** The form of a provider's `form_post` answer; forms of the app are for people. */
async function providerForm(
  response: Response,
  page: URL,
  app: string,
): Promise<{ action: URL; body: URLSearchParams } | undefined> {
  if (page.origin === app || !response.headers.get("content-type")?.includes("html")) return;
  const html = await response.clone().text();
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1];
  if (!action) return;
  const unescape = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const body = new URLSearchParams();
  for (const [, name, value] of html.matchAll(/name="([^"]*)" value="([^"]*)"/g)) {
    body.append(unescape(name!), unescape(value!));
  }
  return { action: new URL(unescape(action), page), body };
}

export type { BrowserCookie, CookieStore };

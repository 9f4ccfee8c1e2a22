/**
 * A user agent for tests: stores cookies as RFC 6265bis says, follows redirects
 * across origins, and posts the forms of `form_post` answers.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis RFC 6265bis}
 * @module
 */

import type { Session } from "../../types/entities.ts";
import { type BrowserCookie, CookieStore } from "./cookie_store.ts";
import { makeRequest } from "./form.ts";

/** Answers requests for one origin. */
export type OriginHandler = (request: Request) => Response | Promise<Response>;

/** Result of a navigation. */
export interface Landing {
  /** Last URL. */
  url: URL;
  /** Response of the last URL. */
  response: Response;
  /** Every URL of the navigation, with its HTTP status. */
  trail: { url: string; status: number }[];
}

/** Options of a sign-in. */
export interface BrowserSignIn {
  /** URL to go to afterwards. */
  callbackUrl?: string;
  /** Fields for credentials or email. */
  fields?: Record<string, string>;
  /** Extra query parameters. */
  query?: Record<string, string>;
}

/** A user agent. */
export interface TestBrowser {
  /** Cookies of all hosts. */
  readonly cookies: CookieStore;
  /**
   * Sends one request; redirects are not followed. `from` is the URL of the page
   * that causes it. A `cookie` header in `init` replaces the stored cookies.
   */
  fetch(url: string, init?: RequestInit & { from?: string }): Promise<Response>;
  /** Navigates to a URL; follows redirects and posts provider forms. */
  visit(url: string, init?: RequestInit & { from?: string }): Promise<Landing>;
  /**
   * Fills in a form of a page and sends it, as a person does: with its hidden fields and the
   * values that it has, to where it leads, and follows redirects. The form is the one that has
   * the fields, and the button if one is named.
   *
   * @param page what `visit` returned, whose body is not read yet; or the path of a page, which
   * is opened first
   * @param fields what is typed, by the names of the fields
   * @param button text of the button that is pressed. Default: the first one of the form
   * @throws {TypeError} when no form of the page has them, or when several have; the message
   * names the forms that there are
   *
   * @example
   * ```ts
   * import { createBrowser } from "@x/auth/testing";
   * import { assertEquals } from "@std/assert";
   *
   * const origin = "https://app.example";
   * const form = '<form method="post"><input name="a" value="1"><input name="b"></form>';
   * const app = async (request: Request) =>
   *   new Response(request.method === "POST" ? await request.text() : form);
   * const browser = createBrowser(origin, { [origin]: app });
   * const { response } = await browser.submit("/page", { b: "2" });
   * assertEquals(await response.text(), "a=1&b=2");
   * ```
   */
  submit(
    page: Landing | string,
    fields?: Record<string, string>,
    button?: string,
  ): Promise<Landing>;
  /** Token of a form that is drawn for the visitor of this browser now. */
  csrf(): Promise<string>;
  /** Posts a form of the app, with the CSRF token. */
  post(path: string, fields?: Record<string, string>): Promise<Response>;
  /** Starts a sign-in without visiting the provider; returns the URL to visit next. */
  start(provider: string, options?: BrowserSignIn): Promise<string>;
  /** Signs in with a provider, with all redirects. */
  signIn(provider: string, options?: BrowserSignIn): Promise<Landing>;
  /** Signs in with a credentials provider, with all redirects. */
  signInWithCredentials(fields: Record<string, string>, provider?: string): Promise<Landing>;
  /** The session, as the `session` action returns it. */
  session(): Promise<Session | null>;
}

const MAX_HOPS = 20;

/**
 * Creates a browser without cookies.
 *
 * @param app origin of the app
 * @param origins request handlers by origin; a request to any other origin throws
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
    if (!handler) {
      throw new TypeError(`Cannot visit ${target.href}: add a handler for ${target.origin}`);
    }
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

  let named = { key: "", token: "" };
  const browser: TestBrowser = {
    cookies,
    fetch: send,
    visit,
    async submit(page, fields = {}, button) {
      const { url, response } = typeof page === "string" ? await visit(page) : page;
      if (response.bodyUsed) {
        throw new TypeError("Cannot submit a form: the page is read already; pass its path");
      }
      const form = makeRequest(await response.text(), url, fields, button);
      return await visit(form.url, { ...form.init, from: url.href });
    },
    async csrf() {
      const { csrfToken } = await (await send(`${base}/csrf`)).json();
      const sessions = cookies.list(new URL(app).hostname)
        .flatMap(({ name, value }) => name.includes("session") ? [value] : []);
      const key = [csrfToken, ...sessions].join(" ");
      if (named.key === key) return named.token;
      const headers = { accept: "application/json" };
      const page = await (await send(`${base}/signin`, { headers })).json().catch(() => null);
      // Forms of pages name the visitor, too.
      const isNamed = String(page?.csrfToken).startsWith(`${csrfToken}.`);
      if (isNamed) named = { key, token: page.csrfToken };
      return isNamed ? page.csrfToken : csrfToken;
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

/** The form of a provider's `form_post` answer; `undefined` for all other pages. */
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

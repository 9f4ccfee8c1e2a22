/**
 * The browser of a user, before an authorization server on a loopback port: it follows the URL that
 * a client opens until the server sends it back to the client.
 *
 * @module
 */

import { CookieStore } from "../../../src/tools/testing/cookie_store.ts";
import { type FormRequest, makeRequest } from "../../../src/tools/testing/form.ts";

/** Most answers of the server on the way. */
const MAX_HOPS = 15;

/** How a page of the server is answered. */
export type PageAnswer = (html: string, url: URL) => FormRequest;

/** Answers a page by its form with these fields and this button. */
export function byForm(fields: Readonly<Record<string, string>>, button?: string): PageAnswer {
  return (html, url) => makeRequest(html, url, fields, button);
}

/** A page from which no way leads back to the client. */
export class StoppedAtPage extends Error {
  override name = "StoppedAtPage";

  constructor(readonly status: number, readonly url: URL, readonly html: string) {
    super(`The browser stopped at ${url.pathname} with status ${status}: ${textOf(html)}`);
  }
}

/** A browser. */
export interface ServerBrowser {
  readonly cookies: CookieStore;
  /**
   * Follows a URL, as a link on another site leads to it.
   *
   * @returns the URL of the client that the server leads to, which is not requested
   * @throws {StoppedAtPage} when a page has no form that leads on
   */
  follow(url: string | URL): Promise<URL>;
}

/**
 * Makes the browser; `answer` fills in the pages of the server.
 *
 * @param send sends its requests. Default: the global `fetch`
 */
export function createServerBrowser(
  origin: string,
  answer: PageAnswer,
  send: typeof fetch = fetch,
): ServerBrowser {
  const cookies = new CookieStore();

  async function follow(start: string | URL): Promise<URL> {
    let target = new URL(start);
    let next: RequestInit = { headers: { "sec-fetch-site": "cross-site" } };
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      if (target.origin !== origin) return target;
      const headers = new Headers(next.headers);
      headers.set("accept", "text/html");
      headers.set("sec-fetch-mode", "navigate");
      headers.set("sec-fetch-dest", "document");
      const crossSite = headers.get("sec-fetch-site") === "cross-site";
      const cookie = cookies.header(target, { crossSite, method: next.method ?? "GET" });
      if (cookie) headers.set("cookie", cookie);
      const response = await send(target, { ...next, headers, redirect: "manual" });
      cookies.store(target, response.headers.getSetCookie());
      const location = response.headers.get("location");
      if (location && response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        target = new URL(location, target);
        next = { headers: { "sec-fetch-site": crossSite ? "cross-site" : "same-origin" } };
        continue;
      }
      const html = await response.text();
      if (!response.ok) throw new StoppedAtPage(response.status, target, html);
      const form = read(answer, html, target, response.status);
      target = new URL(form.url);
      next = { ...form.init, headers: { "sec-fetch-site": "same-origin", origin } };
    }
    throw new Error(`The browser found no end of ${start}`);
  }

  return { cookies, follow };
}

function read(answer: PageAnswer, html: string, url: URL, status: number): FormRequest {
  try {
    return answer(html, url);
  } catch (error) {
    if (error instanceof TypeError) throw new StoppedAtPage(status, url, html);
    throw error;
  }
}

/** The text of a page. */
function textOf(html: string): string {
  return html.replaceAll(/<(script|style|title)\b[\s\S]*?<\/\1>|<[^>]*>/gi, " ")
    .replaceAll(/\s+/g, " ").trim().slice(0, 300);
}

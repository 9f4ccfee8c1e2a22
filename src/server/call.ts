/**
 * Parts of a call of the app: fields as a form sends them, and the URL of the page.
 *
 * @module
 */

import { splitUrl } from "../http/url.ts";

/** Options of `RequestAuth.handle`. */
export interface HandleOptions {
  /**
   * `true` accepts a post from the site's own pages without a CSRF token, for
   * frameworks that compare origins themselves. Default `false`.
   */
  acceptsOwnPosts?: boolean;
  /** Base path, if only the route knows it. Default: that of the config. */
  basePath?: string;
  /** The request with its body, if the framework provides the body later. */
  request?: Request;
}

/** Fields as a form sends them, in an object without a prototype. */
export function toFields(fields: object): Record<string, string> {
  const record: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) record[name] = String(value);
  }
  return record;
}

/** Path of a request; after a post, the page with the form. */
export function ownUrl({ method, url, headers }: Request): string {
  const { pathname, search } = splitUrl(url) ?? { pathname: "/", search: "" };
  const referer = method === "GET" || method === "HEAD" ? null : headers.get("referer");
  return referer ?? pathname + search;
}

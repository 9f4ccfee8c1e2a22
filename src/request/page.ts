/**
 * Pages with forms: the fields that were posted, and the URLs that lead back and on.
 *
 * @module
 */

import { hasPath } from "../http/paths.ts";
import { actionUrl, withQuery } from "../http/url.ts";
import type { Context } from "../types/internal.ts";

/** A field of the form; empty when it is absent or no text. */
export function readField({ request }: Context, name: string): string {
  const value = request.body?.[name];
  return typeof value === "string" ? value : "";
}

/** URL of the page of an action, which keeps the URL to go to afterwards. */
export function pageUrl(
  ctx: Context,
  action: string,
  query: { error?: string; done?: string } = {},
): string {
  return withQuery(actionUrl(ctx, action), { ...query, callbackUrl: afterwards(ctx, action) });
}

/** URL of the page on which users manage their account; `undefined` without `account`. */
export function accountPageUrl(ctx: Context): string | undefined {
  return hasPath(ctx.config.enabledPaths, "account") ? actionUrl(ctx, "account") : undefined;
}

/** The URL that the user goes to afterwards; never the page itself. */
export function afterwards(ctx: Context, action: string): string {
  const { callbackUrl, request: { origin } } = ctx;
  return callbackUrl.startsWith(actionUrl(ctx, action)) ? origin : callbackUrl;
}

/**
 * URLs of pages that keep the URL to go to afterwards.
 *
 * @module
 */

import { actionUrl, withQuery } from "../http/url.ts";
import type { Context, OptionalAction } from "../types/internal.ts";

/** URL of the page of an action. */
export function pageUrl(
  ctx: Context,
  action: OptionalAction,
  query: { error?: string; done?: string } = {},
): string {
  return withQuery(actionUrl(ctx, action), { ...query, callbackUrl: afterwards(ctx, action) });
}

/** The URL that the user goes to afterwards; never the page itself. */
export function afterwards(ctx: Context, action: OptionalAction): string {
  const { callbackUrl, request: { origin } } = ctx;
  return callbackUrl.startsWith(actionUrl(ctx, action)) ? origin : callbackUrl;
}

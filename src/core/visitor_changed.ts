/**
 * The answer to a form whose page was drawn for another visitor than the user who is signed in:
 * another tab has changed accounts. Nothing was changed. The user continues with what was typed, or
 * goes back to the page, which is then drawn for this user.
 *
 * @module
 */

import type { VisitorChanged } from "../errors.ts";
import { splitUrl } from "../http/url.ts";
import { renderBuiltIn } from "../response/render.ts";
import { JSON_HEADERS, NO_STORE } from "../response/respond.ts";
import { csrfToken } from "../session/csrf.ts";
import type { Context, RequestInternal, ResponseInternal } from "../types/internal.ts";

/** Name of the refusal for programs. */
const ERROR = "VisitorChanged";

/** Fields that prove something about the other visitor, or are secrets: never sent back. */
const SECRET = /^(current|repeat|answer|code|data)$|pass(word|phrase)|secret|pin$|otp/i;

/** Returns `true` for the name of a field that is never sent back. */
export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/** Asks the user who is signed in. */
export async function askVisitor(
  ctx: Context,
  { visitor: { user, userId } }: VisitorChanged,
): Promise<ResponseInternal> {
  const { request, config } = ctx;
  const back = pageOfForm(request) ?? withoutMessage(ownUrl(request));
  if (request.returnRedirect || request.method !== "POST") {
    // The script of a page goes on to `proofUrl` where it gets no options: here, the page again.
    const again = request.method === "POST" ? {} : { proofUrl: back };
    const body = { error: ERROR, code: ERROR, url: back, ...again };
    return { status: 409, headers: { ...JSON_HEADERS, ...NO_STORE }, body };
  }
  const pairs = pairsOf(request);
  const page = await renderBuiltIn(
    "visitor",
    {
      user: user.email || user.name || userId,
      callbackUrl: back,
      ...pairs ? { csrfToken: await csrfToken(ctx), formAction: ownUrl(request), pairs } : {},
    },
    request,
    config,
  );
  return page.status === 200 ? { ...page, status: 409 } : page;
}

/** What was typed, in its order; `undefined` where it cannot be sent again. */
function pairsOf({ body = {}, form }: RequestInternal): [string, string][] | undefined {
  const all: [string, unknown][] = form ? [...form] : Object.entries(body);
  const typed = all.filter(([name]) => name !== "csrfToken");
  const isSafe = typed.every(([name, value]) => typeof value === "string" && !isSecret(name));
  return isSafe ? typed as [string, string][] : undefined;
}

/** The URL of a request, at the public origin. */
export function ownUrl({ origin, request: { url } }: RequestInternal): string {
  const { pathname, search } = splitUrl(url)!;
  return origin + pathname + search;
}

/**
 * The page of this site with the form that was sent, without its message about an earlier one;
 * `undefined` where the browser does not say. Under `Referrer-Policy: origin`, it says the origin of
 * every page.
 */
export function pageOfForm({ origin, request: { headers } }: RequestInternal): string | undefined {
  const referer = headers.get("referer");
  const isPage = referer !== `${origin}/`;
  return isPage && referer?.startsWith(`${origin}/`) ? withoutMessage(referer) : undefined;
}

function withoutMessage(page: string): string {
  const url = new URL(page);
  for (const name of ["done", "error"]) url.searchParams.delete(name);
  return url.href;
}

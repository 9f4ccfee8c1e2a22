/**
 * A page that needs a session, for a browser whose session has ended meanwhile: the sign-in page says
 * so, and what was typed into the form of the page is there again after the sign-in.
 *
 * The fields go through a sealed cookie that names the user for whom the page was drawn, so nobody
 * else sees them. What no cookie can hold stays on a page, while the user signs in in another tab.
 * Secrets are never kept, and nothing is done: the user sends the form again.
 *
 * @module
 */

import { SHORT_HASH } from "../base/hashed.ts";
import { splitUrl } from "../http/url.ts";
import { isNameOfSecret } from "../limits/account.ts";
import { isLongTarget } from "../request/callback_url.ts";
import { renderBuiltIn } from "../response/render.ts";
import { isDrawnFor, visitorIn } from "../session/csrf.ts";
import { inspect, type SessionState } from "../session/inspect.ts";
import { open, seal, type SealedCookie } from "../session/sealed_cookie.ts";
import { signedIn } from "../session/visitor.ts";
import type { TypedForm } from "../types/request.ts";
import type { Context, ResponseInternal } from "../types/internal.ts";
import { isSecret, ownUrl, pageOfForm } from "./visitor_changed.ts";

/** The fields are forgotten after 10 minutes, the time of a sign-in with two factors. */
const COOKIE = {
  key: "typedFields",
  salt: "authjs.typed-form",
  maxAge: 600,
} as const satisfies SealedCookie;

/** Sets the cookie apart from that of the sign-in page. */
const SUFFIX = "form";

/** Most characters that are kept: browsers drop cookies above 4096 bytes, and a seal grows. */
const MAX_LENGTH = 2000;

/** A form, and the visitor for whom its page was drawn. */
interface LostForm extends TypedForm {
  visitor: string;
}

/** States of a session that was there. */
const ENDED: ReadonlySet<SessionState> = new Set<SessionState>([
  "expired",
  "no-row",
  "revoked",
  "suspended",
]);

/** The way to the sign-in page: with the reason, and back to the page of the form that was sent. */
export async function explainSignIn(
  ctx: Context,
  answer: ResponseInternal,
): Promise<ResponseInternal> {
  const { request } = ctx;
  const url = new URL(answer.redirect!);
  const { code } = await explainEnd(ctx);
  if (code !== undefined) url.searchParams.set("code", code);
  const page = request.method === "POST" && !request.returnRedirect && pageOfForm(request);
  if (page && !isLongTarget(page)) url.searchParams.set("callbackUrl", page);
  return await leadAway(ctx, { ...answer, redirect: url.href });
}

/** Leads to a sign-in or a proof, and keeps what was typed meanwhile, or shows a page that holds it. */
export async function leadAway(ctx: Context, answer: ResponseInternal): Promise<ResponseInternal> {
  const { config, request } = ctx;
  const { redirect } = answer;
  // An app that draws the form itself has what was typed.
  if (await keepForm(ctx) || redirect === undefined || request.returnRedirect) return answer;
  const props = {
    callbackUrl: redirect,
    csrfToken: String(request.body?.csrfToken),
    formAction: ownUrl(request),
    pairs: typedPairs(request),
  };
  const page = await renderBuiltIn("visitor", props, request, config);
  return page.status === 200 ? { ...page, status: 409 } : page;
}

/** What the sign-in page says to a browser whose session was ended; nothing to others. */
export async function explainEnd(ctx: Context): Promise<{ error?: string; code?: string }> {
  const cookie = ctx.cookies.get("sessionToken");
  return cookie !== undefined && ENDED.has(await inspect(ctx, cookie))
    ? { error: "SessionRequired", code: "SessionEnded" }
    : {};
}

/**
 * Keeps what was typed into a form that needs a session, or a proof.
 *
 * @returns `false` for more than a cookie holds
 */
export async function keepForm(ctx: Context): Promise<boolean> {
  const { method, body = {}, request: { url } } = ctx.request;
  const visitor = visitorIn(body.csrfToken);
  if (method !== "POST" || visitor?.length !== SHORT_HASH) return true;
  const pairs = typedPairs(ctx.request);
  const lost: LostForm = { visitor, path: splitUrl(url)!.pathname, pairs };
  if (encodeURIComponent(JSON.stringify(lost).toWellFormed()).length > MAX_LENGTH) return false;
  await seal(ctx, COOKIE, SUFFIX, lost);
  return true;
}

/** What was typed, in its order, without secrets. */
function typedPairs({ body = {}, form }: Context["request"]): [string, string][] {
  const all: [string, unknown][] = form ? [...form] : Object.entries(body);
  return all.filter((pair): pair is [string, string] =>
    typeof pair[1] === "string" && !isSecret(pair[0]) && !isNameOfSecret(pair[0])
  );
}

/**
 * The same request, whose page shows the form as it was typed. It is forgotten once it was shown, and
 * when somebody else signs in.
 */
export async function withForm(ctx: Context): Promise<Context> {
  const { userId } = await signedIn(ctx) ?? {};
  if (userId === undefined) return ctx;
  const lost = await open<LostForm>(ctx, COOKIE, SUFFIX);
  const forget = () => ctx.cookies.delete(COOKIE.key, SUFFIX);
  if (!lost || !await isDrawnFor(ctx, lost.visitor, userId)) {
    forget();
    return ctx;
  }
  const { path, pairs } = lost;
  return { ...ctx, request: { ...ctx.request, typedForm: { path, pairs, onShown: forget } } };
}

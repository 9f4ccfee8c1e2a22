/**
 * A redirect to the app's own page, or a built-in page, whose code is loaded on first use.
 *
 * @module
 */

import type { PageName, Part } from "../../pages/mod.ts";
import { AuthError } from "../errors.ts";
import { actionUrl, toAbsoluteUrl, withQuery } from "../http/url.ts";
import { lazy } from "../base/lazy.ts";
import type {
  PageKind,
  RequestInternal,
  ResolvedConfig,
  ResponseInternal,
} from "../types/internal.ts";
import type { PagesOptions } from "../types/options.ts";
import type { Awaitable } from "../types/entities.ts";
import type { BuiltInContext, BuiltInProps } from "./page_or_json.ts";
import { isLongTarget, namedTarget } from "../request/callback_url.ts";
import { NO_SNIFF, NO_STORE } from "./respond.ts";

const loaded = lazy(() => import("./page_or_json.ts"));

/**
 * Renders a built-in page. When that fails, no other page can be shown either,
 * so the answer is a status and plain text.
 *
 * @param script loads the script of the page's forms
 */
export async function renderBuiltIn(
  name: PageName,
  props: BuiltInProps,
  request: RequestInternal,
  config: ResolvedConfig,
  script?: () => Awaitable<string | undefined>,
): Promise<ResponseInternal> {
  try {
    // The sign-in page does not link to itself; it is the page that is shown most.
    const context = name === "signin" && !request.wantsJson
      ? { request, config, signinUrl: "" }
      : makeContext(request, config, props.callbackUrl);
    return await (await loaded()).answerPage(name, props, context, script);
  } catch (error) {
    return failed(name, config, error);
  }
}

/**
 * Renders a page that a capability brings along, as {@linkcode renderBuiltIn} does, or leads to the
 * page of the app that replaces it: the member of `pages` with the name of the path.
 */
export async function renderPart<Props extends object>(
  name: string,
  load: () => Awaitable<Part<Props>>,
  props: Props,
  request: RequestInternal,
  config: ResolvedConfig,
): Promise<ResponseInternal> {
  const own = ownPage(request.action as keyof PagesOptions, request.query, request, config);
  if (own) return own;
  try {
    const context = makeContext(request, config);
    return await (await loaded()).answerPart(name, load, props, context);
  } catch (error) {
    return failed(name, config, error);
  }
}

function makeContext(
  request: RequestInternal,
  config: ResolvedConfig,
  returnTo?: string,
): BuiltInContext {
  const signinUrl = signInUrl({ request, config }, returnTo ?? namedIn(request));
  return { request, config, signinUrl };
}

/** The target that a request names, for a link to the sign-in page, which filters it. */
function namedIn(request: RequestInternal): string | undefined {
  const named = namedTarget(request);
  return typeof named === "string" && named !== request.origin ? named : undefined;
}

function failed(name: string, { logger }: ResolvedConfig, error: unknown) {
  logger.error(
    new AuthError(`Cannot show the built-in page "${name}"`, { cause: { err: error as Error } }),
  );
  return plainFailure();
}

/** Answers a failure that cannot be shown on a page. */
export function plainFailure(): ResponseInternal<string> {
  return {
    status: 500,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...NO_SNIFF, ...NO_STORE },
    body: "This page cannot be shown. See the log of the server for the reason.",
  };
}

/**
 * Redirect to the app's own page, when it has one. A client that asks for JSON is that page: it gets
 * what the built-in one would show.
 */
export function ownPage(
  kind: keyof PagesOptions,
  params: Record<string, string | undefined>,
  request: RequestInternal,
  config: ResolvedConfig,
): ResponseInternal | undefined {
  const page = request.wantsJson ? undefined : config.pages[kind];
  if (page) return { redirect: withQuery(pageUrl(page, request), params) };
}

/** URL of the app's own page of a kind, else of the action that shows the built-in page. */
export function kindUrl(
  kind: PageKind,
  request: Pick<RequestInternal, "origin" | "wantsJson">,
  config: Pick<ResolvedConfig, "pages" | "basePath">,
): string {
  const page = request.wantsJson ? undefined : config.pages[kind];
  if (page) return pageUrl(page, request);
  return actionUrl({ request, config }, kind === "signIn" ? "signin" : "error");
}

/** URL of the sign-in page, which leads to a URL afterwards. */
export function signInUrl(
  { request, config }: {
    request: Pick<RequestInternal, "origin" | "wantsJson">;
    config: Pick<ResolvedConfig, "pages" | "basePath">;
  },
  callbackUrl?: string,
): string {
  return withQuery(kindUrl("signIn", request, config), targetOf(callbackUrl));
}

/** Answers for a page that needs a session: the sign-in page says so, and leads back. */
export function sessionRequired(
  context: Parameters<typeof signInUrl>[0],
  callbackUrl: string,
): ResponseInternal {
  return { redirect: sessionRequiredUrl(context, callbackUrl), needsSession: true };
}

/** The URL of the sign-in page, which says that a page needs a session. */
export function sessionRequiredUrl(
  context: Parameters<typeof signInUrl>[0],
  callbackUrl: string,
): string {
  return withQuery(kindUrl("signIn", context.request, context.config), {
    error: "SessionRequired",
    ...targetOf(callbackUrl),
  });
}

/** A target that the sign-in page would not keep is not written, which takes long. */
function targetOf(callbackUrl: string | undefined): { callbackUrl?: string } {
  return callbackUrl === undefined || isLongTarget(callbackUrl) ? {} : { callbackUrl };
}

/** Absolute URL, since clients that asked for JSON parse it; a path when no origin is trusted. */
export function pageUrl(page: string, { origin }: Pick<RequestInternal, "origin">): string {
  if (!origin) return page;
  return toAbsoluteUrl(page, origin) ?? new URL(page, origin).href;
}

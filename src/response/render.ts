/**
 * A redirect to the app's own page, or a built-in page. Built-in pages and their
 * renderer are loaded on first use.
 *
 * @module
 */

import type { PageName, PageProps, Part, RenderedPage } from "../../pages/mod.ts";
import { sha256Base64url } from "../base/crypto/hash.ts";
import { randomBase64url } from "../base/crypto/random.ts";
import { AuthError } from "../errors.ts";
import { actionUrl, toAbsoluteUrl, withQuery } from "../http/url.ts";
import { lazy } from "../base/lazy.ts";
import type {
  PageKind,
  RequestInternal,
  ResolvedConfig,
  ResponseInternal,
} from "../types/internal.ts";
import { namedTarget } from "../request/callback_url.ts";
import type { PagesOptions } from "../types/options.ts";
import type { Awaitable } from "../types/entities.ts";
import { NO_SNIFF, NO_STORE } from "./respond.ts";

/** Members of {@linkcode PageProps} that follow from config and request. */
type FrameProps = "nonce" | "theme" | "wording" | "siteUrl" | "signinUrl";

const pages = lazy(() => import("../../pages/mod.ts"));
const words = lazy(() => import("../mail/wording.ts"));

/**
 * Renders a built-in page. When that fails, no other page can be shown either,
 * so the answer is a status and plain text.
 *
 * @param script loads the script of the page's forms
 */
export async function renderBuiltIn(
  name: PageName,
  props: Omit<PageProps, FrameProps>,
  request: RequestInternal,
  config: ResolvedConfig,
  script?: () => Awaitable<string | undefined>,
): Promise<ResponseInternal<string>> {
  const render = async (frame: PageProps) =>
    (await pages()).renderPage(name, { ...props, ...frame }, await script?.());
  return await answerWith(name, render, request, config, props.callbackUrl);
}

/** Renders a page that a capability brings along, as {@linkcode renderBuiltIn} does. */
export async function renderPart<Props>(
  name: string,
  load: () => Awaitable<Part<Props>>,
  props: Props,
  request: RequestInternal,
  config: ResolvedConfig,
): Promise<ResponseInternal<string>> {
  const render = async (frame: PageProps) => (await pages()).renderPart(await load(), props, frame);
  return await answerWith(name, render, request, config);
}

async function answerWith(
  name: string,
  render: (frame: PageProps) => Promise<RenderedPage>,
  request: RequestInternal,
  config: ResolvedConfig,
  returnTo?: string,
): Promise<ResponseInternal<string>> {
  const nonce = randomBase64url(16);
  let page: RenderedPage;
  try {
    page = await render({
      nonce,
      theme: config.theme,
      siteUrl: request.origin || undefined,
      signinUrl: signInUrl({ request, config }, returnTo ?? namedIn(request)),
      wording: (await words()).wordingOf(config, request),
    });
  } catch (error) {
    config.logger.error(
      new AuthError(`Cannot show the built-in page "${name}"`, { cause: { err: error as Error } }),
    );
    return plainFailure();
  }
  return {
    status: page.status,
    body: page.html,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy(nonce, request.origin) +
        (page.script ? await scriptPolicy(page.script) : ""),
      "Referrer-Policy": "same-origin",
      "Vary": "Cookie, Accept-Language",
      ...NO_SNIFF,
      "X-Frame-Options": "DENY",
      ...NO_STORE,
    },
  };
}

/** The target that a request names, for a link to the sign-in page, which filters it. */
function namedIn(request: RequestInternal): string | undefined {
  const named = namedTarget(request);
  return typeof named === "string" && named !== request.origin ? named : undefined;
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
 * Allows no script and no framing; styles need the nonce. Forms may end at a
 * provider by redirect, which browsers check against `form-action` too, so any
 * web origin is allowed there; plain http only when this origin is plain http.
 */
function contentSecurityPolicy(nonce: string, origin: string): string {
  const web = origin.startsWith("https:") ? "https:" : "https: http:";
  return "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; " +
    `style-src 'nonce-${nonce}'; img-src 'self' data: ${web}; form-action 'self' ${web}`;
}

/** Allows one script by its digest, and its requests to this origin. */
async function scriptPolicy(script: string): Promise<string> {
  const digest = (await sha256Base64url(script)).replaceAll("-", "+").replaceAll("_", "/");
  return `; script-src 'sha256-${digest}='; connect-src 'self'`;
}

/** Redirect to the app's own page, when it has one. */
export function ownPage(
  kind: keyof PagesOptions,
  params: Record<string, string | undefined>,
  request: RequestInternal,
  config: ResolvedConfig,
): ResponseInternal | undefined {
  const page = config.pages[kind];
  if (page) return { redirect: withQuery(pageUrl(page, request), params) };
}

/** URL of the app's own page of a kind, else of the action that shows the built-in page. */
export function kindUrl(
  kind: PageKind,
  request: Pick<RequestInternal, "origin">,
  config: Pick<ResolvedConfig, "pages" | "basePath">,
): string {
  const page = config.pages[kind];
  if (page) return pageUrl(page, request);
  return actionUrl({ request, config }, kind === "signIn" ? "signin" : "error");
}

/** URL of the sign-in page, which leads to a URL afterwards. */
export function signInUrl(
  { request, config }: {
    request: Pick<RequestInternal, "origin">;
    config: Pick<ResolvedConfig, "pages" | "basePath">;
  },
  callbackUrl?: string,
): string {
  return withQuery(kindUrl("signIn", request, config), { callbackUrl });
}

/** Absolute URL, since clients that asked for JSON parse it; a path when no origin is trusted. */
export function pageUrl(page: string, { origin }: Pick<RequestInternal, "origin">): string {
  if (!origin) return page;
  return toAbsoluteUrl(page, origin) ?? new URL(page, origin).href;
}

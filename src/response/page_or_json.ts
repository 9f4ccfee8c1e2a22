/**
 * The answer with a built-in page, and the policy of that page.
 *
 * @module
 */

import {
  pageContent,
  type PageName,
  type PageProps,
  type Part,
  type PartContent,
  type RenderedPage,
  renderPage,
  renderPart,
} from "../../pages/mod.ts";
import { sha256Base64url } from "../base/crypto/hash.ts";
import { loadPart } from "../hooks/topics.ts";
import { randomBase64url } from "../base/crypto/bytes.ts";
import { pageTexts } from "../../pages/messages.ts";
import { refill } from "../../pages/refill.ts";
import type { StepParts } from "../../pages/parts_step.ts";
import type { TypedForm } from "../types/request.ts";
import type { Theme } from "../types/options.ts";
import { makeWording } from "../mail/wording.ts";
import type { Awaitable } from "../types/entities.ts";
import type { RequestInternal, ResolvedConfig, ResponseInternal } from "../types/internal.ts";
import { requireTheme } from "./theme.ts";
import { JSON_HEADERS, NO_SNIFF, NO_STORE } from "./respond.ts";

/** What the answer depends on. */
const VARY = "Cookie, Accept, Accept-Language";

/** Props of a page without those that follow from config and request. */
export type BuiltInProps = Omit<
  PageProps,
  "banner" | "nonce" | "theme" | "wording" | "siteUrl" | "signinUrl"
>;

/** What a page is shown for: the request, the config, and the URL of the sign-in page. */
export interface BuiltInContext {
  /** The request. */
  request: RequestInternal;
  /** The config. */
  config: ResolvedConfig;
  /** URL of the sign-in page, which leads back. */
  signinUrl: string;
}

/** Answers with a page of the core. */
export async function answerPage(
  name: PageName,
  props: BuiltInProps,
  context: BuiltInContext,
  script?: () => Awaitable<string | undefined>,
): Promise<ResponseInternal> {
  if (context.request.wantsJson) {
    const content = (frame: PageProps) => pageContent(name, { ...props, ...frame });
    return await asStep(name, props, context, content);
  }
  const frame = await frameWithBanner(context);
  const page = renderPage(name, { ...props, ...frame }, await script?.());
  return await answer(page, frame, context.request);
}

/** Answers with a page that a capability brings along. */
export async function answerPart<Props extends object>(
  name: string,
  load: () => Awaitable<Part<Props>>,
  props: Props,
  context: BuiltInContext,
): Promise<ResponseInternal> {
  if (context.request.wantsJson) {
    return await asStep(name, props, context, async (frame) => {
      return (await load())(props, frame, frame.wording!);
    });
  }
  const frame = await frameWithBanner(context);
  return await answer(renderPart(await load(), props, frame), frame, context.request);
}

/** Text of a query that can be shown and compared without care. */
const WORD = /^[\w-]{1,64}$/;

/**
 * The data of a page as JSON, for an app that draws it itself. `step` is the name of the page, and
 * after a colon its state, for pages that have several.
 */
async function asStep(
  name: string,
  props: object,
  context: BuiltInContext,
  load: (frame: PageProps) => Awaitable<Pick<PartContent, "title" | "content" | "texts">>,
): Promise<ResponseInternal> {
  const { request, signinUrl } = context;
  const { step } = props as { step?: string };
  const { error } = request.query;
  return {
    body: {
      ...request.stepExtra && await makeExtra(request.stepExtra, context, load),
      ...(error !== undefined && WORD.test(error) ? { error } : {}),
      signinUrl,
      ...props,
      ...findRefill(request.typedForm, props),
      step: step === undefined ? name : `${name}:${step}`,
    },
    headers: { ...JSON_HEADERS, "Vary": VARY, ...NO_STORE },
  };
}

/** What was typed into the form of a step before a sign-in or a proof. */
function findRefill(
  form: TypedForm | undefined,
  { formAction }: { readonly formAction?: unknown },
): { refill?: Readonly<Record<string, string>> } {
  if (!form || typeof formAction !== "string") return {};
  if (new URL(formAction, "http://page").pathname !== form.path) return {};
  form.onShown?.();
  const { csrfToken: _, ...refill } = Object.fromEntries(form.pairs);
  return { refill };
}

/** What a step brings along: all texts of its page, or its elements. */
async function makeExtra(
  extra: "texts" | "parts",
  context: BuiltInContext,
  load: Parameters<typeof asStep>[3],
): Promise<{ texts: object } | StepParts> {
  const frame = frameOf(context);
  const { title, content, texts = {} } = await load(frame);
  if (extra === "texts") return { texts };
  const { failureTexts, toParts } = await import("../../pages/parts.ts");
  const shown = frame.typedForm ? refill(content, frame.typedForm) : content;
  const failures = failureTexts(pageTexts(frame.wording!));
  return { title, parts: toParts(shown), failures };
}

/** The frame of a document, which says that an operator acts for a user. */
async function frameWithBanner(context: BuiltInContext): Promise<PageProps> {
  const { request, config } = context;
  const banner = await (await loadPart(config, "acting"))?.readBanner(request, config);
  return { ...frameOf(context), ...banner ? { banner } : {} };
}

function frameOf({ request, config, signinUrl }: BuiltInContext): PageProps {
  requireTheme(config.theme);
  return {
    nonce: randomBase64url(16),
    theme: config.theme,
    siteUrl: request.origin || undefined,
    signinUrl,
    wording: makeWording(config, request),
    typedForm: request.typedForm,
  };
}

async function answer(
  page: RenderedPage,
  frame: PageProps,
  { origin }: RequestInternal,
): Promise<ResponseInternal<string>> {
  return {
    status: page.status,
    body: page.html,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": await pagePolicy(page, frame, origin),
      "Referrer-Policy": "same-origin",
      "Vary": VARY,
      ...NO_SNIFF,
      "X-Frame-Options": "DENY",
      ...NO_STORE,
    },
  };
}

/** Origins of the images that a page shows, other than that of the site. */
function listImages(
  { logo, icon }: Theme,
  { providers, images = [] }: Pick<RenderedPage, "images" | "providers">,
): string {
  // Most pages show none, and each page asks.
  let origins: Set<string> | undefined;
  const add = (url: string | undefined) => {
    if (url && /^https?:/i.test(url)) (origins ??= new Set()).add(` ${new URL(url).origin}`);
  };
  if (typeof logo === "object") {
    add(logo.light);
    add(logo.dark);
  } else add(logo);
  add(icon);
  for (const { style } of providers) add(style?.logo);
  for (const url of images) add(url);
  return origins ? [...origins].join("") : "";
}

/**
 * The policy of a page. It allows no framing, and no script but that of the page; styles need the
 * nonce.
 */
export async function pagePolicy(
  { script, providers, images, formTargets = [], onlyTarget }: Pick<
    RenderedPage,
    "formTargets" | "images" | "onlyTarget" | "providers" | "script"
  >,
  { nonce, theme }: Pick<PageProps, "nonce" | "theme">,
  origin: string,
): Promise<string> {
  // Chromium checks each redirect after a form against `form-action`, and nobody knows where they
  // lead: the endpoint may be of another origin than the issuer, the provider sends people on to
  // its login, to another language or to the server of their company, and `callbackUrl` may be of
  // another site. So any web origin is allowed; plain http only when this origin is plain http.
  const web = [origin.startsWith("https:") ? "https:" : "https: http:"];
  const forms = formTargets.length === 0 ? web : [...new Set([...web, ...formTargets])];
  const targets = onlyTarget ?? `'self' ${forms.join(" ")}`;
  return "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; " +
    `style-src 'nonce-${nonce}'; img-src 'self' data:${
      listImages(theme, { providers, images })
    }; ` +
    `form-action ${targets}${script ? await scriptPolicy(script) : ""}`;
}

/** Allows one script by its digest, and its requests to this origin. */
async function scriptPolicy(script: string): Promise<string> {
  const digest = (await sha256Base64url(script)).replaceAll("-", "+").replaceAll("_", "/");
  return `; script-src 'sha256-${digest}='; connect-src 'self'`;
}

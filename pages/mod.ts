/**
 * The built-in pages: name and props → HTML text.
 *
 * @module
 */

import type { Theme } from "../src/types/options.ts";
import type { ComponentChildren, FunctionComponent } from "preact";
import { makeTile } from "./brand.ts";
import { ConfirmPage } from "./confirm.tsx";
import { ErrorPage, errorStatus, errorTitle } from "./error.tsx";
import { ConnectPage } from "./connect.tsx";
import { BANNER_CSS, documentTitle, Layout } from "./layout.tsx";
import { BUILT_IN, fill, type Wording } from "../src/base/language.ts";
import type { PageTexts } from "../src/types/texts.ts";
import { pageTexts } from "./messages.ts";
import type { PageInput, PageName, PageProps, PageProvider } from "./props.ts";
import { h, render } from "./render.ts";
import { refill } from "./refill.ts";
import { hasPasskeyForm } from "./passkey_form.tsx";
import { hasTile, markClass } from "./provider_buttons.tsx";
import { SigninPage } from "./signin.tsx";
import { SignoutPage } from "./signout.tsx";
import { SignupPage } from "./signup.tsx";
import { stylesheet } from "./styles.ts";
import { SLOTS, type SlotValues, toTemplate } from "./template.ts";
import { VerifyRequestPage } from "./verify_request.tsx";
import { VisitorPage } from "./visitor.tsx";

export type { PageName, PageProps, PageProvider } from "./props.ts";

/** A rendered page. */
export interface RenderedPage {
  /** Whole document. */
  html: string;
  /** Status of the answer. */
  status: number;
  /** Title of the document. */
  title: string;
  /** Text of the inline script, for the page's policy; absent on pages without one. */
  script?: string;
  /** Providers whose marks it shows. */
  providers: readonly PageProvider[];
  /** Sources that its forms lead to, in addition to those of every page. */
  formTargets?: readonly string[];
  /** The only source that its form leads to. */
  onlyTarget?: string;
  /** URLs of pictures that it shows, other than those of the theme and of providers. */
  images?: readonly string[];
}

/** Content of a page that a capability brings along. */
export interface PartContent {
  /** Purpose of the page, without the name of the site. */
  title: string;
  /** `true` when the page shows that something was refused, which its title says then. */
  hasError?: boolean;
  /** Body of the page. */
  content: ComponentChildren;
  /** All texts of the page, in its language. Default: none. */
  texts?: object;
  /** Further rules of the stylesheet. */
  css: string;
  /** Providers whose marks it shows. Default: none. */
  providers?: readonly PageProvider[];
  /** Text of the inline script. */
  script?: string;
  /** Sources that its forms lead to, in addition to those of every page. Default: none. */
  formTargets?: readonly string[];
  /** The only source that its form leads to. Default: any that a page of this site may lead to. */
  onlyTarget?: string;
  /** URLs of pictures that it shows, other than those of the theme and of providers. Default: none. */
  images?: readonly string[];
}

/** A page that a capability brings along, in a language of the pages. */
export type Part<Props> = (props: Props, frame: PageProps, wording: Wording) => PartContent;

/** Where no language is given. */
const DEFAULT: Wording = { language: BUILT_IN };

const pages: Record<PageName, FunctionComponent<PageInput>> = {
  "signin": SigninPage,
  "signup": SignupPage,
  "connect": ConnectPage,
  "signout": SignoutPage,
  "error": ErrorPage,
  "verify-request": VerifyRequestPage,
  "confirm": ConfirmPage,
  "visitor": VisitorPage,
};

/**
 * Renders a page. Pure: the same arguments give the same text.
 *
 * @param script text of the script, for pages with passkeys and for one that waits
 */
export function renderPage(name: PageName, props: PageProps, script?: string): RenderedPage {
  const { wording = DEFAULT } = props;
  const messages = pageTexts(wording);
  return name === "signin" && signInPage(props, wording, messages, script) ||
    renderIn(wording, messages, name, props, script);
}

/** The title, the elements and the texts of a page, for an app that draws it itself. */
export function pageContent(
  name: PageName,
  props: PageProps,
): Pick<PartContent, "title" | "content"> & { texts: PageTexts } {
  const { wording = DEFAULT } = props;
  const messages = pageTexts(wording);
  return {
    title: name === "error" ? errorTitle({ props, messages }) : makeTitle(name, props, messages),
    content: h(pages[name], { props, messages, language: wording.language }),
    texts: messages,
  };
}

/** Renders a page that a capability brings along. */
export function renderPart<Props>(
  part: Part<Props>,
  props: Props,
  frame: PageProps,
): RenderedPage {
  const { wording = DEFAULT } = frame;
  const { script, providers = [], formTargets, onlyTarget, images, texts: _, ...content } = part(
    props,
    frame,
    wording,
  );
  const page = toPage({ ...content, script, status: 200 }, wording, { ...frame, providers });
  return {
    ...page,
    ...formTargets ? { formTargets } : {},
    ...onlyTarget === undefined ? {} : { onlyTarget },
    ...images ? { images } : {},
  };
}

function renderIn(
  wording: Wording,
  messages: PageTexts,
  name: PageName,
  props: PageProps,
  loaded: string | undefined,
): RenderedPage {
  const script = name === "verify-request" || props.providers?.some(hasPasskeyForm)
    ? loaded
    : undefined;
  const content = h(pages[name], { props, messages, language: wording.language });
  const isError = name === "error";
  const page = {
    title: isError ? errorTitle({ props, messages }) : makeTitle(name, props, messages),
    // A session that is needed is no failure.
    hasError: isError || Boolean(props.error && props.error !== "SessionRequired"),
    content,
    css: "",
    script,
    status: isError ? errorStatus(props) : 200,
  };
  return toPage(page, wording, props);
}

function makeTitle(
  name: PageName,
  { formAction, isSignedIn, user }: PageProps,
  messages: PageTexts,
): string {
  if (name === "visitor") {
    return user === undefined
      ? messages.held.heading
      : fill(messages.visitor.heading, { name: user });
  }
  if (name === "signin" && isSignedIn) return messages.signIn.again;
  const isSignedOut = name === "signout" && formAction === undefined;
  return isSignedOut ? messages.signOut.done : messages.titles[name];
}

function toPage(
  { hasError = false, content, css, script, status, ...own }:
    & Omit<PartContent, "formTargets" | "images" | "onlyTarget" | "providers" | "script" | "texts">
    & {
      script: string | undefined;
      status: number;
    },
  wording: Wording,
  props: PageProps,
): RenderedPage {
  const { providers = [], typedForm } = props;
  const purpose = hasError ? fill(pageTexts(wording).titles.error, own) : own.title;
  const title = documentTitle(purpose, props);
  const document = h(Layout, {
    language: wording.language,
    title,
    nonce: props.nonce,
    theme: props.theme,
    links: pageTexts(wording).links,
    css: paint(props.theme, providers) + css + (props.banner ? BANNER_CSS : ""),
    banner: props.banner,
    script,
    children: typedForm ? refill(content, typedForm) : content,
  });
  return {
    html: `<!DOCTYPE html>${render(document)}`,
    status,
    title,
    providers,
    ...(script ? { script } : {}),
  };
}

/** A sign-in page whose slots are open. */
interface Template {
  page: RenderedPage;
  fill: (values: SlotValues) => string;
}

/** Templates kept per list of providers: one per language, theme and provider used last. */
const MAX_TEMPLATES = 64;

const templates = new WeakMap<readonly PageProvider[], Map<string, Template>>();

/** The sign-in page from its template, unless a query determines a part of it. */
function signInPage(
  { nonce, csrfToken, callbackUrl, providers, wording: _, ...rest }: PageProps,
  wording: Wording,
  messages: PageTexts,
  script: string | undefined,
): RenderedPage | undefined {
  const { banner, error, code, email, typed, step, user } = rest;
  const isPlain = [banner, error, code, email, typed, step, user].every((value) =>
    value === undefined
  );
  if (!isPlain || !providers || csrfToken === undefined || callbackUrl === undefined) return;
  let known = templates.get(providers);
  if (!known) templates.set(providers, known = new Map());
  // An app may change its theme in place.
  const key = `${wording.language} ${JSON.stringify(rest)}`;
  let template = known.get(key);
  if (!template) {
    const page = renderIn(wording, messages, "signin", { ...rest, ...SLOTS, providers }, script);
    template = { page, fill: toTemplate(page.html) };
    if (known.size >= MAX_TEMPLATES) known.clear();
    known.set(key, template);
  }
  return { ...template.page, html: template.fill({ nonce, csrfToken, callbackUrl }) };
}

/** Stylesheets kept per theme; pages and sets of providers alternate. */
const MAX_PAINTED = 8;

/** Contrasts are computed once per theme and set of providers, not once per request. */
const painted = new WeakMap<Theme, Map<string, string>>();

function paint(theme: Theme, providers: readonly PageProvider[]): string {
  const buttons = providers.map(({ type, style }) =>
    `${type} ${style?.brandColor ?? style?.bg} ${style?.logo} ` +
    JSON.stringify([style?.mark?.color, style?.mark?.background])
  );
  // An app may change its theme in place.
  const key = [JSON.stringify(theme), ...buttons].join("\n");
  let sheets = painted.get(theme);
  if (!sheets) painted.set(theme, sheets = new Map());
  let css = sheets.get(key);
  if (css === undefined) {
    const tiles = providers.flatMap((provider, index) =>
      hasTile(provider)
        ? [{
          className: markClass(index),
          light: makeTile(provider.style, "light"),
          dark: makeTile(provider.style, "dark"),
        }]
        : []
    );
    css = stylesheet({ theme, tiles });
    if (sheets.size >= MAX_PAINTED) sheets.clear();
    sheets.set(key, css);
  }
  return css;
}

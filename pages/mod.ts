/**
 * The built-in pages: name and props → HTML text.
 *
 * @module
 */

import type { Theme } from "../src/types/options.ts";
import { type FunctionComponent, h } from "preact";
import { tileOf } from "./brand.ts";
import { ConfirmPage } from "./confirm.tsx";
import { ErrorPage, errorStatus } from "./error.tsx";
import { Layout } from "./layout.tsx";
import { type Messages, messagesFor } from "./messages.ts";
import type { PageName, PageProps, PageProvider } from "./props.ts";
import { render } from "./render.ts";
import { hasPasskeyForm, hasTile, markClass, SigninPage } from "./signin.tsx";
import { SignoutPage } from "./signout.tsx";
import { stylesheet } from "./styles.ts";
import { VerifyRequestPage } from "./verify_request.tsx";
import { webauthnScript } from "./webauthn_script.ts";

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
}

const pages: Record<PageName, FunctionComponent<{ props: PageProps; messages: Messages }>> = {
  "signin": SigninPage,
  "signout": SignoutPage,
  "error": ErrorPage,
  "verify-request": VerifyRequestPage,
  "confirm": ConfirmPage,
};

/** Renders a page. Pure: the same props give the same text. */
export function renderPage(name: PageName, props: PageProps): RenderedPage {
  const { language, messages } = messagesFor(props.acceptLanguage);
  const title = messages.titles[name];
  const script = name === "signin" && props.providers?.some(hasPasskeyForm)
    ? webauthnScript
    : undefined;
  const document = h(Layout, {
    language,
    title,
    nonce: props.nonce,
    theme: props.theme,
    css: paint(props.theme, props.providers ?? []),
    script,
    children: h(pages[name], { props, messages }),
  });
  return {
    html: `<!DOCTYPE html>${render(document)}`,
    status: name === "error" ? errorStatus(props) : 200,
    title,
    ...(script ? { script } : {}),
  };
}

/** Stylesheets kept per theme; pages and sets of providers alternate. */
const MAX_PAINTED = 8;

/** Contrasts are computed once per theme and set of providers, not once per request. */
const painted = new WeakMap<Theme, Map<string, string>>();

function paint(theme: Theme, providers: readonly PageProvider[]): string {
  const buttons = providers.map(({ id, type, style }) =>
    `${type} ${id} ${style?.brandColor ?? style?.bg} ${style?.logo}`
  );
  // An app may change its theme in place.
  const key = [theme.colorScheme, theme.brandColor, theme.buttonText, ...buttons].join("\n");
  let sheets = painted.get(theme);
  if (!sheets) painted.set(theme, sheets = new Map());
  let css = sheets.get(key);
  if (css === undefined) {
    const tiles = providers.flatMap((provider, index) =>
      hasTile(provider)
        ? [{
          className: markClass(index),
          light: tileOf(provider, "light"),
          dark: tileOf(provider, "dark"),
        }]
        : []
    );
    css = stylesheet({ theme, tiles });
    if (sheets.size >= MAX_PAINTED) sheets.clear();
    sheets.set(key, css);
  }
  return css;
}

/**
 * The built-in pages: name and props → HTML text.
 *
 * @module
 */

import { type FunctionComponent, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { tileOf } from "./brand.ts";
import { ConfirmPage } from "./confirm.tsx";
import { ErrorPage, errorStatus } from "./error.tsx";
import { Layout } from "./layout.tsx";
import { type Messages, messagesFor } from "./messages.ts";
import type { PageName, PageProps } from "./props.ts";
import { hasPasskeyForm, hasTile, markClass, SigninPage } from "./signin.tsx";
import { SignoutPage } from "./signout.tsx";
import { stylesheet } from "./styles.ts";
import { VerifyRequestPage } from "./verify_request.tsx";
import { webauthnScript } from "./webauthn_script.ts";

export type { PageName, PageProps, PageProvider } from "./props.ts";

/** A page, ready to send. */
export interface RenderedPage {
  /** Whole document. */
  html: string;
  /** Status of the answer. */
  status: number;
  /** Title of the document. */
  title: string;
  /** Text of the inline script, for the page's policy; absent when nothing runs. */
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
  const tiles = (props.providers ?? []).flatMap((provider, index) =>
    hasTile(provider)
      ? [{
        className: markClass(index),
        light: tileOf(provider, "light"),
        dark: tileOf(provider, "dark"),
      }]
      : []
  );
  const document = h(Layout, {
    language,
    title,
    nonce: props.nonce,
    theme: props.theme,
    css: stylesheet({ theme: props.theme, tiles }),
    script,
    children: h(pages[name], { props, messages }),
  });
  return {
    html: `<!DOCTYPE html>${renderToString(document)}`,
    status: name === "error" ? errorStatus(props) : 200,
    title,
    ...(script ? { script } : {}),
  };
}

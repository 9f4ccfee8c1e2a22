/**
 * The built-in pages: name and props → HTML text.
 *
 * @module
 */

import { type FunctionComponent, h } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Theme } from "../src/types/options.ts";
import type {
  CredentialInput,
  OAuthProviderButtonStyles,
  ProviderType,
} from "../src/types/provider.ts";
import { ErrorPage, errorStatus } from "./error.tsx";
import { Layout } from "./layout.tsx";
import { type Messages, messagesFor } from "./messages.ts";
import { markClass, SigninPage } from "./signin.tsx";
import { SignoutPage } from "./signout.tsx";
import { stylesheet } from "./styles.ts";
import { VerifyRequestPage } from "./verify_request.tsx";

/** Pages there are. */
export type PageName = "signin" | "signout" | "error" | "verify-request";

/** A provider on the sign-in page. */
export interface PageProvider {
  /** Provider id. */
  id: string;
  /** Name on the button. */
  name: string;
  /** Kind. */
  type: ProviderType;
  /** Form target that starts a flow. */
  signinUrl: string;
  /** Form target that finishes a flow. */
  callbackUrl: string;
  /** Look of the button. */
  style?: OAuthProviderButtonStyles;
  /** Fields of a credentials form. */
  credentials?: Record<string, CredentialInput>;
}

/** What pages are made from. */
export interface PageProps {
  /** Nonce of the stylesheet in the page's policy. */
  nonce: string;
  /** Look. */
  theme: Theme;
  /** Token for forms; absent when CSRF protection is off. */
  csrfToken?: string;
  /** Where forms lead in the end. */
  callbackUrl?: string;
  /** Ways in, for the sign-in page. */
  providers?: readonly PageProvider[];
  /** `error` of the query. */
  error?: string;
  /** `code` of the query. */
  code?: string;
  /** Address to prefill. */
  email?: string;
  /** Target of the sign-out form. */
  formAction?: string;
  /** Target of the button on error pages. */
  signinUrl?: string;
  /** Origin of the site. */
  siteUrl?: string;
  /** `Accept-Language` of the request. */
  acceptLanguage?: string;
}

/** A page, ready to send. */
export interface RenderedPage {
  /** Whole document. */
  html: string;
  /** Status of the answer. */
  status: number;
  /** Title of the document. */
  title: string;
}

const pages: Record<PageName, FunctionComponent<{ props: PageProps; messages: Messages }>> = {
  "signin": SigninPage,
  "signout": SignoutPage,
  "error": ErrorPage,
  "verify-request": VerifyRequestPage,
};

/** Renders a page. Pure: the same props give the same text. */
export function renderPage(name: PageName, props: PageProps): RenderedPage {
  const { language, messages } = messagesFor(props.acceptLanguage);
  const title = messages.titles[name];
  const brands = (props.providers ?? []).map(({ style }, index) => ({
    className: markClass(index),
    color: style?.brandColor ?? style?.bg,
  }));
  const document = h(Layout, {
    language,
    title,
    nonce: props.nonce,
    theme: props.theme,
    css: stylesheet(props.theme, brands),
    children: h(pages[name], { props, messages }),
  });
  return {
    html: `<!DOCTYPE html>${renderToString(document)}`,
    status: name === "error" ? errorStatus(props) : 200,
    title,
  };
}

/**
 * Document frame of every page.
 *
 * @module
 */

import type { Theme } from "../src/types/options.ts";
import { h, Html } from "./html.ts";
import { fill, type Messages } from "./messages.ts";
import type { PageProps } from "./props.ts";

/** What the frame needs. */
export interface LayoutProps {
  /** Language of the texts. */
  language: string;
  /** Title of the document. */
  title: string;
  /** Nonce that the policy allows. */
  nonce: string;
  /** Look. */
  theme: Theme;
  /** Text of the stylesheet. */
  css: string;
  /** Text of the inline script that the policy allows by its hash. */
  script?: string;
  /** The page. */
  body: Html;
}

/** The document. */
export function layout({ language, title, nonce, theme, css, script, body }: LayoutProps): string {
  const scheme = theme.colorScheme ?? "auto";
  const document = h(
    "html",
    { lang: language },
    h(
      "head",
      {},
      h("meta", { charset: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: scheme === "auto" ? "light dark" : scheme }),
      h("meta", { name: "robots", content: "noindex" }),
      h("title", {}, title),
      // Only own text and colors that passed a strict grammar are in it.
      h("style", { nonce }, new Html(css)),
    ),
    h(
      "body",
      { class: `__next-auth-theme-${scheme}` },
      h("div", { class: "page" }, body),
      script !== undefined && h("script", {}, new Html(script)),
    ),
  );
  return `<!DOCTYPE html>${document.text}`;
}

/** The app's logo, when it has one that a page may load. */
export function logo(theme: Theme): Html | undefined {
  const src = toImageUrl(theme.logo);
  return src
    ? h("img", { class: "logo", src, alt: "Logo", referrerpolicy: "no-referrer" })
    : undefined;
}

/** Link to the site, when its origin is known. */
export function siteLink(props: PageProps, { site }: Messages): Html | undefined {
  const { siteUrl } = props;
  return siteUrl
    ? h("a", { class: "site", href: siteUrl }, fill(site, { host: hostOf(props) }))
    : undefined;
}

/** Host of the site for sentences about it. */
export function hostOf({ siteUrl }: PageProps): string {
  return siteUrl ? new URL(siteUrl).host : "";
}

/** Hidden fields of a form that starts or ends something. */
export function formFields({ csrfToken, callbackUrl }: PageProps): Html[] {
  return hiddenFields({ csrfToken, ...(callbackUrl === undefined ? {} : { callbackUrl }) });
}

/** Hidden fields by name; one without a value stays. */
export function hiddenFields(fields: Readonly<Record<string, string | undefined>>): Html[] {
  return Object.entries(fields).map(([name, value]) => h("input", { type: "hidden", name, value }));
}

/** URLs of images; anything that is not one is dropped. */
export function toImageUrl(url: string | undefined): string | undefined {
  return url && /^(https?:\/\/|\/|\.\/|data:image\/)/i.test(url) ? url : undefined;
}

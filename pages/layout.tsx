/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Document frame of every page.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { isRightToLeft } from "../src/language.ts";
import type { Theme } from "../src/types/options.ts";

/** Input of the frame. */
export interface LayoutProps {
  /** Language of the texts. */
  language: string;
  /** Title of the document. */
  title: string;
  /** Nonce of the stylesheet in the page's policy. */
  nonce: string;
  /** Theme of the app. */
  theme: Theme;
  /** Text of the stylesheet. */
  css: string;
  /** Text of the inline script that the policy allows by its hash. */
  script?: string;
  /** Content of the page. */
  children: ComponentChildren;
}

/** The document without its doctype. */
export function Layout(
  { language, title, nonce, theme, css, script, children }: LayoutProps,
): VNode {
  const scheme = theme.colorScheme ?? "auto";
  return (
    <html lang={language} dir={isRightToLeft(language) ? "rtl" : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme === "auto" ? "light dark" : scheme} />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {/* Safe: it consists of own text and of colors that passed a strict grammar. */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body class={`__next-auth-theme-${scheme}`}>
        <div class="page">{children}</div>
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

/** The app's logo; nothing when there is none, or when its URL is not one of an image. */
export function Logo({ theme }: { theme: Theme }): VNode | null {
  const src = toImageUrl(theme.logo);
  return src ? <img class="logo" src={src} alt="Logo" referrerpolicy="no-referrer" /> : null;
}

/** The URL if it may be one of an image, else `undefined`. */
export function toImageUrl(url: string | undefined): string | undefined {
  return url && /^(https?:\/\/|\/|\.\/|data:image\/)/i.test(url) ? url : undefined;
}

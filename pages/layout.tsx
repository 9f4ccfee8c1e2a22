/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Document frame of every page.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import type { Theme } from "../src/types/options.ts";
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
  children: ComponentChildren;
}

/** The document without its doctype. */
export function Layout(
  { language, title, nonce, theme, css, script, children }: LayoutProps,
): VNode {
  const scheme = theme.colorScheme ?? "auto";
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme === "auto" ? "light dark" : scheme} />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {/* Only own text and colors that passed a strict grammar are in it. */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body class={`__next-auth-theme-${scheme}`}>
        <div class="page">{children}</div>
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

/** The app's logo, when it has one that a page may load. */
export function Logo({ theme }: { theme: Theme }): VNode | null {
  const src = toImageUrl(theme.logo);
  return src ? <img class="logo" src={src} alt="Logo" referrerpolicy="no-referrer" /> : null;
}

/** What a page's one form carries along. */
export function HiddenFields({ props: { csrfToken, fields = {} } }: { props: PageProps }): VNode {
  return (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** URLs of images; anything that is not one is dropped. */
export function toImageUrl(url: string | undefined): string | undefined {
  return url && /^(https?:\/\/|\/|\.\/|data:image\/)/i.test(url) ? url : undefined;
}

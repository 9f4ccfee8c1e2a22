/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Document frame of every page; the card of a page, its heading and its links.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "./render.ts";
import { fill, isRightToLeft } from "../src/base/language.ts";
import type { PageBanner } from "../src/types/acting_parts.ts";
import type { Theme } from "../src/types/options.ts";
import type { PageTexts } from "../src/types/texts.ts";
import type { PageProps } from "./props.ts";

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
  /** Texts of the links at the foot. */
  links: PageTexts["links"];
  /** Text of the stylesheet. */
  css: string;
  /** Text of the inline script that the policy allows by its hash. */
  script?: string;
  /** What stands above the page. */
  banner?: PageBanner | undefined;
  /** Content of the page. */
  children: ComponentChildren;
}

/** The styles of what stands above a page. */
export const BANNER_CSS = `
.banner{position:sticky;top:0;z-index:1;box-sizing:border-box;padding:.75rem 1rem;text-align:center;overflow-wrap:anywhere;background:var(--color-text);color:var(--color-background)}
.banner+.page{min-height:calc(100dvh - 3rem)}.banner p{margin:0}.banner a{color:inherit;font-weight:600}`;

/** The document without its doctype. */
export function Layout(
  { language, title, nonce, theme, links, css, script, banner, children }: LayoutProps,
): VNode {
  const scheme = theme.colorScheme ?? "auto";
  return (
    <html lang={language} dir={isRightToLeft(language) ? "rtl" : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme === "auto" ? "light dark" : scheme} />
        <meta name="robots" content="noindex" />
        {toImageUrl(theme.icon) && <link rel="icon" href={theme.icon} />}
        <title>{title}</title>
        {/* Safe: it consists of own text and of colors that passed a strict grammar. */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body class={`__next-auth-theme-${scheme}`}>
        {banner && (
          <header class="banner">
            <p>
              {banner.text} <a href={banner.link.url}>{banner.link.label}</a>
            </p>
          </header>
        )}
        <div class="page">
          {children}
          {theme.links && <Foot links={theme.links} texts={links} />}
        </div>
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

/** Links of the app at the foot of a page. */
function Foot(
  { links, texts }: { links: NonNullable<Theme["links"]>; texts: PageTexts["links"] },
): VNode {
  const shown = (["terms", "privacy", "support"] as const).filter((name) => links[name]);
  return (
    <footer class="foot links">
      {shown.map((name) => <a key={name} href={links[name]}>{texts[name]}</a>)}
    </footer>
  );
}

/** The app's logo; nothing when there is none, or when its URL is not one of an image. */
export function Logo({ theme }: { theme: Theme }): VNode | null {
  const { logo, colorScheme = "auto", name = "Logo" } = theme;
  const { light, dark } = typeof logo === "object" ? logo : { light: logo, dark: logo };
  const src = toImageUrl(colorScheme === "dark" ? dark : light);
  if (!src) return null;
  const picture = <img class="logo" src={src} alt={name} referrerpolicy="no-referrer" />;
  const other = colorScheme === "auto" && light !== dark && toImageUrl(dark);
  if (!other) return picture;
  return (
    <picture>
      <source media="(prefers-color-scheme:dark)" srcset={other} />
      {picture}
    </picture>
  );
}

/** A page with one card, which the app's logo begins. */
export function Card(
  { name, theme, children }: {
    /** Classes of the page. */
    name: string;
    theme: Theme;
    children: ComponentChildren;
  },
): VNode {
  return (
    <main class={name}>
      <div class="card">
        <Logo theme={theme} />
        {children}
      </div>
    </main>
  );
}

/** The heading of a page, and the sentence below it. */
export function Heading(
  { heading, text, role }: {
    heading: ComponentChildren;
    text: ComponentChildren;
    /** `"status"` when the sentence tells what was done. */
    role?: "status";
  },
): VNode {
  return (
    <>
      <h1>{heading}</h1>
      <p class="subtitle" role={role}>{text}</p>
    </>
  );
}

/** Text with an address, which breaks before its domain, and not within a word. */
export function breakable(text: string): ComponentChildren {
  const at = text.lastIndexOf("@");
  return at < 0 ? text : [text.slice(0, at), <wbr key="domain" />, text.slice(at)];
}

/** The last step: tells what was done, with a link that goes on. */
export function LastStep(
  { heading, text, submit, url }: { heading: string; text: string; submit: string; url: string },
): VNode {
  return (
    <>
      <Heading heading={heading} text={text} role="status" />
      <a class="submit" href={url}>{submit}</a>
    </>
  );
}

/** Tells that the user must prove again who it is, with a link to that. */
export function ProofLink(
  { stale, prove, url }: { stale: string; prove: string; url: string },
): VNode {
  return (
    <>
      <p class="note">{stale}</p>
      <a class="submit prove" href={url}>{prove}</a>
    </>
  );
}

/** The link to the account page; nothing where there is none. */
export function AccountLink(
  { accountUrl, text }: { accountUrl: string | undefined; text: string },
): VNode | null {
  return accountUrl === undefined ? null : <a class="site" href={accountUrl}>{text}</a>;
}

/** The link to the site; nothing where its URL is not known. */
export function SiteLink(
  { frame, text = "{site}" }: { frame: Pick<PageProps, "theme" | "siteUrl">; text?: string },
): VNode | null {
  const { siteUrl } = frame;
  if (!siteUrl) return null;
  return <a class="site" href={siteUrl}>{fill(text, siteSlots(frame))}</a>;
}

/** Values of slots for the site: `host` is that of texts of apps. */
export function siteSlots(
  frame: Pick<PageProps, "theme" | "siteUrl">,
): Readonly<Record<"host" | "site", string>> {
  return { site: siteName(frame), host: hostOf(frame.siteUrl) };
}

/** The name of the site: that of the app, else its host; empty where neither is known. */
export function siteName({ theme, siteUrl }: Pick<PageProps, "theme" | "siteUrl">): string {
  return theme.name ?? hostOf(siteUrl);
}

/** Title of a document: its purpose, and the site that it belongs to (WCAG 2.4.2). */
export function documentTitle(
  purpose: string,
  frame: Pick<PageProps, "theme" | "siteUrl">,
): string {
  const site = siteName(frame);
  return site ? `${purpose} – ${site}` : purpose;
}

/** The host of the site; empty where its URL is not known. */
export function hostOf(siteUrl: string | undefined): string {
  return siteUrl ? new URL(siteUrl).host : "";
}

/** The URL if it may be one of an image, else `undefined`. */
export function toImageUrl(url: string | undefined): string | undefined {
  return url && /^(https?:\/\/|\/|\.\/|data:image\/)/i.test(url) ? url : undefined;
}

/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * The frame of a page with one card, its heading, and its links.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { fill } from "../../src/language.ts";
import type { Theme } from "../../src/types/options.ts";
import { Logo } from "../layout.tsx";

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

/** The link to the site; nothing where its URL is not known. */
export function SiteLink(
  { siteUrl, text = "{host}" }: { siteUrl: string | undefined; text?: string },
): VNode | null {
  if (!siteUrl) return null;
  return <a class="site" href={siteUrl}>{fill(text, { host: hostOf(siteUrl) })}</a>;
}

/** The host of the site; empty where its URL is not known. */
export function hostOf(siteUrl: string | undefined): string {
  return siteUrl ? new URL(siteUrl).host : "";
}

/**
 * A site has one name on all pages: that of the theme. Its host is shown where it protects alone.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { renderPage } from "../../../pages/mod.ts";
import { PAGES } from "../../../src/tools/gallery/pages.ts";

const HOST = "host-of-the-site.example";

/** The page before a sign-in by a link from elsewhere, where a name alone could be anybody's. */
const PROTECTS = ["confirm"];

/** What people read, without URLs of links and forms. */
const readable = (html: string) =>
  html.replaceAll(/<(style|script)\b[^]*?<\/\1>/g, "").replaceAll(/<[^>]*>/g, "\n");

Deno.test("pages: the site has its name on each, and its host where it protects alone", () => {
  const withHost: string[] = [];
  const states = Object.values(PAGES).flatMap((part) => Object.entries(part));
  for (const [name, show] of states) {
    const siteUrl = `https://${HOST}`;
    const { html } = show({ nonce: "n", theme: { name: "Acme" }, siteUrl });
    if (readable(html).includes(HOST)) withHost.push(name);
  }
  assert(states.length > 100, "every state is read");
  assertEquals(withHost, PROTECTS);
});

Deno.test("pages: a site without a name has its host, once", () => {
  const props = { nonce: "n", theme: {}, siteUrl: `https://${HOST}`, providers: [] };
  for (const page of ["signout", "confirm"] as const) {
    const { html } = renderPage(page, { ...props, formAction: "/auth/form" });
    const text = readable(html.slice(html.indexOf("<main")));
    assert(text.includes(HOST));
    assertEquals(page === "confirm" && text.split(HOST).length, page === "confirm" && 2);
  }
});

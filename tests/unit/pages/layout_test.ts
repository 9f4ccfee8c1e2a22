import { assertEquals } from "@std/assert";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { Layout, type LayoutProps, Logo, toImageUrl } from "../../../pages/layout.tsx";
import { parseHtml, select } from "./_html.ts";

const layout = (over: Partial<LayoutProps> = {}) =>
  parseHtml(`<!DOCTYPE html>${
    renderToString(h(Layout, {
      language: "en",
      title: "Title",
      nonce: "abc",
      theme: {},
      links: { terms: "Terms", privacy: "Privacy", support: "Support" },
      css: "a{}",
      children: "text",
      ...over,
    }))
  }`);

Deno.test("Layout() renders a whole document", () => {
  const elements = layout({ language: "de", title: "<Titel> & Co" });
  assertEquals(elements[0]!.attributes.get("lang"), "de");
  assertEquals(select(elements, "meta")[0]!.attributes.get("charset"), "utf-8");
  assertEquals(select(elements, "title")[0]!.text, "<Titel> & Co");
  assertEquals(
    select(elements, "meta", { name: "viewport" })[0]!.attributes.get("content"),
    "width=device-width, initial-scale=1",
  );
  assertEquals(select(elements, "meta", { name: "robots" }).length, 1);
  assertEquals(select(elements, "div", { class: "page" })[0]!.text, "text");
});

Deno.test("Layout() sets the nonce of the stylesheet", () => {
  const [style] = select(layout({ nonce: 'a"b' }), "style");
  assertEquals([style!.attributes.get("nonce"), style!.text], ['a"b', "a{}"]);
});

for (
  const [scheme, className, content] of [
    [undefined, "__next-auth-theme-auto", "light dark"],
    ["auto", "__next-auth-theme-auto", "light dark"],
    ["dark", "__next-auth-theme-dark", "dark"],
    ["light", "__next-auth-theme-light", "light"],
    ['"><script>', '__next-auth-theme-"><script>', '"><script>'],
  ] as const
) {
  Deno.test(`Layout() sets the scheme ${scheme} as a class and as color-scheme`, () => {
    const elements = layout({ theme: { colorScheme: scheme as "auto" } });
    assertEquals(select(elements, "body")[0]!.attributes.get("class"), className);
    const [meta] = select(elements, "meta", { name: "color-scheme" });
    assertEquals(meta!.attributes.get("content"), content);
    assertEquals(select(elements, "script"), []);
  });
}

Deno.test("Logo() renders the app's logo with alternative text, or nothing", () => {
  const logo = (url?: string) => renderToString(h(Logo, { theme: { logo: url } }));
  assertEquals(
    logo("/logo.svg"),
    '<img class="logo" src="/logo.svg" alt="Logo" referrerpolicy="no-referrer"/>',
  );
  assertEquals(logo(), "");
  assertEquals(logo(""), "");
  assertEquals(logo("javascript:alert(1)"), "");
});

Deno.test("toImageUrl() accepts only URLs of images", () => {
  for (
    const url of ["https://a/b.png", "http://a", "/a.svg", "./a.svg", "data:image/png;base64,AA"]
  ) {
    assertEquals(toImageUrl(url), url);
  }
  for (
    const url of [
      undefined,
      "",
      "javascript:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "blob:x",
      "file:///etc/passwd",
      "logo.svg",
      "\nhttps://a",
    ]
  ) assertEquals(toImageUrl(url), undefined);
});

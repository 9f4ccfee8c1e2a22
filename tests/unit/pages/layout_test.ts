import { assertEquals } from "@std/assert";
import { h } from "../../../pages/html.ts";
import { layout, type LayoutProps, logo, toImageUrl } from "../../../pages/layout.ts";
import { parseHtml, select } from "./_html.ts";

const elementsOf = (over: Partial<LayoutProps> = {}) =>
  parseHtml(
    layout({
      language: "en",
      title: "Title",
      nonce: "abc",
      theme: {},
      css: "a{}",
      body: h("main", {}, "text"),
      ...over,
    }),
  );

Deno.test("layout() is a whole document", () => {
  const elements = elementsOf({ language: "de", title: "<Titel> & Co" });
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

Deno.test("layout() gives the stylesheet its nonce", () => {
  const [style] = select(elementsOf({ nonce: 'a"b' }), "style");
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
  Deno.test(`layout() has the scheme ${scheme} as a class and for the browser's own parts`, () => {
    const elements = elementsOf({ theme: { colorScheme: scheme as "auto" } });
    assertEquals(select(elements, "body")[0]!.attributes.get("class"), className);
    const [meta] = select(elements, "meta", { name: "color-scheme" });
    assertEquals(meta!.attributes.get("content"), content);
    assertEquals(select(elements, "script"), []);
  });
}

Deno.test("logo() shows the app's logo with a text, or nothing", () => {
  const text = (url?: string) => logo({ logo: url })?.text;
  assertEquals(
    text("/logo.svg"),
    '<img class="logo" src="/logo.svg" alt="Logo" referrerpolicy="no-referrer"/>',
  );
  assertEquals(text(), undefined);
  assertEquals(text(""), undefined);
  assertEquals(text("javascript:alert(1)"), undefined);
});

Deno.test("toImageUrl() takes URLs of images only", () => {
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

import { assertEquals } from "@std/assert";
import { type Attributes, type Child, h, Html } from "../../../pages/html.ts";

const text = (attributes: Attributes, ...children: Child[]) => h("p", attributes, ...children).text;

Deno.test("h() escapes text in elements and attributes", () => {
  assertEquals(
    text({ title: `<"&'>` }, `</p><script>"&'`),
    `<p title="&lt;&quot;&amp;'>">&lt;/p>&lt;script>&quot;&amp;'</p>`,
  );
});

Deno.test("h() leaves out attributes and children that are absent or false", () => {
  const attributes = { a: undefined, b: null, c: false, d: true, e: "", f: 0 };
  assertEquals(text(attributes, undefined, false, "", []), '<p d e f="0"></p>');
});

Deno.test("h() takes elements, lists of them, and text that is marked as HTML", () => {
  const list = [h("hr"), [h("input", { name: "a" }), "<"]];
  assertEquals(
    text({}, "a", list, new Html("<b>b</b>")),
    '<p>a<hr/><input name="a"/>&lt;<b>b</b></p>',
  );
});

Deno.test("h() writes what is neither text nor element as text", () => {
  const odd = [5, { text: "<b>" }, Symbol.iterator] as unknown as Child[];
  assertEquals(text({}, ...odd), "<p>5[object Object]Symbol(Symbol.iterator)</p>");
});

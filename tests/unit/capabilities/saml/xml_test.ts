/**
 * The reader of XML: what it reads, and what it refuses.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { readXml, standalone } from "../../../../src/capabilities/saml/xml.ts";
import { assertLinear } from "../../../_growth.ts";

Deno.test("readXml() reads elements, namespaces, attributes and the five entities", () => {
  const root = readXml(
    `<?xml version="1.0" encoding="UTF-8"?>\n<a:b xmlns:a="urn:a" xmlns="urn:d" x="&lt;&#65;&#x42;" ` +
      `a:y='2'>one<c>&amp;&quot;</c>two<c xmlns=""/></a:b>\n`,
  );
  assertEquals([root.space, root.local, root.text], ["urn:a", "b", "onetwo"]);
  assertEquals([...root.attributes], [["x", "<AB"], ["{urn:a}y", "2"]]);
  assertEquals(root.children.map(({ space, text }) => [space, text]), [["urn:d", '&"'], ["", ""]]);
});

for (
  const [source, words] of [
    ["", "it breaks off"],
    ["<a>", "it breaks off"],
    ["<a></b>", "an element ends that has not begun"],
    ["</a>", "an element ends that has not begun"],
    ["<a/><b/>", "it has two elements at its top"],
    ["text<a/>", "it has text outside of its element"],
    ["<a b='1' b='2'/>", "an element has an attribute twice"],
    ["<a xmlns:x='u' xmlns:y='u' x:b='1' y:b='2'/>", "an element has an attribute twice"],
    ["<x:a/>", "it has a prefix without a namespace"],
    ["<a b/>", "it has an attribute without a value"],
    ["<a b=1/>", "it has an attribute without a value"],
    ["<a b='<'/>", "it has an attribute that cannot be read"],
    ["<a b='1'c='2'/>", "it has a tag that cannot be read"],
    ["<a>&x;</a>", "it has an entity that is not one of XML"],
    ["<a>&#0;</a>", "it has an entity that is not one of XML"],
    ["<a>&#xD800;</a>", "it has an entity that is not one of XML"],
    ["<a>& b</a>", "it has an entity that is not one of XML"],
    ["<a>]]></a>", "it has the end of a section"],
    ["<a>\0</a>", "it has forbidden characters"],
    ["<a>\ud800</a>", "it has forbidden characters"],
    ["<a><!-- --></a>", "it has a comment or an instruction"],
    ["<?xml version='1.0' encoding='utf-16'?><a/>", "it is not in UTF-8"],
    [" <?xml version='1.0'?><a/>", "it has a comment or an instruction"],
    ["<a>".repeat(41) + "</a>".repeat(41), "it is too deep"],
    [`<a>${"<b/>".repeat(10_000)}</a>`, "it has too many elements"],
    [`<a ${Array.from({ length: 41 }, (_, n) => `b${n}=""`).join(" ")}/>`, "too many attributes"],
  ] as const
) {
  Deno.test(`readXml() refuses ${JSON.stringify(source.slice(0, 50))}`, () => {
    assertThrows(() => readXml(source), Error, words);
  });
}

Deno.test("readXml() skips comments of documents, and no document type", () => {
  const rules = { hasComments: true };
  assertEquals(readXml("<!-- a --><a>1<!-- <b> -->2<?x y?></a>", rules).text, "12");
  // The end of an instruction is the first one.
  assertThrows(() => readXml("<a>1<?x?>2<b?>3</a>", rules), Error, "a tag that cannot be read");
  assertThrows(() => readXml("<?a?><b/><?c?><d/>", rules), Error, "two elements at its top");
  assertThrows(() => readXml("<!DOCTYPE a><a/>", rules), Error, "a document type");
  assertThrows(() => readXml("<a><![CDATA[x]]></a>", rules), Error, "a section");
});

Deno.test("readXml() takes time in proportion to the text", async () => {
  const element = `<b c="${"x".repeat(50)}">&amp;</b>`;
  const prepare = (length: number) => {
    const source = `<a>${element.repeat(Math.ceil(length / element.length))}</a>`;
    return () => readXml(source);
  };
  await assertLinear("readXml()", prepare, { from: 65_536, to: 524_288 });
});

/** Elements within others that declare many prefixes. */
const prefixes = (levels: number, each: number, inner: string) => {
  const declare = (level: number) =>
    Array.from({ length: each }, (_, n) => ` xmlns:p${level}-${n}="u"`).join("");
  const tags = Array.from({ length: levels }, (_, level) => `<a${declare(level)}>`);
  return tags.join("") + inner + "</a>".repeat(levels);
};

Deno.test("readXml() keeps the namespaces of an element once, and few for those that declare more", () => {
  const [one, two] = readXml(prefixes(1, 39, "<b/><c xmlns:z='u'/>")).children;
  assertEquals([one!.scope === one!.parent!.scope, one!.declared.size], [true, 0]);
  assertEquals([two!.scope.size, two!.parent!.scope.size], [42, 41]);
  // Each element with a declaration has a copy: what is copied must be little.
  const most = prefixes(2, 31, "<a xmlns:p0-0='u'/>".repeat(2));
  assertEquals(readXml(most).children[0]!.children[0]!.scope.size, 64);
  for (
    const source of [
      prefixes(40, 39, "<a/>".repeat(9000)),
      prefixes(2, 31, "<a xmlns:z='u'/>".repeat(9000)),
      prefixes(3, 30, ""),
    ]
  ) assertThrows(() => readXml(source), Error, "it has too many prefixes");
});

Deno.test("standalone() declares what was declared around the element", () => {
  const source = '<a:b xmlns:a="urn:a&amp;" xmlns="urn:d"><c xmlns:x="urn:x" x:y="1">2</c></a:b>';
  const [inner] = readXml(source).children;
  const text = standalone(source, inner!);
  assertEquals(text, '<c xmlns="urn:d" xmlns:a="urn:a&amp;" xmlns:x="urn:x" x:y="1">2</c>');
  assertEquals(readXml(text).attributes, inner!.attributes);
});

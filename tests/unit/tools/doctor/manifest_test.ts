import { assertEquals, assertThrows } from "@std/assert";
import { parseManifest } from "../../../../src/tools/doctor/manifest.ts";

Deno.test("parseManifest() reads JSON, and leaves out comments, last commas and a mark of the byte order", () => {
  for (
    const [text, value] of [
      ['{ "a": [1, 2], "b": {} }', { a: [1, 2], b: {} }],
      ['\uFEFF{ "a": 1 }', { a: 1 }],
      ['{ "a": 1, // one\n "b": 2, /* two, */ }\n// end', { a: 1, b: 2 }],
      ['{ "a": [1, 2,\n ], /*/ , */ }', { a: [1, 2] }],
      ['{ "a": "// \\" /* ,}", "b\\\\": "," }', { a: '// " /* ,}', "b\\": "," }],
      ['{ "a": "\\\\" // \\\n }', { a: "\\" }],
    ] as const
  ) {
    assertEquals(parseManifest(text), value, text);
  }
});

Deno.test("parseManifest() throws for anything else", () => {
  for (
    const text of [
      "",
      "{",
      '{ "a": 1',
      '{ "a',
      '{ "a": 1 /* }',
      "{ a: 1 }",
      "// {}",
    ]
  ) {
    assertThrows(() => parseManifest(text), SyntaxError, "JSON", text);
  }
});

/**
 * Every regular expression of the published files takes time in proportion to the text that it
 * reads: with any other, one request can keep the process from answering all others.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { isChosen } from "../_stride.ts";
import { faultOf, findExpressions } from "./_expressions.ts";
import { readSources } from "./_sources.ts";

const OWN_PAGE = "reads pages of the app under test, in that app's own tests";

/** Expressions that need not be linear, by what they are, with the reason. */
const OWN_TEXT: Readonly<Record<string, string>> = {
  "/<!--[\\s\\S]*?-->|<(script|style|template)\\b[\\s\\S]*?<\\/\\1>/gi": OWN_PAGE,
  "/<form\\b((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>([\\s\\S]*?)<\\/form>/gi": OWN_PAGE,
  "/<(input|button|select|textarea)\\b((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>(?:([\\s\\S]*?)<\\/\\1>)?/gi":
    OWN_PAGE,
  "/<input\\b((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>/gi": OWN_PAGE,
  "/<option\\b([^>]*)>([\\s\\S]*?)(?=<\\/?option|$)/gi": OWN_PAGE,
  "/<[^>]*>/g": OWN_PAGE,
};

/** Where the expressions of {@linkcode OWN_TEXT} may be. */
const OWN_TEXT_FILES = /^src\/tools\/testing\/form\.ts:/;

/** Expressions that are made when the program runs, with samples of what they become. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  // The text has the length of an origin, so several `*` in a label cost little.
  'new RegExp(`^${source.join("[a-z0-9-]+")}$`, "i")': [
    "/^https:\\/\\/[a-z0-9-]+\\.preview\\.example$/i",
    "/^https:\\/\\/app-[a-z0-9-]+\\.[a-z0-9-]+\\.example$/i",
  ],
  'new RegExp(`^[ \\\\t]*${variable}[ \\\\t]*=`, "m")': ["/^[ \\t]*AUTH_GITHUB_ID[ \\t]*=/m"],
  'new RegExp(`^/?\\\\*?${escaped}(\\\\*|\\\\.\\\\*)?/?\\\\s*$`, "m")': [
    "/^\\/?\\*?\\.env(\\*|\\.\\*)?\\/?\\s*$/m",
  ],
};

/** One of so many proofs that take long is repeated by default. */
const STRIDE = 20;

const expressions = (await readSources()).flatMap(({ path, text }) => findExpressions(path, text));

/** Expressions whose proof takes long; `tests/tools/expressions.ts` has proven them. */
const proven = (await Deno.readTextFile("tests/expressions.txt")).split("\n");

Deno.test("expressions: all of them take time in proportion to the text", () => {
  assert(expressions.length > 300, "the expressions were not found");
  const places = Map.groupBy(expressions.filter(({ isMade }) => !isMade), ({ text }) => text);
  const faults: string[] = [];
  for (const [text, found] of places) {
    const where = found.map(({ where }) => where);
    if (Object.hasOwn(OWN_TEXT, text) && where.every((each) => OWN_TEXT_FILES.test(each))) continue;
    const number = proven.indexOf(text);
    if (number !== -1 && !isChosen(number, STRIDE)) continue;
    const fault = faultOf(text);
    if (fault) faults.push(`${where.join(", ")} ${text}: ${fault}`);
  }
  assertEquals(faults, [], "write a loop, or an expression that needs no second look at a place");
});

Deno.test("expressions: those that are made when the program runs are known, and linear", () => {
  const made = expressions.filter(({ isMade }) => isMade);
  const unknown = made.filter(({ text }) => !Object.hasOwn(MADE, text));
  assertEquals(unknown, [], "write a literal, or add a row with samples");
  assertEquals(Object.values(MADE).flat().filter((sample) => faultOf(sample)), []);
});

Deno.test("expressions: no row is of one that does not occur", () => {
  const written = new Set(expressions.map(({ text }) => text));
  const rows = [...Object.keys(OWN_TEXT), ...Object.keys(MADE)];
  assertEquals(rows.filter((row) => !written.has(row)), []);
});

const NOT_LINEAR: [literal: string, fault: string][] = [
  ["/=+$/", "2nd degree"],
  ["/^\\s*\\S+\\s+\\S+\\s*,\\s*\\S+\\s+\\S/", "2nd degree"],
  ["/^\\/+|\\/+$/g", "2nd degree"],
  ["/^(a|a)*$/", "exponential"],
];
for (const [literal, fault] of NOT_LINEAR) {
  Deno.test(`expressions: ${literal} is reported`, () => {
    assertStringIncludes(faultOf(literal) ?? "", fault);
  });
}

Deno.test("expressions: literals and those that are made are found, strings among them", () => {
  const text = `const a = /b+/g;
text.match("c"); text.search(\`\${d}\`); text.matchAll(e); new URL(u).search;
new RegExp(f); RegExp("g"); new globalThis.RegExp("h"); // /no/
const i = <p>{j.replace(/k/, "/no/")}</p>;`;
  assertEquals(
    findExpressions("a.tsx", text).map(({ text, where, isMade }) => [text, where, isMade]),
    [
      ["/b+/g", "a.tsx:1", false],
      ['text.match("c")', "a.tsx:2", true],
      ["text.search(`${d}`)", "a.tsx:2", true],
      ["new RegExp(f)", "a.tsx:3", true],
      ['RegExp("g")', "a.tsx:3", true],
      ['new globalThis.RegExp("h")', "a.tsx:3", true],
      ["/k/", "a.tsx:4", false],
    ],
  );
});

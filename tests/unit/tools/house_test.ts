import { assert, assertEquals, assertMatch } from "@std/assert";
import { ADDITIONS, linesByKind, namingFiles, readFiles, shapesOf } from "../../tools/house.ts";

const files = await readFiles(".");

Deno.test("house: members and type parameters are counted", () => {
  const counted = shapesOf(files);
  for (const count of Object.values(counted)) assertMatch(count, /^\d+$/);
  const planted = new Map([
    ["src/a.ts", "export interface CapabilityCode<A> { a: 1; b?: 2; c(): void }"],
    ["src/b.ts", "export function defineAuth<A, B = unknown>(): void {}"],
  ]);
  assertEquals(Object.values(shapesOf(planted)), ["3", "2"]);
});

Deno.test("house: lines are counted by who writes them", () => {
  const two = "a\nb\n";
  const counted = linesByKind(
    new Map([
      ["src/a.ts", two],
      ["pages/a/view.tsx", two],
      ["src/languages/de.json", two],
      ["src/providers/_marks/a.ts", "/**\n * Written by `tests/tools/marks.ts`.\n */\n"],
      ["src/tools/doctor/a.ts", two],
      ["src/tools/doctor/a.json", two],
      ["docs/reference/a.md", two],
      ["docs/a.md", two],
      ["tests/a.ts", two],
    ]),
  );
  assertEquals(Object.values(counted), ["4", "4", "3", "2", "2", "2"]);
});

// What CONTRIBUTING.md says where such a thing goes, as far as it is no test.
const RECIPES: Readonly<Record<keyof typeof ADDITIONS, readonly string[]>> = {
  "endpoint": ["src/capabilities/native/endpoints.ts"],
  "capability": ["src/config/needs.ts", "deno.json", "tests/unit/_architecture.ts"],
  "language": ["deno.json", "docs/languages.md"],
  "store": ["deno.json", "docs/storage.md"],
};

for (const [kind, addition] of Object.entries(ADDITIONS)) {
  Deno.test(`house: the sample of a new ${kind} is there, and named where its recipe says`, () => {
    assert([...files.keys()].some((path) => addition.own.test(path)), "it is gone");
    const naming = namingFiles(files, addition);
    for (const path of RECIPES[kind]!) assert(naming.includes(path), `${path} of ${naming}`);
  });
}

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findTestFaults } from "./_test_habits.ts";

async function* testFiles(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (name === "node_modules") continue;
    if (isDirectory) yield* testFiles(`${folder}/${name}`);
    else if (/\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

Deno.test("tests: errors are named, the console is put back, and nothing is timed", async () => {
  const faults: string[] = [];
  let count = 0;
  for await (const path of testFiles("tests")) {
    faults.push(...findTestFaults(path, await Deno.readTextFile(path)));
    count++;
  }
  assert(count > 400, "the tests were not found");
  assertEquals(faults, []);
});

const call = "assertRejects(() => read({ a: [1, 2] })";
for (
  const [name, text, words] of [
    ["an error without a class", `${call});`, "a.ts:1 names no class"],
    ["a message in place of a class", `\n${call}, "it must fail");`, "a.ts:2 names no class"],
    ["a class of many faults", "assertThrows(read, TypeError);", "names TypeError without words"],
    ["no words", `${call}, Error, undefined, "name");`, "names Error without words"],
    ["a console", "console.error = () => {};", "replaces the console"],
    ["a stopwatch", "const began = performance.now();", "measures time"],
    ["members of the console", "Object.assign(console, { log });", "replaces the console"],
  ] as const
) {
  Deno.test(`tests: ${name} is reported`, () => {
    assertStringIncludes(findTestFaults("tests/a.ts", text).join("\n"), words);
  });
}

Deno.test("tests: named errors are not reported", () => {
  const text = `${call}, InvalidCheck);\nassertThrows(read, TypeError, "not a URL");`;
  assertEquals(findTestFaults("tests/a.ts", text), []);
});

import { assert, assertEquals } from "@std/assert";
import { LIMIT, scaledLimit } from "../_wait.ts";

Deno.test("scaledLimit() grows with what the machine takes now, up to the longest wait", () => {
  assertEquals([1, 4, 8, 20].map((took) => scaledLimit(10_000, took)), [
    10_000,
    10_000,
    20_000,
    50_000,
  ]);
  assertEquals(scaledLimit(10_000, 1000), LIMIT);
  const measured = scaledLimit(10_000);
  assert(measured >= 10_000 && measured <= LIMIT, `${measured}`);
});

/** Files of tests at or below a folder. */
function* filesIn(folder: URL): Generator<URL> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory && name !== "node_modules") yield* filesIn(new URL(`${name}/`, folder));
    else if (name.endsWith(".ts")) yield new URL(name, folder);
  }
}

Deno.test("tests: no limit of a page is a fixed number of seconds", () => {
  const fixed = [...filesIn(new URL("../", import.meta.url))].filter((file) =>
    /setDefault(Navigation)?Timeout\(\d/.test(Deno.readTextFileSync(file))
  );
  assertEquals(fixed.map(({ pathname }) => pathname), []);
});

import { assert, assertEquals } from "@std/assert";
import { GUARDS } from "./_guards.ts";

Deno.test("GUARDS: each stands in its file once, so that it can be taken out", async () => {
  for (const { name, file, code, without, tests } of GUARDS) {
    const text = await Deno.readTextFile(new URL(`../../../../src/${file}`, import.meta.url));
    assertEquals(text.split(code).length, 2, `${name}: ${code}`);
    assert(code !== without && tests.length > 0, name);
  }
});

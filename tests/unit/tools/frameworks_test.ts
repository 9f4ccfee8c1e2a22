import { assertEquals } from "@std/assert";
import { apps, PACKAGE, SOME } from "../../frameworks/_apps.ts";

Deno.test("deno task frameworks --some: has a row for each example, with this package", () => {
  const rows = apps.filter(({ name }) => SOME.includes(name));
  assertEquals(
    new Set(rows.map(({ folder }) => folder)),
    new Set(apps.flatMap(({ folder }) => folder ?? [])),
  );
  for (const { dependencies } of rows) {
    assertEquals(dependencies !== undefined && "@x/auth" in dependencies, false);
  }
  assertEquals(SOME.length, rows.length + [PACKAGE].length);
});

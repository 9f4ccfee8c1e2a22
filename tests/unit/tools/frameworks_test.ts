import { assertEquals } from "@std/assert";
import { apps, PACKAGE, SOME } from "../../frameworks/_apps.ts";
import { movedBuilds } from "../../frameworks/_moved_builds.ts";

Deno.test("deno task frameworks --some: has a row for each example, with this package, and two apps that are moved", () => {
  const rows = apps.filter(({ name }) => SOME.includes(name));
  assertEquals(
    new Set(rows.map(({ folder }) => folder)),
    new Set(apps.flatMap(({ folder }) => folder ?? [])),
  );
  for (const { dependencies } of rows) {
    assertEquals(dependencies !== undefined && "@x/auth" in dependencies, false);
  }
  const moved = movedBuilds.filter(({ name }) => SOME.includes(name));
  assertEquals(moved.length, 2);
  assertEquals(SOME.length, rows.length + moved.length + [PACKAGE].length);
});

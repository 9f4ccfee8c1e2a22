import { assert, assertMatch } from "@std/assert";
import { marks } from "../../../pages/marks.ts";

Deno.test("marks: every mark is path data and belongs to a provider id", () => {
  assert(Object.keys(marks).length > 0);
  for (const [id, path] of Object.entries(marks)) {
    assertMatch(id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assertMatch(path, /^[Mm][\d\s.,eMmZzLlHhVvCcSsQqTtAa+-]+$/, id);
  }
});

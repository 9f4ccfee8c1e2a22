import { assert, assertEquals, assertMatch } from "@std/assert";
import { marks } from "../../../pages/marks.ts";
import { MARKS, UNMARKED } from "../../tools/_marks.ts";
import { ICONS, toMarksFile } from "../../tools/marks.ts";
import { CATALOGUE } from "../providers/_catalogue.ts";

const ids = CATALOGUE.map(({ id }) => id).sort();

Deno.test("marks: every provider has one, or a reason for none", () => {
  assertEquals([...Object.keys(MARKS), ...Object.keys(UNMARKED)].sort(), ids);
});

Deno.test("marks: the file equals the output of its script", async () => {
  assertEquals(await Deno.readTextFile("pages/marks.ts"), toMarksFile());
});

Deno.test("marks: every mark equals the package's icon and color, and is under CC0", () => {
  for (const [id, { color, path }] of Object.entries(marks)) {
    const icon = ICONS[MARKS[id]!]!;
    assertEquals(path, icon.path, id);
    assertEquals(color, `#${icon.hex.toLowerCase()}`, id);
    assertEquals(icon.license, undefined, id);
    assertMatch(path, /^[Mm][\d\s.,eMmZzLlHhVvCcSsQqTtAa+-]+$/, id);
  }
});

Deno.test("marks: the reasons agree with the package", () => {
  const titles = new Map(Object.values(ICONS).map((icon) => [icon.title.toLowerCase(), icon]));
  for (const [id, reason] of Object.entries(UNMARKED)) {
    const name = CATALOGUE.find((entry) => entry.id === id)!.name;
    const icon = titles.get(name.toLowerCase());
    if (reason === "terms") assert(icon?.license, `${id} has no terms of its own any more`);
    else assert(!icon, `${id} has an icon now: ${icon?.title}`);
  }
});

import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { OAuthConfig } from "../../../src/types/provider.ts";
import { MARKS, UNMARKED } from "../../tools/_marks.ts";
import { FOLDER, ICONS, toMarkFiles } from "../../tools/marks.ts";
import { CATALOGUE } from "./_catalogue.ts";

const modules = CATALOGUE.map(({ module }) => module).sort();

Deno.test("marks: every provider has one, or a reason for none", () => {
  assertEquals([...Object.keys(MARKS), ...Object.keys(UNMARKED)].sort(), modules);
});

Deno.test("marks: the files equal the output of their script", async () => {
  const written = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
  const files = toMarkFiles();
  assertEquals(written, [...files.keys()].sort());
  for (const [name, text] of files) {
    assertEquals(await Deno.readTextFile(`${FOLDER}/${name}`), text, name);
  }
});

Deno.test("marks: every provider carries the package's icon and color, under CC0", async () => {
  for (const { module, options } of CATALOGUE) {
    const { default: create } = await import(`@x/auth/providers/${module}`);
    const { style } = create({ clientId: "c", clientSecret: "s", ...options }) as OAuthConfig<
      unknown
    >;
    if (!Object.hasOwn(MARKS, module)) {
      assertStrictEquals(style?.mark, undefined, module);
      continue;
    }
    const icon = ICONS[MARKS[module]!]!;
    const { color, path } = style!.mark!;
    assertEquals(path, icon.path, module);
    assertEquals(color, `#${icon.hex.toLowerCase()}`, module);
    assertEquals(icon.license, undefined, module);
    assertMatch(path, /^[Mm][\d\s.,eMmZzLlHhVvCcSsQqTtAa+-]+$/, module);
  }
});

Deno.test("marks: the reasons agree with the package", () => {
  const titles = new Map(Object.values(ICONS).map((icon) => [icon.title.toLowerCase(), icon]));
  for (const [module, reason] of Object.entries(UNMARKED)) {
    const name = CATALOGUE.find((entry) => entry.module === module)!.name;
    const icon = titles.get(name.toLowerCase());
    if (reason === "terms") assert(icon?.license, `${module} has no terms of its own any more`);
    else assert(!icon, `${module} has an icon now: ${icon?.title}`);
  }
});

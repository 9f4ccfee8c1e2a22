import { assertEquals } from "@std/assert";
import {
  apps,
  BUNDLERS,
  MOVED_APPS,
  OWN_PAGES,
  PACKAGE,
  restOf,
  someRows,
} from "../../frameworks/_apps.ts";
import { movedBuilds } from "../../frameworks/_moved_builds.ts";

const names = [
  ...[PACKAGE, BUNDLERS, OWN_PAGES, MOVED_APPS],
  ...[...apps, ...movedBuilds].map(({ name }) => name),
];

/** Each wrapper that an app has, in the words of a row. */
const WRAPPERS = [/express/, /next/, /qwik/, /solid-start/, /sveltekit/];

Deno.test("deno task frameworks --some: has the package and one app for each wrapper, of which one is moved, at each commit", () => {
  for (const commit of ["", "a0c4", "a0c5"]) {
    const chosen = someRows(commit);
    assertEquals(chosen.filter((name) => !names.includes(name)), []);
    for (const wrapper of WRAPPERS) {
      assertEquals(chosen.filter((name) => wrapper.test(name)).length, 1, `${wrapper}: ${chosen}`);
    }
    assertEquals(movedBuilds.filter(({ name }) => chosen.includes(name)).length, 1);
    assertEquals(chosen.length, WRAPPERS.length + [PACKAGE].length);
  }
});

Deno.test("deno task frameworks --some: of two commits, one has each example, with this package", () => {
  const chosen = [someRows("a0c4"), someRows("a0c5")].flat();
  const rows = apps.filter(({ name }) => chosen.includes(name));
  assertEquals(
    new Set(rows.map(({ folder }) => folder)),
    new Set(apps.flatMap(({ folder }) => folder ?? [])),
  );
  for (const { dependencies } of rows) {
    assertEquals(dependencies !== undefined && "@x/auth" in dependencies, false);
  }
});

Deno.test("deno task frameworks --rest: has each row that is left out at some commit", () => {
  const rest = restOf(names);
  for (const commit of ["", "a0c4", "a0c5"]) {
    const left = names.filter((name) => !someRows(commit).includes(name));
    assertEquals(left.filter((name) => !rest.includes(name)), []);
  }
  assertEquals(rest.includes(PACKAGE), false);
});

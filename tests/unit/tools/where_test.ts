import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { appEnvironment } from "../../_environment.ts";
import { RULES } from "../../_rules.ts";
import { expand, patternsFor, readTable, unitTestsFor } from "../../_where.ts";
import { roomOf } from "../_rooms.ts";
import { readSources } from "../_sources.ts";

Deno.test("tests/README.md: every room has a row, and every row names tests that exist", async () => {
  const table = await readTable();
  const rooms = new Set((await readSources()).map(({ path }) => roomOf(path)));
  assert(rooms.size > 30, "the rooms were not found");
  for (const room of rooms) assert(patternsFor(room, table).length > 0, `${room} has no row`);
  for (const { folder, patterns } of table) {
    assert(rooms.has(folder), `there is no ${folder}`);
    for (const pattern of patterns) {
      assert((await expand(pattern)).length > 0, `${folder}: nothing matches ${pattern}`);
    }
  }
});

for (
  const [path, expected] of [
    ["src/base/color.ts", ["tests/unit/base/color_test.ts"]],
    ["pages/render.ts", ["tests/unit/pages/render_test.tsx"]],
    ["src/errors.ts", ["tests/unit/errors_test.ts"]],
    ["tests/unit/base/color_test.ts", ["tests/unit/base/color_test.ts"]],
    ["src/records/retry_once.ts", await expand("tests/unit/records/*_test.ts*")],
    ["adapters/sqlite.ts", []],
    ["tests/unit/none_test.ts", []],
  ] as const
) {
  Deno.test(`unit tests of ${path}`, async () => {
    assertEquals(await unitTestsFor(path), expected);
  });
}

Deno.test("patternsFor() names the tests of the folder, and those of the room that stands in it", async () => {
  const table = await readTable();
  const rowOf = (name: string) => table.find(({ folder }) => folder === name)!.patterns;
  const english = patternsFor("pages/account/english.ts", table);
  assertEquals(english, [...new Set([...rowOf("pages"), ...rowOf("english")])]);
  assertEquals(patternsFor("pages/render.ts", table), rowOf("pages"));
});

/** Runs `deno task quick` in a repository with these files: committed, then new, then gone. */
async function runQuick(
  committed: Record<string, string>,
  fresh: Record<string, string>,
  gone: readonly string[] = [],
) {
  const folder = await Deno.makeTempDir({ prefix: "auth-quick-" });
  const run = async (command: string, ...args: string[]) => {
    const { code, stdout } = await new Deno.Command(command, {
      args,
      cwd: folder,
      clearEnv: true,
      env: appEnvironment({ GIT_CONFIG_GLOBAL: "/dev/null" }),
      stderr: "null",
    }).output();
    return { code, output: new TextDecoder().decode(stdout) };
  };
  const write = async (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${path.replace(/[^/]*$/, "")}`, { recursive: true });
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
  };
  try {
    await run("git", "init", "--quiet");
    await write(committed);
    await run("git", "add", ".");
    const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    await run("git", ...author, "commit", "--quiet", "--message=first");
    await write(fresh);
    for (const path of gone) await Deno.remove(`${folder}/${path}`);
    const quick = new URL("../../quick.ts", import.meta.url).pathname;
    return await run(Deno.execPath(), "run", "-A", quick);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const passing = 'Deno.test("passes", () => {});\n';
const rules = Object.fromEntries(RULES.map(({ test }) => [test, passing]));
const committed = { "deno.json": '{ "exclude": [] }\n', ...rules };

Deno.test("deno task quick: runs the unit tests of what changed, and names the others", async () => {
  const { code, output } = await runQuick(
    { ...committed, "tests/unit/base/other_test.ts": 'throw new Error("not mine");\n' },
    { "src/base/color.ts": "export const red = 1;\n", "tests/unit/base/color_test.ts": passing },
  );
  assertEquals(code, 0, output);
  assertStringIncludes(output, "Changed files: 2. Files with their unit tests: 1");
  assertStringIncludes(output, "Not run: deno task test tests/fuzz\n");
  assertStringIncludes(output, "Read no changed file: tests/unit/reference_test.ts\n");
  assert(output.endsWith("9 passed, 0 failed\n"), output);
});

Deno.test("deno task quick: a file that is gone fails the rules that read it", async () => {
  const reading = 'Deno.test("reads", () => Deno.readTextFile("src/a.ts"));\n';
  const { code, output } = await runQuick(
    { ...committed, "src/a.ts": "", "tests/unit/changes_test.ts": reading },
    {},
    ["src/a.ts"],
  );
  assertEquals(code, 1, output);
  assertStringIncludes(output, "FAILED tests");
});

for (
  const [name, path, text, words] of [
    ["format", "src/a.ts", "export  const a = 1;\n", "FAILED format"],
    ["lint", "src/a.ts", "export const a: any = 1;\n", "FAILED lint"],
    ["type", "src/a.ts", 'export const a: number = "";\n', "FAILED types"],
    ["test", "tests/unit/words_test.ts", 'throw new Error("no");\n', "FAILED tests"],
  ] as const
) {
  Deno.test(`deno task quick: fails for a fault of ${name}`, async () => {
    const { code, output } = await runQuick(committed, { [path]: text });
    assertEquals(code, 1, output);
    assertStringIncludes(output, words);
  });
}

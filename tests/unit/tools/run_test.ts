import {
  assert,
  assertEquals,
  assertMatch,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import { CPU } from "../../_cpu.ts";
import { appEnvironment } from "../../_environment.ts";
import {
  chooseExamples,
  exampleFiles,
  FRESH,
  LONG,
  planJobs,
  SECONDS,
  testFiles,
} from "../../_plan.ts";
import { countLine, readReport } from "../../_report.ts";

const root = new URL("../../../", import.meta.url);

/** Runs `deno task test` on a folder with these files. */
async function runOn(files: Record<string, string>, own: Record<string, string> = {}) {
  const folder = await Deno.makeTempDir({ prefix: "auth-run-" });
  try {
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    const { CI: _, ...env } = appEnvironment();
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "tests/run.ts", "--some", folder],
      cwd: root,
      clearEnv: true,
      env: { ...env, ...own },
    }).output();
    const output = new TextDecoder().decode(stdout);
    return { code, output, last: output.trimEnd().split("\n").at(-1) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const skipped = {
  "a_test.ts": `console.log("SKIPPED a: there is no browser");\nDeno.test.ignore("a", () => {});`,
};

Deno.test("deno task test: a run in which all tests are skipped names the reason and passes", async () => {
  const { code, output, last } = await runOn(skipped);
  assertEquals([code, last], [0, "0 passed, 0 failed, 1 skipped"]);
  assertMatch(output, /^SKIPPED 1: there is no browser$/m);
});

Deno.test("deno task test: in CI everything must run, and without a test it fails", async () => {
  assertEquals((await runOn(skipped, { CI: "true" })).code, 1);
  const { code, last } = await runOn({});
  assertEquals([code, last], [1, "0 passed, 1 failed"]);
});

Deno.test("deno task test: shows everything about what fails, and nothing about what passes", async () => {
  const { code, output, last } = await runOn({
    "a_test.ts": `
      Deno.test("one", () => console.error("[auth][error] said by one"));
      Deno.test("two", async (t) => {
        console.log("said by two");
        await t.step("step", () => console.log("said by a step"));
        throw new TypeError("why two fails");
      });
      Deno.test("three", () => console.log("said by three"));
    `,
    "b_test.ts": `throw new Error("a file that throws");`,
    "c_test.ts": `Deno.test("four", () => {});\nexport const text: string = 1;`,
  });
  // The wrong type is a failure too.
  assertEquals([code, last], [1, "3 passed, 3 failed"]);
  for (
    const words of [
      "said by two",
      "said by a step",
      "TypeError: why two fails",
      "a file that throws",
      "TS2322",
    ]
  ) assertStringIncludes(output, words);
  assertNotMatch(output, /said by (one|three)/);
  // Once more at the end, short.
  const again = output.trimEnd().split("\n").slice(-4, -1).join("\n");
  for (const words of ["two: TypeError: why two fails", "b_test.ts: (in promise) Error: a file"]) {
    assertMatch(again, new RegExp(`^FAILED .*${words.replace(/[()]/g, "\\$&")}`, "m"));
  }
  assertMatch(again, /^FAILED type check: .*TS2322/m);
});

Deno.test("readReport() counts a process that died as a failure, with what it said", () => {
  const report = readReport("running 1 test from ./a_test.ts\na ...\nOut of memory", false);
  assertEquals([report.passed, report.failed], [0, 1]);
  assertStringIncludes(report.failures, "Out of memory");
});

Deno.test("countLine() leaves out what was not skipped", () => {
  assertEquals(countLine({ passed: 3, failed: 0, skipped: 0 }), "3 passed, 0 failed");
  assertEquals(countLine({ passed: 3, failed: 1, skipped: 2 }), "3 passed, 1 failed, 2 skipped");
});

Deno.test("planJobs() has every file once, the longest first", async () => {
  const files = await testFiles("tests", []);
  const jobs = await planJobs(files);
  assertEquals(jobs.flatMap(({ args }) => args).toSorted(), files);
  assertEquals(
    jobs.map(({ seconds }) => seconds),
    jobs.map(({ seconds }) => seconds).toSorted((a, b) => b - a),
  );
  const known = new Set(files);
  assertEquals(Object.keys(SECONDS).filter((path) => !known.has(path)), []);
  for (const path of LONG) await Deno.stat(path);
  assertEquals(FRESH.filter((path) => !known.has(path)), []);
  const shared = jobs.filter(({ together }) => together).flatMap(({ args }) => args);
  assert(shared.length > 400);
  assertEquals(FRESH.filter((path) => shared.includes(path)), []);
});

Deno.test("_together.ts runs the tests of each file, and names the file of one that fails", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-together-" });
  try {
    await Deno.writeTextFile(`${folder}/a_test.ts`, `Deno.test("one", () => {});`);
    await Deno.writeTextFile(`${folder}/b_test.ts`, `Deno.test("two", () => { throw 1; });`);
    // A run that is measured has a test more for each file.
    const { [CPU]: _measured, ...env } = appEnvironment({ NO_COLOR: "1" });
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "tests/_together.ts", "--"].concat(
        ["a", "b"].map((name) => `${folder}/${name}_test.ts`),
      ),
      cwd: root,
      clearEnv: true,
      env,
    }).output();
    const { passed, failed, failures } = readReport(new TextDecoder().decode(stdout), code === 0);
    assertEquals([code, passed, failed], [1, 1, 1]);
    assertMatch(failures, /^two => \S*b_test\.ts:1:\d+$/m);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("exampleFiles() finds the examples in comments below each published folder", async () => {
  for (const folder of ["src", "src/frameworks", "adapters"]) {
    const files = await exampleFiles(folder);
    assert(files.length > 0, `no file of ${folder} has an example`);
    assert(files.every((path) => !path.startsWith("src/frameworks/next/")));
  }
  assertEquals(await exampleFiles("LICENSE"), []);
});

Deno.test("chooseExamples() takes a part with all files about credentials, and the rest takes the others", async () => {
  const files = await exampleFiles("src");
  const [some, rest] = ["some", "rest"].map((cases) => chooseExamples(files, cases));
  assertEquals([...some!, ...rest!].toSorted(), files);
  assertEquals(chooseExamples(files, "all"), files);
  assert(some!.length < rest!.length);
  for (
    const folder of ["src/capabilities/keys/", "src/capabilities/native/"]
  ) {
    const own = files.filter((path) => path.startsWith(folder));
    assert(own.length > 0, folder);
    for (const path of own) assert(some!.includes(path), path);
  }
});

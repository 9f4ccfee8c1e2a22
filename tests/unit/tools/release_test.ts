import { assert, assertEquals, assertMatch } from "@std/assert";
import { missingPackage } from "../../beside/_versions.ts";
import {
  addedBy,
  changelogSection,
  isNewer,
  missingOf,
  newestVersion,
  packageName,
  releaseChangelog,
  tableVersions,
  withTableVersion,
  withVersion,
} from "../../tools/_release.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, root));

const CHANGELOG = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 (2026-12-01)\n\n- Old.\n";

Deno.test("release: a newer version has a larger first part that differs", () => {
  assert(isNewer("0.10.0", "0.9.9"));
  assert(isNewer("1.0.0", "0.9.9"));
  for (
    const [a, b] of [["0.2.0", "0.2.0"], ["0.1.9", "0.2.0"], ["v1.0.0", "0.2.0"], ["1", "0.2.0"]]
  ) {
    assert(!isNewer(a!, b!), a);
  }
});

Deno.test("release: entries of a version, with and without the date in its heading", () => {
  assertEquals(changelogSection(CHANGELOG, "Unreleased"), "- New.");
  assertEquals(changelogSection(CHANGELOG, "0.2.0"), "- Old.");
  assertEquals(changelogSection(CHANGELOG, "0.2"), undefined);
  assertEquals(changelogSection("## Unreleased\n\n## 0.2.0\n", "Unreleased"), undefined);
});

Deno.test("release: the entries that were not released get the heading of the version", () => {
  const released = releaseChangelog(CHANGELOG, "0.3.0", "2027-01-15");
  assertEquals(changelogSection(released, "0.3.0"), "- New.");
  assertEquals(changelogSection(released, "Unreleased"), undefined);
});

for (
  const [path, before, after] of [
    ["deno.json", '"version": "0.2.0"', '"version": "0.3.0"'],
    ["src/frameworks/next/deno.json", '"version": "0.2.0"', '"version": "0.3.0"'],
    ["tests/std/http/deno.json", '"version": "0.2.0"', '"version": "0.2.0"'],
    ["examples/next/package.json", '"@x/auth": "^0.2.0"', '"@x/auth": "^0.3.0"'],
    ["examples/fresh/deno.json", "jsr:@x/auth@^0.2.0", "jsr:@x/auth@^0.3.0"],
    ["examples/demo/deno.lock", "jsr:@x/auth-qwik@0.2.0", "jsr:@x/auth-qwik@0.3.0"],
    [
      "README.md",
      "x-auth-0.2.0.tgz and left-pad-0.2.0.tgz",
      "x-auth-0.3.0.tgz and left-pad-0.2.0.tgz",
    ],
    ["README.md", "jsr:@x/auth@0.2.01", "jsr:@x/auth@0.2.01"],
  ] as const
) {
  Deno.test(`release: the version in ${path}: ${before}`, () => {
    assertEquals(withVersion(path, before, "0.2.0", "0.3.0"), after);
  });
}

Deno.test("release: all manifests and examples have one version", async () => {
  const { version, workspace } = JSON.parse(await read("deno.json"));
  for (const member of workspace as string[]) {
    if (member.startsWith("./tests/")) continue;
    assertEquals(JSON.parse(await read(`${member}/deno.json`)).version, version, member);
  }
  let manifests = 0;
  for await (const { name } of Deno.readDir(new URL("examples/", root))) {
    const text = await read(`examples/${name}/package.json`).catch(() => undefined);
    if (text === undefined) continue;
    assertEquals(JSON.parse(text).dependencies["@x/auth"], `^${version}`, name);
    manifests++;
  }
  assert(manifests > 3, "the examples were not found");
});

Deno.test("workflows: the gate comes before JSR, JSR before npm, and npm before the release", async () => {
  const text = await read(".github/workflows/publish.yml");
  const jobs = text.slice(text.indexOf("\njobs:\n")).split(/^ {2}(?=\w+:$)/m).slice(1);
  const needs = Object.fromEntries(jobs.map((job) => [
    /^\w+/.exec(job)![0],
    /^ {4}needs: (\w+)$/m.exec(job)?.[1],
  ]));
  assertEquals(needs, { gate: undefined, jsr: "gate", npm: "jsr", release: "npm" });
  const [gate, jsr, npm, release] = jobs;
  assertMatch(gate!, /run: bash \.ci\/run\n[^]*deno task release --check "\$GITHUB_REF_NAME"/);
  assertMatch(jsr!, /id-token: write[^]*deno publish \$\{\{ github\.ref_type == 'tag'/);
  assertMatch(
    npm!,
    /id-token: write[^]*npm publish --provenance --access public \$\{\{ github\.ref_type/,
  );
  assertMatch(release!, /if: github\.ref_type == 'tag'[^]*deno task release --notes/);
});

Deno.test("release: what git does not track of the package and the formats is named", () => {
  const tracked = addedBy("0.3.0").map((path) => path.endsWith("/") ? `${path}rows.json` : path);
  assertEquals(missingOf("0.3.0", tracked), []);
  for (const [index, path] of addedBy("0.3.0").entries()) {
    assertEquals(missingOf("0.3.0", tracked.toSpliced(index, 1)), [path]);
  }
  assertEquals(missingOf("0.3.1", tracked), [...addedBy("0.3.1")]);
});

Deno.test("release: the newest version of a changelog is not the order of its headings", () => {
  assertEquals(newestVersion("## Unreleased\n\n## 0.1.0\n"), undefined);
  assertEquals(newestVersion("## 0.9.0\n\n## 0.10.1 (2027-01-15)\n\n## 0.1.0\n"), "0.10.1");
  assertEquals(newestVersion("### 0.4.0\n## 0.2.0\n"), "0.2.0");
});

Deno.test("beside: a version that the changelog names needs its package", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-released-" });
  const released = new URL(`file://${folder}/`);
  try {
    assertEquals(await missingPackage("## Unreleased\n", released), undefined);
    assertEquals(await missingPackage(CHANGELOG, released), "0.2.0");
    await Deno.writeTextFile(new URL(packageName("0.1.9"), released), "");
    assertEquals(await missingPackage(CHANGELOG, released), "0.2.0");
    await Deno.writeTextFile(new URL(packageName("0.2.0"), released), "");
    assertEquals(await missingPackage(CHANGELOG, released), undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("release: the tables of the benchmarks name the version that was measured", () => {
  const document =
    "# Figures\n\nMade on 2026-01-01 by `deno task bench`: X, 2 cores; @x/auth\n0.2.0, " +
    "Deno 2.9.6.\n\n| a |\n\nMade on 2026-01-01 by hand.\n\nRuns with @x/auth 0.1.0.\n";
  assertEquals(tableVersions(document), ["0.2.0", ""]);
  assertEquals(tableVersions(withTableVersion(document, "0.3.0")), ["0.3.0", "0.3.0"]);
  assert(withTableVersion(document, "0.3.0").includes("Runs with @x/auth 0.1.0"));
});

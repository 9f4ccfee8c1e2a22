import { assert, assertEquals, assertMatch } from "@std/assert";
import { faultsOfTests, readOnce, testsIn } from "./_claims.ts";

/** Tables, with the modules that theirs may name. */
const FILES: Readonly<Record<string, RegExp>> = {
  "tests/conformance/README.md":
    /^`(oidcc-client-test|fapi2-security-profile-final-client-)[\w-]*`$/,
  "tests/conformance/oauth_server/README.md": /^`oidcc-(?!client-)[\w-]*`$/,
  "docs/security/fapi2.md": /^`fapi2-security-profile-final-(?!client-)[\w-]*`$/,
};

/** Sections whose tables name no tests. */
const WITHOUT_TESTS: readonly string[] = [
  "Not offered",
  "Not offered in FAPI 2.0",
];

interface Table {
  file: string;
  section: string;
  header: string[];
  rows: string[][];
}

/** The table of each section. */
function readTables(file: string, markdown: string): Table[] {
  return markdown.split(/^## /m).slice(1).map((text) => {
    const [header = [], , ...rows] = text.split("\n").filter((line) => line.startsWith("| "))
      .map((line) => line.slice(2, -2).split(" | ").map((cell) => cell.trim()));
    return { file, section: text.split("\n", 1)[0]!, header, rows };
  }).filter(({ rows }) => rows.length > 0 || file.startsWith("tests/"));
}

const tables: Table[] = [];
for (const file of Object.keys(FILES)) {
  tables.push(...readTables(file, await Deno.readTextFile(file)));
}

for (const { file, section, header, rows } of tables) {
  Deno.test(`${file}: ${section}: every row is complete, and every test exists`, async () => {
    assert(rows.length > 0, "no row");
    assertEquals(header.at(-1) !== "Test", WITHOUT_TESTS.includes(section));
    const names = rows.map(([name]) => name!);
    assertEquals(names.length, new Set(names).size, "a row is there twice");
    for (const row of rows) {
      assertEquals(row.length, header.length, row[0]);
      assert(row.every(Boolean), row[0]);
      if (header[0] === "Module") assertMatch(row[0]!, FILES[file]!);
      if (header.at(-1) !== "Test") continue;
      const tests = testsIn(row.at(-1)!);
      assert(tests.length > 0, `no test for ${row[0]}`);
      assertEquals(await faultsOfTests(tests, readOnce), []);
    }
  });
}

Deno.test("conformance table: the form post plan has every module of the basic plan", () => {
  const modulesOf = (name: string) =>
    tables.find(({ section }) => section === name)!.rows.map(([module]) => module);
  const posted = modulesOf("Form post plan");
  assertEquals(modulesOf("Basic plan").filter((module) => !posted.includes(module)), []);
});

Deno.test("conformance table: the list of sections without tests is current", () => {
  const sections = tables.map(({ section }) => section);
  assertEquals(WITHOUT_TESTS.filter((section) => !sections.includes(section)), []);
});

/** Documents whose rules the authorization server is held to. */
const DOCUMENTS: readonly string[] = [
  ...["OpenID Connect Core 1.0", "OpenID Connect Discovery 1.0"],
  ...["OpenID Connect RP-Initiated Logout 1.0", "OpenID Connect Back-Channel Logout 1.0"],
  ...["OAuth 2.1 (draft)", "Client ID Metadata Document (draft)"],
  ...[7009, 7591, 7592, 7636, 7662, 8252, 8414, 8628, 8693, 8707].map((number) => `RFC ${number}`),
  ...[9068, 9126, 9207, 9449, 9700, 9728].map((number) => `RFC ${number}`),
];

Deno.test("specifications: each rule of each document has a test that exists, or a reason", async () => {
  const text = await Deno.readTextFile("tests/conformance/oauth_server/specifications.tsv");
  const rows = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
  const known = new Set<string>();
  const faults: string[] = [];
  for (const [document = "", section = "", level = "", rule = "", ...tests] of rows) {
    const key = [document, section, rule].join("\t");
    if (known.has(key)) faults.push(`twice: ${key}`);
    known.add(key);
    if (!/^(MUST|SHOULD|MAY)$/.test(level) || section === "" || tests.length === 0) {
      faults.push(`not complete: ${key}`);
    }
    const [reason] = tests;
    if (/^not offered: \S+/.test(reason ?? "")) assertEquals(tests.length, 1, key);
    else faults.push(...await faultsOfTests(tests, readOnce));
  }
  assertEquals(faults, []);
  assertEquals(new Set(rows.map(([document]) => document!)), new Set(DOCUMENTS));
  const offered = rows.filter((row) => !row[4]!.startsWith("not offered: "));
  console.log(`${offered.length} rules with tests, ${rows.length - offered.length} not offered`);
  assert(offered.length > 180, `${offered.length}`);
});

import { assert, assertEquals } from "@std/assert";
import { faultsOf, faultsOfTests, plain, readClaims, readOnce } from "./_claims.ts";

const FILE = "tests/claims.tsv";

/** Attacks of a page: items of a list, `- **Attack.** Mitigation.` */
function attacksIn(page: string): { attack: string; mitigation: string }[] {
  const [, list = ""] = page.split("\n## Attacks\n");
  return list.split(/^- /m).slice(1).map((item) => {
    const [, attack, mitigation] = /^\*\*([^]+?)\*\* ([^]+)$/.exec(item.trim()) ?? [];
    assert(attack && mitigation, item);
    return { attack, mitigation };
  });
}

async function securityPages(): Promise<string[]> {
  const pages = await Array.fromAsync(Deno.readDir("docs/security"));
  return pages.map(({ name }) => `docs/security/${name}`).sort();
}

Deno.test("claims: every sentence in the list is in its document, and every test exists", async () => {
  const claims = readClaims(await Deno.readTextFile(FILE));
  const faults = await Promise.all(claims.map((claim) => faultsOf(claim, readOnce)));
  assertEquals(faults.flat(), []);
  for (const document of ["README.md", "SECURITY.md", "PROVIDERS.md"]) {
    const count = claims.filter((claim) => claim.document === document).length;
    assert(count > 0, document);
    console.log(`${document}: ${count} claims with their tests`);
  }
});

Deno.test("pages: every test of what pages and emails do exists", async () => {
  const rows = (await readOnce("tests/pages.tsv"))!.split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  assert(rows.length > 40, `${rows.length} rows were found`);
  for (const row of rows) {
    const [what, ...tests] = row.split("\t");
    assert(tests.length > 0, what);
    assertEquals(await faultsOfTests(tests, readOnce), [], what);
  }
});

Deno.test("claims: every attack in docs/security has a test", async () => {
  const claims = readClaims((await readOnce(FILE))!);
  const missing: string[] = [];
  let count = 0;
  for (const document of await securityPages()) {
    const attacks = attacksIn((await readOnce(document))!);
    assert(attacks.length > 0 || document.endsWith("/duties.md"), document);
    count += attacks.length;
    const quotes = claims.filter((claim) => claim.document === document)
      .map(({ quote }) => plain(quote));
    for (const { attack, mitigation } of attacks) {
      const isTested = quotes.some((quote) => plain(mitigation).includes(quote));
      if (!isTested) missing.push(`${document}: ${attack}`);
    }
  }
  assert(count > 70, `${count} attacks were found`);
  assertEquals(missing, []);
});

Deno.test("SECURITY.md: every page of docs/security is named", async () => {
  const text = (await readOnce("SECURITY.md"))!;
  for (const document of await securityPages()) assert(text.includes(`](${document})`), document);
});

Deno.test("faultsOf() finds words, files and fragments that do not exist", async () => {
  const texts: Record<string, string> = {
    "README.md": "Links are [kept](a.md) as\n`hashes`.",
    "tests/a_test.ts": 'Deno.test("hashToken()")',
  };
  const faults = (row: string) => {
    const [claim] = readClaims(`# document\twords\ttests\nREADME.md\t${row}\n`);
    return faultsOf(claim!, (path) => Promise.resolve(texts[path]));
  };
  assertEquals(await faults("Links are kept as hashes.\ttests/a_test.ts: hashToken"), []);
  assertEquals(await faults("kept as `hashes`\ttests/a_test.ts"), []);
  assertEquals(await faults("Links are lost.\ttests/b_test.ts\ttests/a_test.ts: salt"), [
    'README.md does not say "Links are lost."',
    'there is no test file "tests/b_test.ts"',
    'tests/a_test.ts has no "salt"',
  ]);
  assertEquals(await faults("hashes\tsrc/jwt.ts"), ['there is no test file "src/jwt.ts"']);
});

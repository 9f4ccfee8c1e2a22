import { assert, assertEquals } from "@std/assert";
import { faultsOf, plain, readClaims, readOnce } from "./_claims.ts";

const FILE = "tests/claims.tsv";

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

Deno.test("claims: every attack in SECURITY.md has a test", async () => {
  const document = (await readOnce("SECURITY.md"))!.split("## Attacks and mitigations")[1]!;
  const rows = [...document.matchAll(/^\| (?!Attack |-)(.+?) +\| (.+?) +\|$/gm)];
  assert(rows.length > 20);
  const quotes = readClaims((await readOnce(FILE))!)
    .filter((claim) => claim.document === "SECURITY.md").map(({ quote }) => plain(quote));
  const missing = rows
    .filter(([, , mitigation]) => !quotes.some((quote) => plain(mitigation!).includes(quote)))
    .map(([, attack]) => attack);
  assertEquals(missing, []);
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

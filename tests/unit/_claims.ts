/**
 * Reads `tests/claims.tsv`, which names the tests for what the documents claim, and
 * checks that tests which a document names exist.
 *
 * @module
 */

/** A row of the list: a quotation of a document, and what proves it. */
export interface Claim {
  /** Document with the sentence. */
  document: string;
  /** Words of the document. */
  quote: string;
  /** Tests, as `path` or `path: fragment`. */
  tests: string[];
}

/** Text of a Markdown document without marks, links and line breaks. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^)\s]*\)/g, "]")
    .replaceAll(/[`*[\]\\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Rows of the list: document, words and tests, with tabs between them; `#` begins a comment. */
export function readClaims(list: string): Claim[] {
  const rows = list.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return rows.map((row) => {
    const [document = "", quote = "", ...tests] = row.split("\t");
    return { document, quote, tests };
  });
}

/**
 * Faults of a claim: words that its document does not have, files that do not
 * exist, fragments that their files do not have.
 *
 * @param read text of a file; `undefined` when there is none
 */
export async function faultsOf(
  { document, quote, tests }: Claim,
  read: (path: string) => Promise<string | undefined>,
): Promise<string[]> {
  const faults: string[] = [];
  if (!plain(await read(document) ?? "").includes(plain(quote))) {
    faults.push(`${document} does not say "${plain(quote)}"`);
  }
  if (tests.length === 0) faults.push(`no test for "${plain(quote)}"`);
  return [...faults, ...await faultsOfTests(tests, read)];
}

/** Tests that a cell of a table names, as `path` or `path: fragment`. */
export function testsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, test]) => test!);
}

/**
 * Faults of names of tests: files that do not exist, fragments that their files
 * do not have.
 *
 * @param read text of a file; `undefined` when there is none
 */
export async function faultsOfTests(
  tests: readonly string[],
  read: (path: string) => Promise<string | undefined>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const test of tests) {
    const [, path, fragment] = /^(\S+?)(?:: (.+))?$/.exec(test) ?? [];
    const text = path?.startsWith("tests/") ? await read(path) : undefined;
    if (text === undefined) faults.push(`there is no test file "${test}"`);
    else if (fragment && !text.includes(fragment)) faults.push(`${path} has no "${fragment}"`);
  }
  return faults;
}

const files = new Map<string, Promise<string | undefined>>();

/** Text of a file, read once; `undefined` when there is none. */
export function readOnce(path: string): Promise<string | undefined> {
  let text = files.get(path);
  if (!text) files.set(path, text = Deno.readTextFile(path).catch(() => undefined));
  return text;
}

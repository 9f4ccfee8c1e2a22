/**
 * A guard of the authorization server: its code, and a test that fails without it.
 *
 * @module
 */

/** A guard. */
export interface Guard {
  /** The rule that it keeps. */
  readonly name: string;
  /** File below `src`. */
  readonly file: string;
  /** Its code. */
  readonly code: string;
  /** Code in its place. */
  readonly without: string;
  /** The test file that sees it, and words of the names of its tests. */
  readonly test: readonly [file: string, filter: string];
}

const HERE = "tests/conformance/oauth_server";
const UNIT = "tests/unit/capabilities/oauth_server";

/** Test files in the folder of the unit tests. */
const UNITS = ["check", "untrusted_url"];

/** A guard, as its list writes it. */
export type Row = readonly [
  name: string,
  code: string,
  without: string,
  test: string,
  filter: string,
];

/** The guards of a file of the authorization server, or of one below `src` with a slash. */
export function guardsOf(file: string, rows: readonly Row[]): Guard[] {
  return rows.map(([name, code, without, test, filter]) => ({
    name,
    file: file.includes("/") ? file : `capabilities/oauth_server/${file}`,
    code,
    without,
    test: [testFile(test), filter],
  }));
}

/** The file of a test: one of this folder, of the unit tests, or of `tests` with a slash. */
function testFile(test: string): string {
  if (test.includes("/")) return `tests/${test}_test.ts`;
  return `${UNITS.includes(test) ? UNIT : HERE}/${test}_test.ts`;
}

/**
 * Long matrices, of which `deno task test` runs a part. Those of stores take strides whose steps
 * together cover every case on some store; of lists of pages and of compilers a part runs, elsewhere
 * in each language and window. `deno task test:all` runs everything, and so does plain `deno test`.
 *
 * @module
 */

/** Variable with the cases that run: `some`, `rest` (all others), or by default all. */
export const CASES = "TEST_CASES";

const cases = Deno.env.get(CASES) ?? "all";

/**
 * Says whether a case of a matrix runs.
 *
 * @param number the case, from 0
 * @param stride one of so many cases is among `some`
 */
export function isChosen(number: number, stride: number): boolean {
  if (cases === "all") return true;
  return (number % stride === 0) === (cases === "some");
}

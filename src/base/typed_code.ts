/**
 * Codes of digits as people type and paste them.
 *
 * @module
 */

/** Longest text in which a code is looked for, in characters: a line of an email. */
const MAX_LENGTH = 200;

/** A run of digits, also in groups. */
const RUN = /\d(?:[\s-]*\d)*/g;

/**
 * The digits of a typed code, also within the sentence that brought it, as in "Your code is 1234 5678",
 * and in full-width digits.
 *
 * @param length number of digits of the code
 * @returns `undefined` when the text has no code of this length, or several
 */
export function readTypedCode(typed: string, length: number): string | undefined {
  if (typed.length > MAX_LENGTH) return undefined;
  const runs = typed.normalize("NFKC").match(RUN) ?? [];
  const [code, ...others] = runs.map((run) => run.replaceAll(/[\s-]/g, ""))
    .filter((digits) => digits.length === length);
  return others.length === 0 ? code : undefined;
}

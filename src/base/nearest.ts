/**
 * The name that was meant by a misspelt one.
 *
 * @module
 */

/** Longest name that is compared, in characters: the time grows with the square of it. */
const MAX_LENGTH = 64;

/** The known name that differs least; `undefined` when each differs in too much. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let found: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const one of known) {
    const distance = one.length > MAX_LENGTH ? Infinity : editDistance(name, one);
    if (distance >= least) continue;
    [found, least] = [one, distance];
  }
  return found;
}

/** A question for a sentence, `; did you mean "…"?`; empty without a near name. */
export function didYouMean(name: unknown, known: Iterable<string>): string {
  const found = typeof name === "string" ? nearest(name, known) : undefined;
  return found === undefined ? "" : `; did you mean ${JSON.stringify(found)}?`;
}

/** Number of characters to write, remove or replace (Levenshtein); case does not count. */
function editDistance(a: string, b: string): number {
  const [from, to] = [a.toLowerCase(), b.toLowerCase()];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[line - 1] === to[column - 1];
      next.push(Math.min(
        row[column]! + 1,
        next[column - 1]! + 1,
        row[column - 1]! + (isSame ? 0 : 1),
      ));
    }
    row = next;
  }
  return row[to.length]!;
}

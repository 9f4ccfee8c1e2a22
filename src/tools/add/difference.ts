/**
 * The difference between two texts, by lines.
 *
 * @module
 */

/** Lines of a text, above which the difference is the whole text. */
const MOST_LINES = 1000;

/** Lines with `-` for those that go, `+` for those that come, and a space for those that stay. */
export function findDifference(before: string, after: string): string[] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  if (old.length > MOST_LINES || next.length > MOST_LINES) {
    return [...old.map((line) => `-${line}`), ...next.map((line) => `+${line}`)];
  }
  // The length of the longest common part of the ends that begin at two lines.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      common[i]![j] = old[i] === next[j]
        ? common[i + 1]![j + 1]! + 1
        : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const lines: string[] = [];
  for (let i = 0, j = 0; i < old.length || j < next.length;) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      lines.push(` ${old[i++]}`);
      j++;
    } else if (i < old.length && (j === next.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push(`-${old[i++]}`);
    } else lines.push(`+${next[j++]}`);
  }
  return lines;
}

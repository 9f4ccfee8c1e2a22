/**
 * IPv6 addresses as numbers.
 *
 * @module
 */

/** Longest text that is read; addresses are shorter. */
const MAX_LENGTH = 64;

/** The eight groups of an IPv6 address; `undefined` for any other text. */
export function toGroups(address: string): number[] | undefined {
  if (address.length > MAX_LENGTH || !URL.canParse(`http://[${address}]/`)) return;
  const [head, tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const parse = (text: string | undefined) =>
    text ? text.split(":").map((group) => parseInt(group, 16)) : [];
  const before = parse(head);
  const after = parse(tail);
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
}

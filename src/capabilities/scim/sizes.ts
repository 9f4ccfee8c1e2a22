/**
 * The most resources of an organization, counted before one is written. A process that stops between
 * the count and the write leaves a count that is too high by one.
 *
 * @module
 */

import type { Directory } from "./directory.ts";
import { tooLarge } from "./directory.ts";
import { ownerOfOrg, sizes } from "./kinds.ts";

/** Most users and groups of an organization. */
const MOST = { users: 50_000, groups: 5000 } as const;

/**
 * Counts one more.
 *
 * @throws {ScimRefusal} beyond the most
 */
export async function countMore(directory: Directory, of: keyof typeof MOST): Promise<void> {
  let isFull = false;
  await change(directory, of, (count) => {
    isFull = count >= MOST[of];
    return isFull ? count : count + 1;
  });
  if (isFull) throw tooLarge(of);
}

/** Counts one less. */
export async function countLess(directory: Directory, of: keyof typeof MOST): Promise<void> {
  await change(directory, of, (count) => Math.max(0, count - 1));
}

async function change(
  { call: { records }, org }: Directory,
  of: keyof typeof MOST,
  next: (count: number) => number,
): Promise<void> {
  await sizes.update(records, org, (known) => {
    const data = known?.data ?? { users: 0, groups: 0 };
    const count = next(data[of]);
    if (count === data[of]) return undefined;
    return { userId: ownerOfOrg(org), expires: null, data: { ...data, [of]: count } };
  });
}

/**
 * A page of users from the rows that a store has found for it.
 *
 * @module
 */

import type { AdapterUser, UserPage } from "../src/types/adapter.ts";

/** Behind every text that begins with another one. */
export const LAST_CODE_POINT = "\u{10FFFF}";

/**
 * The page.
 *
 * @param found users with what their order compares: one more than the limit when there is a next page
 */
export function makePage(
  found: readonly (readonly [user: AdapterUser, key: string])[],
  limit: number,
  isIndexed: boolean,
): UserPage<AdapterUser> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    users: rows.map(([user]) => user),
    next: last && found.length > limit ? { key: last[1], id: last[0].id } : null,
    isIndexed,
  };
}

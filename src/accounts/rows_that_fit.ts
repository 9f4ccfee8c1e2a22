/**
 * Rows of a sign-in that are too large for the store. A provider that sends a lot about a user must not
 * cost the user the sign-in: the largest members are left out, and a warning names them.
 *
 * @module
 */

import { isTooLarge } from "../base/too_large.ts";
import { warnOnce } from "../hooks/logger.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";

/** Members that say whose row it is. They are never left out. */
const IDENTIFYING: ReadonlySet<string> = new Set([
  ...["id", "email", "emailVerified"],
  ...["userId", "type", "provider", "providerAccountId"],
]);

/**
 * Writes rows that the store has refused, without their largest members.
 *
 * @param reason error of the write of all members
 * @throws the last error, where it is about something else or no member is left
 */
export async function writeLess<Rows extends readonly object[], T>(
  { config, provider }: Context,
  reason: unknown,
  rows: Rows,
  write: (...rows: Rows) => Awaitable<T>,
): Promise<T> {
  let error = reason;
  let current = rows;
  while (isTooLarge(error)) {
    const largest = largestOf(current);
    if (!largest) break;
    warnOnce(config.logger, "member-too-large", `${largest.name} (${provider?.id})`);
    current = without(current, largest);
    try {
      return await write(...current);
    } catch (next) {
      error = next;
    }
  }
  throw error;
}

/** A member of one of the rows. */
interface Member {
  readonly index: number;
  readonly name: string;
  readonly size: number;
}

function largestOf(rows: readonly object[]): Member | undefined {
  const members = rows.flatMap((row, index) =>
    Object.entries(row).map(([name, value]): Member => ({ index, name, size: sizeOf(value) }))
  );
  return members.filter(({ name, size }) => size > 0 && !IDENTIFYING.has(name))
    .sort((a, b) => b.size - a.size)[0];
}

function without<Rows extends readonly object[]>(rows: Rows, { index, name }: Member): Rows {
  const { [name]: _, ...rest } = rows[index] as Record<string, unknown>;
  // The members that are left have their types, and the one that went was optional.
  return rows.with(index, rest) as readonly object[] as Rows;
}

/** Length as JSON, about. */
function sizeOf(value: unknown): number {
  return typeof value === "string" ? value.length : JSON.stringify(value)?.length ?? 0;
}

/**
 * Which part of an entry belongs to its user, and goes with the user.
 *
 * @module
 */

import { withoutUndefined } from "../../base/objects.ts";
import type { AuditEntry } from "../../types/audit.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { Json } from "../../types/records.ts";

/** Members of an entry that belong to its user. */
export const PERSONAL = [
  ...["address", "device", "sessionId", "credential", "proof", "note", "merged"] as const,
];

/** An entry in parts. */
export interface EntryParts {
  /** Id of the user. */
  readonly user: string | undefined;
  /** Id of the person who acted for the user. */
  readonly actor: string | undefined;
  /** What stays. */
  readonly main: { readonly [name: string]: Json };
  /** What goes with the user; empty without one. */
  readonly personal: { readonly [name: string]: Json };
}

/** Splits an entry. What is about no user stays whole until it expires. */
export function splitEntry(entry: AuditEntry): EntryParts {
  const { userId: user, actor, at, ...rest } = withoutUndefined({ ...entry });
  const facts = { at: at.getTime(), ...rest } as unknown as Record<string, Json>;
  if (user === undefined) return { user, actor, main: facts, personal: {} };
  const isPersonal = (name: string) => (PERSONAL as readonly string[]).includes(name);
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => isPersonal(name) === wanted));
  return { user, actor, main: pick(false), personal: pick(true) };
}

/** Returns `true` for an entry about a user who is gone, who owns nothing any more. */
export async function isOfDeletedUser(
  { store }: Pick<ResolvedConfig, "store">,
  { name, reason, userId }: AuditEntry,
): Promise<boolean> {
  if (userId === undefined) return false;
  if (name === "user.deleted" || reason === "deleted") return true;
  // The reason of both: a refusal is rare enough to ask.
  if (reason !== "suspended" || !store) return false;
  try {
    return await store.getUser(userId) === null;
  } catch {
    // Who may be gone owns nothing.
    return true;
  }
}

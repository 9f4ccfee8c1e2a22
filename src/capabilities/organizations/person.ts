/**
 * The names of people, for those who may not see their addresses.
 *
 * @module
 */

import { displayName } from "../../base/names.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { addressIn } from "./address.ts";
import { masked } from "./refusal.ts";

/** The name of a user. Some people have their address there, which is no more for strangers. */
export function showName(user: AdapterUser | null, isWhole: boolean): string {
  const name = displayName(user?.name) ?? "";
  return isWhole || addressIn(name) === undefined ? name : masked(name);
}

/** The address of a user, in part unless the visitor may see it whole. */
export function showEmail(user: AdapterUser | null, isWhole: boolean): string | null {
  if (!user?.email) return null;
  return isWhole ? user.email : masked(user.email);
}

/**
 * Name of a person who acts; the address in part, where there is none: the reader may be a stranger.
 * `null` for a user who is gone.
 */
export async function readActorName(
  { store }: Pick<ResolvedConfig, "store">,
  userId: string,
): Promise<string | null> {
  const user = await store?.getUser(userId) ?? null;
  return showName(user, false) || showEmail(user, false);
}

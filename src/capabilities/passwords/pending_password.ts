/**
 * The user of a password that was kept until its address is proven.
 *
 * @module
 */

import { audit } from "../../hooks/audit.ts";
import {
  findPendingPassword,
  hasPending,
  type PendingPassword,
  takePendingPassword,
} from "./pending.ts";
import { findPassword, putPassword } from "./records.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { TypedPendingPassword } from "../../types/password.ts";
import { changeAddress } from "../../accounts/change_address.ts";
import { isReserved, reservationsOf } from "../../accounts/reserved_address.ts";
import { reportUpdated } from "../../accounts/report.ts";

export { hasPending };

/** The user of a kept password; `null` when it does not count any more. */
export async function findPendingUser(
  config: ResolvedConfig,
  typed: TypedPendingPassword,
): Promise<AdapterUser | null> {
  return (await find(config, typed))?.user ?? null;
}

/** @returns `null` when another user got the address meanwhile, or this user another one */
async function find(
  config: ResolvedConfig,
  { id, address }: TypedPendingPassword,
): Promise<{ pending: PendingPassword; user: AdapterUser } | null> {
  const store = config.store!;
  const pending = await findPendingPassword(config, address);
  if (pending?.id !== id) return null;
  const user = await store.getUser(pending.userId);
  if (!user || (user.email && user.email !== address)) return null;
  const holder = await store.getUserByEmail(address);
  if (holder && holder.id !== user.id) return null;
  const records = reservationsOf(config);
  if (records && await isReserved(records, address, user.id)) return null;
  return { pending, user };
}

/**
 * Gives a user the address that was proven just now, and the password that was kept for it.
 *
 * @returns `null` when the password does not count any more
 */
export async function claimPending(
  ctx: Context,
  typed: TypedPendingPassword,
): Promise<AdapterUser | null> {
  const { config } = ctx;
  const found = await find(config, typed);
  if (!found) return null;
  const { pending: { address, hash }, user: { id, email, emailVerified } } = found;
  let user = found.user;
  if (!email || !emailVerified) {
    user = await changeAddress(config.store!, { id, email, emailVerified }, address);
    await reportUpdated(ctx, user);
  }
  // One that the user has set meanwhile stays.
  if (!await findPassword(config, id) && await putPassword(config, id, hash, null)) {
    const provider = config.passwords!.providerId;
    await audit(ctx, { name: "password.set", userId: id, provider });
  }
  await takePendingPassword(config, address);
  return user;
}

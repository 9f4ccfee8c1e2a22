/**
 * The user of a password that was kept until its address is proven.
 *
 * @module
 */

import { audit } from "../../hooks/audit.ts";
import { isKept, type KeptPassword, keptPassword, takeKept } from "./kept.ts";
import { passwordOf, putPassword } from "./records.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { TypedKept } from "../../types/password.ts";
import { changeAddress } from "../../accounts/change_address.ts";
import { isReserved, reservationsOf } from "../../accounts/reserved_address.ts";
import { reportUpdated } from "../../accounts/report.ts";

export { isKept };

/** The user of a kept password; `null` when it does not count any more. */
export async function keptUser(
  config: ResolvedConfig,
  typed: TypedKept,
): Promise<AdapterUser | null> {
  return (await find(config, typed))?.user ?? null;
}

/** @returns `null` when another user got the address meanwhile, or this user another one */
async function find(
  config: ResolvedConfig,
  { id, address }: TypedKept,
): Promise<{ kept: KeptPassword; user: AdapterUser } | null> {
  const store = config.store!;
  const kept = await keptPassword(config, address);
  if (kept?.id !== id) return null;
  const user = await store.getUser(kept.userId);
  if (!user || (user.email && user.email !== address)) return null;
  const holder = await store.getUserByEmail(address);
  if (holder && holder.id !== user.id) return null;
  const records = reservationsOf(config);
  if (records && await isReserved(records, address, user.id)) return null;
  return { kept, user };
}

/**
 * Gives a user the address that was proven just now, and the password that was kept for it.
 *
 * @returns `null` when the password does not count any more
 */
export async function claimKept(ctx: Context, typed: TypedKept): Promise<AdapterUser | null> {
  const { config } = ctx;
  const found = await find(config, typed);
  if (!found) return null;
  const { kept: { address, hash }, user: { id, email, emailVerified } } = found;
  let user = found.user;
  if (!email || !emailVerified) {
    user = await changeAddress(config.store!, { id, email, emailVerified }, address);
    await reportUpdated(ctx, user);
  }
  // One that the user has set meanwhile stays.
  if (!await passwordOf(config, id) && await putPassword(config, id, hash, null)) {
    const provider = config.passwords!.providerId;
    await audit(ctx, { name: "password.set", userId: id, provider });
  }
  await takeKept(config, address);
  return user;
}

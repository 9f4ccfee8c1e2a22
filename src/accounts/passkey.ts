/**
 * A new passkey: for the user who is signed in, else with a new user. When
 * the key cannot be stored, the rows that were written for it are removed.
 *
 * @module
 */

import { audit } from "../hooks/audit.ts";
import type { AdapterAuthenticator, AdapterUser } from "../types/adapter.ts";
import type { Account } from "../types/entities.ts";
import type { Context, Store } from "../types/internal.ts";
import type { ResolvedUser } from "../types/identity.ts";
import {
  create,
  createAlone,
  findUser,
  link,
  notLinked,
  type StorableIdentity,
  undo,
} from "./create.ts";
import { notify } from "../mail/account_changes.ts";

/**
 * Stores a new key.
 *
 * @param owner user of an account with the key's id, if there is one
 * @throws {AccountNotLinked} when the key or the address belongs to a user already
 */
export async function registerPasskey(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
  owner: AdapterUser | null,
  current: AdapterUser | null,
): Promise<ResolvedUser> {
  const { user, account, authenticator } = identity;
  if (owner) throw notLinked(account, "The key belongs to a user already");
  const isNew = !current;
  const member: ResolvedUser = current
    ? { user: current, account, isNewUser: false, keepsSession: true }
    : await createAlone(ctx, store, identity, async () => {
      if (user.email && await store.getUserByEmail(user.email)) throw notLinked(account);
      return await createForKey(ctx, store, identity);
    });
  if (isNew && !member.isNewUser) throw notLinked(account, "The key belongs to a user already");
  const userId = member.user.id!;
  try {
    if (current) await link(ctx, store, identity, current);
    await storeKey(store, { ...authenticator!, userId });
  } catch (error) {
    if (current) await unlink(ctx, store, account);
    else await undo(ctx, store, member.user as AdapterUser);
    throw error;
  }
  const { credentialID } = authenticator!;
  const page = await ctx.config.account?.load();
  await page?.notePasskey(ctx.config, { userId, credentialID, aaguid: identity.aaguid });
  await audit(ctx, { name: "passkey.added", userId });
  await notify(ctx, current?.email, "passkey-added");
  return { ...member, account: { ...account, userId } };
}

/** Removes a user that the store created before it failed: without the key it has no use. */
async function createForKey(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
): Promise<ResolvedUser> {
  try {
    return await create(ctx, store, identity);
  } catch (error) {
    const lost = await findUser(ctx, identity).catch(() => null);
    // The id tells this user from the user of a parallel sign-up.
    if (lost && lost.id === identity.user.id) await undo(ctx, store, lost);
    throw error;
  }
}

/** The store may have stored the key before it failed; the key tells ours from another one. */
async function storeKey(store: Store, key: AdapterAuthenticator): Promise<void> {
  try {
    await store.createAuthenticator(key);
  } catch (error) {
    const found = await Promise.resolve(store.getAuthenticator(key.credentialID)).catch(() => null);
    const isOurs = found?.userId === key.userId &&
      found.credentialPublicKey === key.credentialPublicKey;
    if (!isOurs) throw error;
  }
}

async function unlink(
  ctx: Context,
  store: Store,
  { provider, providerAccountId }: Account,
): Promise<void> {
  try {
    await store.unlinkAccount({ provider, providerAccountId });
  } catch (error) {
    ctx.config.logger.error(error as Error);
  }
}

/**
 * A new passkey: for the user who is signed in, else with a new user. When
 * the key cannot be stored, the rows that were written for it are removed.
 *
 * @module
 */

import { audit } from "../hooks/audit.ts";
import { loadPart, publish } from "../hooks/topics.ts";
import type { AdapterAuthenticator, AdapterUser } from "../types/adapter.ts";
import type { Account } from "../types/entities.ts";
import type { Context, Store } from "../types/internal.ts";
import type { ResolvedUser, StorableIdentity } from "../types/identity.ts";
import { create, createAlone, findUser, link, notLinked, undo } from "./create.ts";
import { notify } from "../mail/notify_user.ts";

const TAKEN = "The key belongs to a user already";

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
  if (owner) throw notLinked(account, TAKEN);
  const { credentialID } = authenticator!;
  const member = await createAlone(ctx, store, identity, async (mayExist) => {
    const isTaken = mayExist && await store.getAuthenticator(credentialID) !== null;
    if (isTaken) throw notLinked(account, TAKEN);
    if (current) return await addKey(ctx, store, identity, current);
    if (user.email && await store.getUserByEmail(user.email)) throw notLinked(account);
    return await signUpWithKey(ctx, store, identity);
  });
  const userId = member.user.id!;
  const { config } = ctx;
  const { aaguid } = identity;
  await publish(config, "passkey.added", { config, userId, credentialID, aaguid });
  await audit(ctx, { name: "passkey.added", userId });
  const passkey = (await loadPart(config, "account"))?.authenticatorName(aaguid);
  await notify(ctx, current?.email, "passkey-added", { passkey });
  return { ...member, account: { ...account, userId } };
}

async function addKey(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
  user: AdapterUser,
): Promise<ResolvedUser> {
  const { account, authenticator } = identity;
  try {
    await link(ctx, store, identity, user);
    await storeKey(store, { ...authenticator!, userId: user.id });
  } catch (error) {
    await unlink(ctx, store, account, user);
    throw error;
  }
  return { user, account, isNewUser: false, keepsSession: true };
}

async function signUpWithKey(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
): Promise<ResolvedUser> {
  const member = await createForKey(ctx, store, identity);
  if (!member.isNewUser) throw notLinked(identity.account, TAKEN);
  try {
    await storeKey(store, { ...identity.authenticator!, userId: member.user.id! });
  } catch (error) {
    await undo(ctx, store, member.user as AdapterUser);
    throw error;
  }
  return member;
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

/** Removes the account that was linked for a key; not one that another user has got meanwhile. */
async function unlink(
  ctx: Context,
  store: Store,
  { provider, providerAccountId }: Account,
  { id }: AdapterUser,
): Promise<void> {
  try {
    const found = await store.getAccount(providerAccountId, provider);
    if (found && found.userId !== id) return;
    await store.unlinkAccount({ provider, providerAccountId });
  } catch (error) {
    ctx.config.logger.error(error as Error);
  }
}

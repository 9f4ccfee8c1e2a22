/**
 * Changes that users can make to their own accounts and passkeys.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { requireMethods } from "../hooks/adapter.ts";
import { audit } from "../hooks/audit.ts";
import { findProvider } from "../hooks/providers.ts";
import { loadPart, publish } from "../hooks/topics.ts";
import { withLocks } from "../records/lock.ts";
import type { Caller } from "../mail/send_notice.ts";
import { removeRecords } from "../records/kind.ts";
import { requireUserId } from "../records/owner.ts";
import { retryOnce } from "../records/retry_once.ts";
import { refuseDeleted } from "../session/user_status.ts";
import { endRecords } from "../session/record.ts";
import type { AdapterAccount, AdapterAuthenticator } from "../types/adapter.ts";
import type { Removal } from "../types/account.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import {
  accountIndex,
  type NotedAccount,
  removeFromAccountIndex,
} from "../records/account_index.ts";
import { endLinks } from "./open_links.ts";
import { forgetPasskey, passkeyName } from "./passkey_names.ts";
import { endBegunWith } from "./sessions.ts";
import { notify, notifyUser, tellsOfChanges, withLabel } from "../mail/notify_user.ts";

/** A config with a store. */
export type WithStore = ResolvedConfig & { store: Store };

/** A config with a store, and the request of the change; a call of the app has none. */
export interface StoreCaller extends Caller {
  /** Completed config. */
  readonly config: WithStore;
}

/** The accounts of a user, from the store or, when it lists none, from records. */
export async function listAccounts(
  config: WithStore,
  userId: string,
): Promise<(AdapterAccount | NotedAccount)[]> {
  const noted = await accountIndex(config, userId);
  if (noted) return noted;
  const { store } = config;
  requireMethods(store, ["listAccounts"]);
  return await store.listAccounts(userId);
}

/** The accounts of a user; `undefined` where neither the store nor records can list them. */
export async function accountsIfListed(
  config: ResolvedConfig,
  userId: string,
): Promise<(AdapterAccount | NotedAccount)[] | undefined> {
  const { store } = config;
  if (!store || !canListAccounts(config)) return undefined;
  return await listAccounts({ ...config, store }, userId);
}

function canListAccounts({ store, records }: ResolvedConfig): boolean {
  return store!.has("listAccounts") || records !== undefined;
}

/**
 * Counts the ways in which a user can sign in, as the store knows them: accounts
 * of configured providers, passkeys, an address that email can be sent to, and a password.
 */
export async function countSignInMethods(config: WithStore, userId: string): Promise<number> {
  const { store, providers } = config;
  const hasPasskeys = [...providers.values()].some(({ type }) => type === "webauthn");
  const canListKeys = hasPasskeys && store.has("listAuthenticatorsByUserId");
  const keys = canListKeys ? await store.listAuthenticatorsByUserId(userId) : [];
  return await countOtherWays(config, userId) + keys.length;
}

/** Counts the same ways without passkeys. */
async function countOtherWays(config: WithStore, userId: string): Promise<number> {
  const { store, providers, unusable, passwords } = config;
  const isUsable = (id: string) => providers.has(id) && !unusable.has(id);
  const accounts = (await listAccounts(config, userId))
    // A passkey counts by its key, not by the account that stands for it.
    .filter(({ provider, type }) => type !== "webauthn" && isUsable(provider));
  const offersMail = [...providers.values()].some(({ id, type }) =>
    type === "email" && isUsable(id)
  );
  const user = offersMail || passwords ? await store.getUser(userId) : null;
  const hasMail = offersMail && Boolean(user?.email);
  const byMail = accounts.some(({ type }) => type === "email");
  const hasPassword = passwords && user?.email && user.emailVerified &&
    await (await loadPart(config, "passwordRecords"))!.findPassword(config, userId) !== null;
  return accounts.length + (hasMail && !byMail ? 1 : 0) + (hasPassword ? 1 : 0);
}

/**
 * Unlinks an account unless it is the last sign-in method, and ends the sessions that began with it.
 *
 * @returns `false` when it is the last one, and nothing was unlinked
 * @throws {AuthError} when the user has no such account
 */
export async function unlink(
  caller: StoreCaller,
  userId: string,
  account: Pick<AdapterAccount, "provider" | "providerAccountId">,
  removal: Removal,
): Promise<boolean> {
  const { store, records } = caller.config;
  requireMethods(store, ["unlinkAccount"]);
  const run = () => unlinkFrom(caller, userId, account, removal);
  // Records hold no tokens, so that an account could not be linked again as it was.
  return store.has("listAccounts") || !records
    ? await run()
    : await withLocks(records, [JSON.stringify(["accounts", userId])], run);
}

async function unlinkFrom(
  caller: StoreCaller,
  userId: string,
  { provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">,
  removal: Removal,
): Promise<boolean> {
  const { config } = caller;
  const { store } = config;
  const account = (await listAccounts(config, userId)).find((one) =>
    one.provider === provider && one.providerAccountId === providerAccountId
  );
  if (!account) throw new AuthError("Cannot unlink the account: the user has none with this id");
  // A key without its account cannot sign in, and would still be counted as a sign-in method.
  const key = account.type === "webauthn" && await findKey(config, account);
  if (key) return await removeKey(caller, userId, key.credentialID, removal);
  const isLast = async (least: number) =>
    !removal.hasOtherWayIn && await countSignInMethods(config, userId) < least;
  if (await isLast(2)) return false;
  const label = tellsOfChanges(config)
    ? (await (await loadPart(config, "account"))?.readLabels(config, userId))?.(account)
    : undefined;
  await store.unlinkAccount({ provider, providerAccountId });
  await removeFromAccountIndex(config, account);
  await (await loadPart(config, "tokens"))?.forget(config, account);
  if (await isLast(1)) {
    // A parallel call removed the other one: each call restores its own.
    await store.linkAccount(account);
    return false;
  }
  await retryOnce(() => endBegunWith(caller, userId, account, removal.keepSession));
  await publish(config, "account.unlinked", { config, account });
  await audit(caller, { name: "account.unlinked", userId, provider });
  const name = (await findProvider(config, provider))?.name ?? provider;
  await notifyUser(caller, userId, "account-unlinked", { provider: withLabel(name, label) });
  return true;
}

/** The key that an account stands for. */
async function findKey(
  { store }: WithStore,
  { userId, providerAccountId }: NotedAccount,
): Promise<AdapterAuthenticator | undefined> {
  if (!store.has("listAuthenticatorsByUserId")) return undefined;
  const keys = await store.listAuthenticatorsByUserId(userId);
  return keys.find((key) => key.providerAccountId === providerAccountId);
}

/**
 * Removes a passkey, and the account that stands for it, unless it is the last
 * sign-in method, and ends the sessions that began with it.
 *
 * @returns `false` when it is the last one, and nothing was removed
 * @throws {AuthError} when the user has no such passkey
 */
export async function removeKey(
  caller: StoreCaller,
  userId: string,
  id: string,
  { hasOtherWayIn = false, keepSession }: Removal,
): Promise<boolean> {
  const { config } = caller;
  const { store, providers } = config;
  requireMethods(store, ["deleteAuthenticator", "unlinkAccount"]);
  const key = await ownKey(store, userId, id);
  const others = async () =>
    // When neither the store nor records list accounts, only passkeys are known.
    hasOtherWayIn ? 1 : canListAccounts(config) ? await countOtherWays(config, userId) : 0;
  const passkey = tellsOfChanges(config) ? await passkeyName(config, key) : undefined;
  const unlessLast = await others() === 0;
  if (!await store.deleteAuthenticator(id, { unlessLast })) return false;
  if (!unlessLast && await others() === 0) {
    const left = await store.listAuthenticatorsByUserId(userId);
    if (left.length === 0) {
      // A parallel call removed the other one: each call restores its own.
      await store.createAuthenticator(key);
      return false;
    }
  }
  await audit(caller, { name: "passkey.removed", userId });
  await notifyUser(caller, userId, "passkey-removed", { passkey });
  await forgetPasskey(config, id);
  // The key is gone, so its account cannot sign in, even when the next step fails.
  const { providerAccountId } = key;
  for (const { id: provider, type } of providers.values()) {
    if (type !== "webauthn") continue;
    const account = { provider, providerAccountId };
    try {
      if ((await store.getAccount(providerAccountId, provider))?.userId !== userId) continue;
      await store.unlinkAccount(account);
      await removeFromAccountIndex(config, account);
    } finally {
      // After the account, by which a sign-in at the same time is refused.
      await retryOnce(() => endBegunWith(caller, userId, account, keepSession));
    }
  }
  return true;
}

/**
 * Returns a user's own passkey; another user's is treated like one that does not
 * exist.
 *
 * @throws {AuthError} when there is none
 */
export async function ownKey(
  store: Store,
  userId: string,
  id: string,
): Promise<AdapterAuthenticator> {
  const key = await store.getAuthenticator(id);
  if (key?.userId === userId) return key;
  throw new AuthError("Cannot change the passkey: the user has none with this id");
}

/**
 * Removes a user with everything that belongs to it. Each step is tried twice: a user whose
 * sessions have ended could not repeat it. All but merges call `remove_user.ts`.
 *
 * @param into the user into whom this one was merged, who has been told. Default: none
 */
export async function remove(
  caller: StoreCaller,
  userId: string,
  into?: string,
): Promise<void> {
  const { config } = caller;
  const { store, revocation, records } = config;
  requireUserId("delete the user", userId);
  requireMethods(store, ["deleteUser"]);
  // Before anything is removed: it may refuse.
  await prepareDeletion(caller, userId, { into });
  const isRead = tellsOfChanges(config) || store.has("deleteVerificationTokens");
  const email = isRead ? (await store.getUser(userId))?.email : undefined;
  if (revocation) {
    await retryOnce(() => refuseDeleted(revocation.records, userId));
    // All that was given to the user until now is found; from now on, nothing can be given.
    await prepareDeletion(caller, userId, { into });
    // Removing the records ends token sessions.
    await retryOnce(() => endRecords(revocation, userId));
  }
  if (email) await retryOnce(() => endLinks(store, email));
  await deleteFrom(store, userId);
  await audit(caller, { name: "user.deleted", userId });
  // An adapter removes its own records; an app may have given it those of another store.
  if (records) await retryOnce(() => removeRecords(records, userId));
  // Last, so that a failure before it leaves a deletion that is due to the next call.
  await retryOnce(() => publish(config, "user.deleted", { config, userId }));
  if (into === undefined) await notify(caller, email, "deleted");
}

/**
 * Lets the capabilities prepare the deletion of a user, one after the other.
 *
 * @param options see the topic `user.deleting`
 * @throws what one of them throws to refuse it
 */
export async function prepareDeletion(
  caller: StoreCaller,
  userId: string,
  { into, isRequest = false, isOpen }: {
    isRequest?: boolean;
    into?: string | undefined;
    isOpen?: true;
  } = {},
): Promise<void> {
  await publish(caller.config, "user.deleting", {
    ...{ caller, userId, isRequest },
    ...into === undefined ? {} : { into },
    ...isOpen ? { isOpen } : {},
  });
}

/** Some stores reject when the user was deleted by the first try. */
async function deleteFrom(store: Store, userId: string): Promise<void> {
  try {
    await store.deleteUser(userId);
  } catch {
    if (await store.getUser(userId)) await store.deleteUser(userId);
  }
}

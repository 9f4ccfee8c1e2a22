/**
 * Account pre-hijacking: an attacker signs up under another person's address, and
 * still has access after its owner has signed up. The rule against it:
 *
 * - When sign-ins can prove addresses, an unproven one is never stored.
 * - A stored one may be older than that rule, or written by other code. When its
 *   owner proves it, the other user loses the address, and nothing else: the
 *   keys, accounts, sessions and tokens of that user open that user, never the
 *   owner's. A password, which opens the user of an address, is removed with it.
 *
 * @module
 */

import { nowDate } from "../base/time.ts";
import { claimsAddresses, isProven, provesAddresses } from "../config/providers.ts";
import { audit } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import type { Caller } from "../mail/send_notice.ts";
import { currentUser } from "../session/strategies.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { User } from "../types/entities.ts";
import type { Context, Store } from "../types/internal.ts";
import type { Identity } from "../types/identity.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import { accountIndex } from "../records/account_index.ts";
import { reportUpdated } from "./report.ts";

/** Returns `true` for a sign-in that proved the address it brings. */
export function provesAddress(ctx: Context, identity: Identity): boolean {
  // Every sign-in has a provider.
  return isProven(ctx.provider!, identity);
}

/**
 * Returns the identity for the app's callbacks and for the store: without an
 * unproven address, and with a new user in place of one who loses the address
 * to it.
 */
export async function withOwnAddress(ctx: Context, identity: Identity): Promise<Identity> {
  const { user, account, isStored } = identity;
  const { canProve, store } = ctx.config;
  if (account.type === "credentials") return identity; // the app is responsible for the address
  if (!isStored) {
    if (!canProve || !user.email || provesAddress(ctx, identity)) return identity;
    return { ...identity, user: { ...user, email: undefined }, unprovenAddress: user.email };
  }
  // The password, and the link to the address, were brought by one browser.
  if (account.type !== "email" || identity.pending) return identity;
  // Only a store has a row to find.
  if (await findAddressEvidence(ctx, store!, user as AdapterUser) === "proven") return identity;
  const id = crypto.randomUUID();
  const owner: AdapterUser = { id, email: account.providerAccountId, emailVerified: null };
  return { ...identity, user: owner, account: { ...account, userId: id }, isStored: false };
}

/**
 * Returns `true` when the address of a user who just signed in is not proven to
 * be the user's own. Always `false` when the app can prove addresses, since it
 * keeps no unproven one.
 */
export function hasUnprovenAddress(ctx: Context, identity: Identity, user: User): boolean {
  if (ctx.config.canProve || identity.account.type === "credentials" || !user.email) return false;
  const isOfRow = ctx.config.store && user.emailVerified;
  return !isOfRow && !(user.email === identity.user.email && provesAddress(ctx, identity));
}

/** Counts of the ways into a user. */
interface WaysIn {
  /** Accounts of providers that prove addresses. */
  proving: number;
  /**
   * Accounts of providers that prove no address or are gone, passkeys without a proving
   * account, and a password, which belongs to an address that the user had before.
   */
  unproven: number;
  /** `false` when the store cannot list accounts. */
  isComplete: boolean;
}

async function waysInto({ config }: Caller, store: Store, { id }: AdapterUser): Promise<WaysIn> {
  const hasPasskeys = [...config.providers.values()].some(({ type }) => type === "webauthn");
  const keys = hasPasskeys ? await store.listAuthenticatorsByUserId(id) : [];
  // A passkey's account is no evidence beside the key.
  const listed = await store.listAccounts?.(id) ?? await accountIndex(config, id) ?? [];
  const accounts = listed.filter(({ type }) => type !== "webauthn");
  const unproven = accounts.filter(({ provider }) => isUnproving(config.providers.get(provider)));
  const proving = accounts.length - unproven.length;
  const passwords = await loadPart(config, "passwordRecords");
  const hasPassword = passwords && await passwords.findPassword(config, id) !== null;
  return {
    proving,
    // Keys are added to a user who has proven the address; alone, they prove nothing.
    unproven: unproven.length + (proving > 0 ? 0 : keys.length) + (hasPassword ? 1 : 0),
    isComplete: store.listAccounts !== undefined,
  };
}

function isUnproving(provider: ResolvedProvider | undefined): boolean {
  return !provider || (claimsAddresses(provider) && !provesAddresses(provider));
}

/**
 * Returns the evidence in the store for a user's address. `"unknown"`: the store
 * cannot list accounts, and there are providers that prove no address.
 */
export async function findAddressEvidence(
  ctx: Context,
  store: Store,
  user: AdapterUser,
): Promise<"proven" | "unproven" | "unknown"> {
  if (user.emailVerified) return "proven";
  const { unproven, isComplete } = await waysInto(ctx, store, user);
  const mayHide = !isComplete &&
    [...ctx.config.providers.values()].some((one) => one.type !== "webauthn" && isUnproving(one));
  if (unproven === 0 && !mayHide) return "proven";
  // A person who is signed in as the user controls both the user and the address.
  if ((await currentUser(ctx))?.id === user.id) return "proven";
  return unproven > 0 ? "unproven" : "unknown";
}

/**
 * Returns `true` for a user whose address was proven, as the user or a provider's account
 * states, and who has no sign-in method that could be another person's.
 */
export async function hasProvenEvidence(
  caller: Caller,
  store: Store,
  user: AdapterUser,
): Promise<boolean> {
  if (!user.email) return false;
  if (user.emailVerified) return true;
  const { proving, unproven } = await waysInto(caller, store, user);
  return proving > 0 && unproven === 0;
}

/**
 * Keeps with the user that the address was proven, where a provider's account states it.
 *
 * @returns the user; `null` when the address was not proven
 */
export async function storeAddressProven(
  caller: Caller,
  store: Store,
  user: AdapterUser,
): Promise<AdapterUser | null> {
  if (!await hasProvenEvidence(caller, store, user)) return null;
  if (user.emailVerified) return user;
  const proven = await store.updateUser({ id: user.id, emailVerified: nowDate() });
  await reportUpdated(caller, proven);
  await audit(caller, { name: "address.proven", userId: user.id });
  return proven;
}

/**
 * Returns `true` for a user with an address that its owner could prove, and with
 * no sign-in method but unproven ones. An account that is added to such a user would
 * make the address look proven later.
 */
export async function hasOnlyUnprovenAccess(
  ctx: Context,
  store: Store,
  user: AdapterUser,
): Promise<boolean> {
  if (!ctx.config.canProve || !user.email || user.emailVerified) return false;
  const { proving, unproven, isComplete } = await waysInto(ctx, store, user);
  return isComplete && unproven > 0 && proving === 0;
}

/** Takes an address away from a user who never proved it, and a password with it. */
export async function takeAddress(ctx: Context, store: Store, holder: AdapterUser): Promise<void> {
  // The contract types the address as required; stores accept users without one.
  const changes = { id: holder.id, email: null } as unknown as AdapterUser;
  const user = await store.updateUser(changes);
  await reportUpdated(ctx, user);
  // Afterwards: until then, the password is the sign that the address is only claimed.
  const { passwords } = ctx.config;
  if (!passwords) return;
  if (!await (await loadPart(ctx.config, "passwordRecords"))!.takePassword(ctx.config, holder.id)) {
    return;
  }
  const { providerId: provider } = passwords;
  await audit(ctx, { name: "password.removed", userId: holder.id, provider });
}

/**
 * Writes users and accounts. A sign-in that fails midway leaves no rows behind,
 * so that the next one starts clean.
 *
 * @module
 */

import { isOAuth } from "../config/providers.ts";
import {
  AccountNotLinked,
  type AuthError,
  OAuthAccountNotLinked,
  OAuthProfileParseError,
} from "../errors.ts";
import { audit } from "../hooks/audit.ts";
import { lazy } from "../base/lazy.ts";
import { withLocks } from "../records/lock.ts";
import type { AdapterAccount, AdapterUser } from "../types/adapter.ts";
import type { Account, Awaitable, TokenSet } from "../types/entities.ts";
import type { Context, Store } from "../types/internal.ts";
import type { Identity, ResolvedUser, StorableIdentity } from "../types/identity.ts";
import { addToAccountIndex } from "../records/account_index.ts";
import { reportCreated, reportLinked } from "./report.ts";
import { beginSignUp } from "./sign_up.ts";
import { beginUserCreation, endUserCreation } from "./pending_user_creation.ts";

// Most rows fit.
const less = lazy(() => import("./rows_that_fit.ts"));

/** A stored account before its user is known. */
type AccountWithoutOwner =
  & Pick<AdapterAccount, "provider" | "type" | "providerAccountId">
  & TokenSet;

const EMAIL_TAKEN = "The address belongs to a user who signed in another way before";

/**
 * Numbers of lookups for a user that a parallel sign-in of the same account may
 * be writing: fewer when there is no sign of one.
 */
const LOOKS = { afterConflict: 10, onSuspicion: 4 };

/**
 * Stores write UTF-8, which turns every lone surrogate into the same character,
 * and some cut text at NUL: two ids could become equal, and the second would open
 * the account of the first.
 */
function assertExact(providerAccountId: string): void {
  if (providerAccountId.isWellFormed() && !providerAccountId.includes("\0")) return;
  throw new OAuthProfileParseError("Cannot use the account's id: it is not well-formed text");
}

/**
 * The stored user of an account, for the `signIn` callback; `null` when there
 * is none. The flow of emails has read the user of the address, and `withOwnAddress` has checked
 * that the address is that user's; that of passwords has read the user too. A user of `authorize`
 * is looked up later.
 */
export async function findUser(
  ctx: Context,
  { account, user, isStored }: Identity,
): Promise<AdapterUser | null> {
  const { store } = ctx.config;
  if (!store) return null;
  if (account.type === "email" || account.type === "credentials") {
    // One who never had the address is about to get it, with a password that was kept for it.
    return isStored && user.email ? user as AdapterUser : null;
  }
  const { provider, providerAccountId } = account;
  assertExact(providerAccountId);
  return await store.getUserByAccount({ provider, providerAccountId });
}

/** Returns `true` when the account is kept in a row of the store. */
export function isStorable(identity: Identity): identity is StorableIdentity {
  return identity.account.type !== "credentials";
}

/**
 * Runs a function that creates the user of an account or an address. Where the store cannot
 * create both in one atomic step, which also means that it may accept an address twice, and
 * there are records, one call at a time runs for each of the two.
 *
 * @param run gets `true` when it must look again for what another call has created
 */
export async function createAlone<T>(
  ctx: Context,
  store: Store,
  { account, user }: Identity,
  run: (mayExist: boolean) => Promise<T>,
): Promise<T> {
  const { records } = ctx.config;
  if (store.createUserWithAccount || !records) return await run(false);
  const { provider, providerAccountId } = account;
  const address = account.type === "email" ? providerAccountId : user.email;
  const names = [JSON.stringify(["account", provider, providerAccountId])];
  if (address) names.push(JSON.stringify(["address", address]));
  return await withLocks(records, names, () => run(true));
}

/** Writes rows; where they are too large for the store, without their largest members. */
async function fit<Rows extends readonly object[], T>(
  ctx: Context,
  write: (...rows: Rows) => Awaitable<T>,
  ...rows: Rows
): Promise<T> {
  try {
    return await write(...rows);
  } catch (error) {
    return await (await less()).writeLess(ctx, error, rows, write);
  }
}

/** Stores an account. */
export async function link(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
  user: AdapterUser,
): Promise<void> {
  // Before the link: a linked account that is not noted would look like none.
  await addToAccountIndex(ctx.config, identity.account, user.id);
  await fit(ctx, store.linkAccount, { ...storedAccount(ctx, identity), userId: user.id });
  await reportLinked(ctx, identity, user);
}

/**
 * Creates user and account: atomically when the store can, else a failure undoes the first.
 *
 * @param isAlone `true` while no other sign-in creates a user with the address
 * @param holder user who loses the address to the new one
 * @throws {SignUpRefused} when the identity may not become a user
 */
export async function create(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
  isAlone = false,
  holder?: AdapterUser,
): Promise<ResolvedUser> {
  await beginSignUp(ctx, store, identity, holder);
  const stub: AdapterUser = {
    ...identity.user,
    id: identity.user.id!,
    email: identity.user.email!,
    emailVerified: null,
  };
  if (store.createUserWithAccount) {
    const account = storedAccount(ctx, identity);
    const user = await fit(ctx, store.createUserWithAccount, stub, account);
    if (!user) return await findWinner(ctx, identity);
    await addToAccountIndex(ctx.config, identity.account, user.id);
    await reportCreated(ctx, user);
    await reportLinked(ctx, identity, user);
    return { user, account: identity.account, isNewUser: true };
  }
  if (!isAlone || !stub.email) return await createInSteps(ctx, store, identity, stub, isAlone);
  await beginUserCreation(ctx.config, stub.email);
  let member: ResolvedUser;
  try {
    member = await createInSteps(ctx, store, identity, stub, isAlone);
  } catch (error) {
    const left = await Promise.resolve(store.getUserByEmail(stub.email)).catch(() => stub);
    // A user who could neither get the account nor be removed is left to the next sign-in.
    if (!left) await endUserCreation(ctx.config, stub.email);
    throw error;
  }
  await endUserCreation(ctx.config, stub.email);
  return member;
}

async function createInSteps(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
  stub: AdapterUser,
  isAlone: boolean,
): Promise<ResolvedUser> {
  const { account } = identity;
  let user: AdapterUser;
  try {
    user = await fit(ctx, store.createUser, stub);
  } catch (error) {
    await undoLost(ctx, store, stub, isAlone);
    return await findWinner(ctx, identity, error);
  }
  try {
    await reportCreated(ctx, user);
    await link(ctx, store, identity, user);
  } catch (error) {
    // A parallel sign-in may have linked the same account to this user.
    const owner = await findUser(ctx, identity).catch(() => null);
    if (owner?.id === user.id) return { user: owner, account, isNewUser: true };
    // Without its account the user would block the address forever.
    await undo(ctx, store, user);
    return await findWinner(ctx, identity, error);
  }
  return { user, account, isNewUser: true };
}

/**
 * The store may have created the user before it failed. The id tells ours from another one,
 * or, where the store makes ids of its own, the members that we wrote.
 */
async function undoLost(
  ctx: Context,
  store: Store,
  { id, email, name = null, image = null }: AdapterUser,
  isAlone: boolean,
): Promise<void> {
  const found = email ? await Promise.resolve(store.getUserByEmail(email)).catch(() => null) : null;
  if (!found) return;
  const looksOurs = isAlone && !found.emailVerified &&
    (found.name ?? null) === name && (found.image ?? null) === image;
  if (found.id === id || looksOurs) await undo(ctx, store, found);
}

/**
 * Removes a user that no account belongs to; a failure is logged.
 *
 * @returns `true` when it was removed
 */
export async function undo(ctx: Context, store: Store, user: AdapterUser): Promise<boolean> {
  try {
    await store.deleteUser(user.id);
    await audit(ctx, { name: "user.deleted", userId: user.id });
    return true;
  } catch (error) {
    ctx.config.logger.error(error as Error);
    return false;
  }
}

/** Returns the user that a parallel first sign-in of the same account has created. */
export async function findWinner(
  ctx: Context,
  identity: Identity,
  failure?: unknown,
): Promise<ResolvedUser> {
  // A new key has no parallel sign-in.
  if (identity.authenticator) throw failure ?? notLinked(identity.account);
  const attempts = failure ? LOOKS.afterConflict : LOOKS.onSuspicion;
  for (let look = 1; look <= attempts; look++) {
    const owner = await findUser(ctx, identity);
    if (owner) return { user: owner, account: identity.account, isNewUser: false };
    // Without a user of the address, no parallel sign-in is between its two writes.
    if (!identity.user.email || !await ctx.config.store!.getUserByEmail(identity.user.email)) break;
    const longest = Math.min(10 * 2 ** look, 400);
    await new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
  }
  throw failure ?? notLinked(identity.account);
}

/** Returns the error for an account that must not be added to a user. */
export function notLinked({ provider, type }: Account, message = EMAIL_TAKEN): AuthError {
  const cause = { provider };
  return type === "webauthn"
    ? new AccountNotLinked(message, { cause })
    : new OAuthAccountNotLinked(message, { cause });
}

/** The members that the provider's `account` callback keeps, with the ids of the account. */
function storedAccount(
  ctx: Context,
  { account }: StorableIdentity,
): AccountWithoutOwner {
  const { provider, type, providerAccountId, ...tokens } = account;
  // Passkeys have no tokens to choose from.
  const stored = isOAuth(ctx.provider) ? ctx.provider.account(tokens) ?? tokens : tokens;
  return { ...stored, provider, type, providerAccountId };
}

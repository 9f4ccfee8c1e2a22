/**
 * Writes users and accounts. A sign-in that fails on the way leaves nothing
 * behind, and the next one starts clean.
 *
 * @module
 */

import {
  AccountNotLinked,
  type AuthError,
  OAuthAccountNotLinked,
  OAuthProfileParseError,
} from "../errors.ts";
import { emit } from "../hooks/events.ts";
import type { AdapterAccount, AdapterUser } from "../types/adapter.ts";
import type { Account, TokenSet } from "../types/entities.ts";
import type { Context, Identity, Member, ResolvedOAuthProvider, Store } from "../types/internal.ts";

/** A stored account before it is known whose it is. */
type AccountWithoutOwner =
  & Pick<AdapterAccount, "provider" | "type" | "providerAccountId">
  & TokenSet;

const NAMESAKE = "The address belongs to a user who signed in another way before";

/**
 * Looks for what a parallel sign-in of the same account is writing: fewer when
 * nothing says that there is one.
 */
const LOOKS = { afterConflict: 10, onSuspicion: 4 };

/**
 * Stores write UTF-8, which turns every half character into the same one, and
 * some end at NUL: two ids could meet, and the second open the first's account.
 */
function assertExact(providerAccountId: string): void {
  if (providerAccountId.isWellFormed() && !providerAccountId.includes("\0")) return;
  throw new OAuthProfileParseError("Cannot use the account's id: it is not well-formed text");
}

/**
 * The stored user of an account, for the `signIn` callback; `null` when there
 * is none, or when the flow has looked already.
 */
export async function findUser(ctx: Context, { account }: Identity): Promise<AdapterUser | null> {
  const { store } = ctx.config;
  if (!store || account.type === "credentials" || account.type === "email") return null;
  const { provider, providerAccountId } = account;
  assertExact(providerAccountId);
  return await store.getUserByAccount({ provider, providerAccountId });
}

/** Stores an account. */
export async function link(
  ctx: Context,
  store: Store,
  identity: Identity,
  user: AdapterUser,
): Promise<void> {
  await store.linkAccount({ ...storedAccount(ctx, identity), userId: user.id });
  await tellLinked(ctx, identity, user);
}

/** Creates user and account: atomically where the store can, else undoing the first write. */
export async function create(ctx: Context, store: Store, identity: Identity): Promise<Member> {
  const { account } = identity;
  const stub: AdapterUser = {
    ...identity.user,
    id: identity.user.id!,
    email: identity.user.email!,
    emailVerified: null,
  };
  if (store.createUserWithAccount) {
    const user = await store.createUserWithAccount(stub, storedAccount(ctx, identity));
    if (!user) return await findWinner(ctx, identity);
    await emit(ctx.config, "createUser", { user });
    await tellLinked(ctx, identity, user);
    return { user, account, isNewUser: true };
  }
  let user: AdapterUser;
  try {
    user = await store.createUser(stub);
  } catch (error) {
    await undoLost(ctx, store, stub);
    return await findWinner(ctx, identity, error);
  }
  try {
    await emit(ctx.config, "createUser", { user });
    await link(ctx, store, identity, user);
  } catch (error) {
    // A parallel sign-in may have linked the same account to this very user.
    const owner = await findUser(ctx, identity).catch(() => null);
    if (owner?.id === user.id) return { user: owner, account, isNewUser: true };
    // Without its account the user would block the address for ever.
    await undo(ctx, store, user);
    return await findWinner(ctx, identity, error);
  }
  return { user, account, isNewUser: true };
}

/** The store may have created the user and failed to say so; its id tells it from a rival's. */
async function undoLost(ctx: Context, store: Store, { id, email }: AdapterUser): Promise<void> {
  const found = email ? await Promise.resolve(store.getUserByEmail(email)).catch(() => null) : null;
  if (found?.id === id) await undo(ctx, store, found);
}

/** Removes a user that nothing leads to; a failure is logged. */
export async function undo(ctx: Context, store: Store, user: AdapterUser): Promise<void> {
  try {
    await store.deleteUser(user.id);
  } catch (error) {
    ctx.config.logger.error(error as Error);
  }
}

/** A parallel first sign-in of the same account may have won: then its user is ours too. */
export async function findWinner(
  ctx: Context,
  identity: Identity,
  failure?: unknown,
): Promise<Member> {
  // A new key has no other sign-in.
  if (identity.authenticator) throw failure ?? notLinked(identity.account);
  const looks = failure ? LOOKS.afterConflict : LOOKS.onSuspicion;
  for (let look = 1; look <= looks; look++) {
    const owner = await findUser(ctx, identity);
    if (owner) return { user: owner, account: identity.account, isNewUser: false };
    // Without such a user, no parallel sign-in is between its two writes.
    if (!identity.user.email || !await ctx.config.store!.getUserByEmail(identity.user.email)) break;
    const longest = Math.min(10 * 2 ** look, 400);
    await new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
  }
  throw failure ?? notLinked(identity.account);
}

/** The refusal to add an account to a user. */
export function notLinked({ provider, type }: Account, why = NAMESAKE): AuthError {
  const cause = { provider };
  return type === "webauthn"
    ? new AccountNotLinked(why, { cause })
    : new OAuthAccountNotLinked(why, { cause });
}

/** The members that the provider lets be stored, with the ids that make it an account. */
function storedAccount(ctx: Context, { account }: Identity): AccountWithoutOwner {
  const { provider, type, providerAccountId, ...tokens } = account;
  // Passkeys have no tokens to choose from.
  const kept = (ctx.provider as Partial<ResolvedOAuthProvider>).account?.(tokens) ?? tokens;
  // Accounts without a store row (credentials) never get here.
  return { ...kept, provider, type, providerAccountId } as AccountWithoutOwner;
}

async function tellLinked(ctx: Context, { user: profile, account }: Identity, user: AdapterUser) {
  await emit(ctx.config, "linkAccount", { user, account, profile });
}

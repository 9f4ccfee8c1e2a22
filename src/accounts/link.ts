/**
 * Who that is here: finds, links or creates the user that an identity belongs
 * to. A sign-in that fails on the way leaves nothing behind, and the next one
 * starts clean.
 *
 * @module
 */

import {
  AccountNotLinked,
  AuthError,
  OAuthAccountNotLinked,
  OAuthProfileParseError,
} from "../errors.ts";
import { emit } from "../hooks/events.ts";
import { sessionOf } from "../session/mod.ts";
import { canProve, evictStrangers, isClaim, isUnverified } from "./strangers.ts";
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from "../types/adapter.ts";
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

/**
 * Finds, links or creates; for passkeys, {@linkcode AccountNotLinked} takes
 * the place of {@linkcode OAuthAccountNotLinked}.
 *
 * | Account | Signed in | Result |
 * |---|---|---|
 * | known | no | its user |
 * | known | as its user | nothing changes |
 * | known | as somebody else | {@linkcode OAuthAccountNotLinked} |
 * | unknown | yes | linked to the current user, unless only keys vouch for it |
 * | unknown | no, address known | {@linkcode OAuthAccountNotLinked}, or linked when the provider allows it |
 * | unknown | no, address unknown | a new user |
 * | unknown | no, address unverified by the provider's own word, and its owner could prove it here | a new user without an address |
 *
 * A proven e-mail address is its user's, whoever is signed in, and is stored
 * with the user instead of an account.
 *
 * @throws {OAuthAccountNotLinked} when the account, or its address, belongs to another user
 */
export async function resolveAccount(ctx: Context, identity: Identity): Promise<Member> {
  const { store, session } = ctx.config;
  const { user, account } = identity;
  if (!store) return { user, account };
  if (account.type === "credentials") {
    return session.strategy === "database"
      ? await memberByCredentials(ctx, store, identity)
      : { user, account };
  }
  if (account.type === "email") return await memberByEmail(ctx, store, identity);
  const owner = await findUser(ctx, identity);
  const current = await sessionOf(ctx).user(ctx);
  if (identity.authenticator) return await registerPasskey(ctx, store, identity, owner, current);
  if (owner) return toMember(identity, owner, current);
  if (account.type === "webauthn") throw notLinked(account, "The key was removed meanwhile");
  if (current) {
    if (await isClaim(ctx, store, current)) {
      throw notLinked(account, "Nobody has proven the address of the user who is signed in");
    }
    await linkToCurrent(ctx, store, identity, current);
    return { user: current, account, isNewUser: false, keepsSession: true };
  }
  // Stored, it would be the owner's way into this user, and this user's into the owner's.
  if (isUnverified(identity) && canProve(ctx)) {
    return await create(ctx, store, { ...identity, user: { ...user, email: undefined } });
  }
  const namesake = user.email ? await store.getUserByEmail(user.email) : null;
  if (!namesake) return await create(ctx, store, identity);
  if (!(ctx.provider as ResolvedOAuthProvider).allowDangerousEmailAccountLinking) {
    // Unless that user is being created right now, for this very account.
    return await findWinner(ctx, identity);
  }
  // The provider's word is the first proof of the address.
  if (await isClaim(ctx, store, namesake)) await evictStrangers(ctx, store, namesake);
  try {
    await link(ctx, store, identity, namesake);
  } catch (error) {
    return await findWinner(ctx, identity, error);
  }
  return { user: namesake, account, isNewUser: false };
}

function toMember(
  { account }: Identity,
  owner: AdapterUser,
  current: AdapterUser | null,
): Member {
  if (current && current.id !== owner.id) {
    throw notLinked(account, "The account belongs to another user than the one signed in");
  }
  return { user: owner, account, isNewUser: false, keepsSession: current !== null };
}

/** Links; a parallel attempt of the same person may have done it already. */
async function linkToCurrent(ctx: Context, store: Store, identity: Identity, user: AdapterUser) {
  try {
    await link(ctx, store, identity, user);
  } catch (error) {
    if ((await findUser(ctx, identity))?.id !== user.id) throw error;
  }
}

async function link(
  ctx: Context,
  store: Store,
  identity: Identity,
  user: AdapterUser,
): Promise<void> {
  await store.linkAccount({ ...storedAccount(ctx, identity), userId: user.id });
  await tellLinked(ctx, identity, user);
}

/** Creates user and account: atomically where the store can, else undoing the first write. */
async function create(ctx: Context, store: Store, identity: Identity): Promise<Member> {
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

async function undo(ctx: Context, store: Store, user: AdapterUser): Promise<void> {
  try {
    await store.deleteUser(user.id);
  } catch (error) {
    ctx.config.logger.error(error as Error);
  }
}

/** A parallel first sign-in of the same account may have won: then its user is ours too. */
async function findWinner(ctx: Context, identity: Identity, failure?: unknown): Promise<Member> {
  // A new key has no other sign-in.
  if (identity.authenticator) throw failure ?? notLinked(identity.account, NAMESAKE);
  const looks = failure ? LOOKS.afterConflict : LOOKS.onSuspicion;
  for (let look = 1; look <= looks; look++) {
    const owner = await findUser(ctx, identity);
    if (owner) return { user: owner, account: identity.account, isNewUser: false };
    // Without such a user nobody is between the two writes.
    if (!identity.user.email || !await ctx.config.store!.getUserByEmail(identity.user.email)) break;
    const longest = Math.min(10 * 2 ** look, 400);
    await new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
  }
  throw failure ?? notLinked(identity.account, NAMESAKE);
}

function notLinked({ provider, type }: Account, why: string): AuthError {
  const cause = { provider };
  return type === "webauthn"
    ? new AccountNotLinked(why, { cause })
    : new OAuthAccountNotLinked(why, { cause });
}

/** What the provider lets be stored, with the ids that make it an account. */
function storedAccount(ctx: Context, { account }: Identity): AccountWithoutOwner {
  const { provider, type, providerAccountId, ...tokens } = account;
  // Passkeys have no tokens to choose from.
  const kept = (ctx.provider as Partial<ResolvedOAuthProvider>).account?.(tokens) ?? tokens;
  // Accounts without a store row (credentials) never get here.
  return { ...kept, provider, type, providerAccountId } as AccountWithoutOwner;
}

/**
 * A new passkey: for the user who is signed in, else with a new user. A key
 * that cannot be stored takes along what was written for it.
 */
async function registerPasskey(
  ctx: Context,
  store: Store,
  identity: Identity,
  owner: AdapterUser | null,
  current: AdapterUser | null,
): Promise<Member> {
  const { user, account, authenticator } = identity;
  if (owner) throw notLinked(account, "The key belongs to a user already");
  if (!current && await store.getUserByEmail(user.email!)) throw notLinked(account, NAMESAKE);
  const member: Member = current
    ? { user: current, account, isNewUser: false, keepsSession: true }
    : await createForKey(ctx, store, identity);
  if (!current && !member.isNewUser) throw notLinked(account, "The key belongs to a user already");
  const userId = member.user.id!;
  try {
    if (current) await link(ctx, store, identity, current);
    await storeKey(store, { ...authenticator!, userId });
  } catch (error) {
    if (current) await unlink(ctx, store, account);
    else await undo(ctx, store, member.user as AdapterUser);
    throw error;
  }
  return { ...member, account: { ...account, userId } };
}

/** A user without the key would block the address for ever, so one whose news was lost goes. */
async function createForKey(ctx: Context, store: Store, identity: Identity): Promise<Member> {
  try {
    return await create(ctx, store, identity);
  } catch (error) {
    const lost = await findUser(ctx, identity).catch(() => null);
    if (lost && lost.email === identity.user.email) await undo(ctx, store, lost);
    throw error;
  }
}

/** The store may have stored the key and failed to say so; the key tells it from a rival's. */
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

async function unlink(ctx: Context, store: Store, account: Account): Promise<void> {
  try {
    await store.unlinkAccount(account);
  } catch (error) {
    ctx.config.logger.error(error as Error);
  }
}

async function tellLinked(ctx: Context, { user: profile, account }: Identity, user: AdapterUser) {
  await emit(ctx.config, "linkAccount", { user, account, profile });
}

/**
 * `authorize` proved who it is; a database session also needs a row to belong
 * to: by id, else by address, else a new one.
 */
async function memberByCredentials(
  ctx: Context,
  store: Store,
  { user, account }: Identity,
): Promise<Member> {
  const find = async () =>
    await store.getUser(user.id!) ?? (user.email ? await store.getUserByEmail(user.email) : null);
  const known = await find();
  if (known) return { user: known, account, isNewUser: false };
  if (!user.email) {
    throw new AuthError(
      "Cannot keep a database session for this user: `authorize` must return the id of a stored " +
        "user, or an e-mail address",
      { cause: { provider: account.provider } },
    );
  }
  try {
    const created = await store.createUser({
      ...user,
      id: user.id!,
      email: user.email,
      emailVerified: null,
    });
    await emit(ctx.config, "createUser", { user: created });
    return { user: created, account, isNewUser: true };
  } catch (error) {
    const winner = await find();
    if (winner) return { user: winner, account, isNewUser: false };
    throw error;
  }
}

/**
 * The user of an address that was proven just now, or a new one. The first
 * proof is remembered with its time.
 */
async function memberByEmail(
  ctx: Context,
  store: Store,
  { user: stub, account }: Identity,
): Promise<Member> {
  const email = account.providerAccountId;
  await endForeignSession(ctx, email);
  const member = (user: AdapterUser, isNewUser: boolean): Member => ({
    user,
    account: { ...account, userId: user.id },
    isNewUser,
  });
  const known = await store.getUserByEmail(email);
  if (known) return member(await markVerified(ctx, store, known), false);
  let user: AdapterUser;
  try {
    user = await store.createUser({
      ...stub,
      id: stub.id!, // the flow gave it one
      email,
      emailVerified: new Date(),
    });
  } catch (error) {
    // A parallel sign-in with the same address may have created the user.
    const winner = await store.getUserByEmail(email);
    if (!winner) throw error;
    return member(await markVerified(ctx, store, winner), false);
  }
  await emit(ctx.config, "createUser", { user });
  return member(user, true);
}

async function markVerified(ctx: Context, store: Store, known: AdapterUser): Promise<AdapterUser> {
  if (known.emailVerified) return known;
  await evictStrangers(ctx, store, known);
  const user = await store.updateUser({ id: known.id, emailVerified: new Date() });
  await emit(ctx.config, "updateUser", { user });
  return user;
}

/** The cookie of somebody else's database session is about to be replaced: its row goes too. */
async function endForeignSession(ctx: Context, email: string): Promise<void> {
  const { session, store } = ctx.config;
  const sessionToken = ctx.cookies.get("sessionToken");
  if (session.strategy !== "database" || !sessionToken) return;
  const current = await sessionOf(ctx).user(ctx);
  if (current && current.email !== email) await store!.deleteSession(sessionToken);
}

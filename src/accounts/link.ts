/**
 * Finds, links or creates the user that an identity belongs to.
 *
 * @module
 */

import { loadPart, publish } from "../hooks/topics.ts";
import { isOAuth } from "../config/providers.ts";
import { ownerOf } from "../records/owner.ts";
import { currentUser, sessionOf } from "../session/strategies.ts";
import { assertMayChange, findVisitor } from "../session/visitor.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Context, Store } from "../types/internal.ts";
import type { Identity, ResolvedUser, StorableIdentity } from "../types/identity.ts";
import {
  create,
  createAlone,
  findUser,
  findWinner,
  isStorable,
  link,
  notLinked,
  undo,
} from "./create.ts";
import { memberByCredentials } from "./credentials.ts";
import { memberByEmail } from "./email.ts";
import { accountsIfListed } from "./manage.ts";
import { addToAccountIndex } from "../records/account_index.ts";
import { notify, withLabel } from "../mail/notify_user.ts";
import { isUserCreationPending } from "./pending_user_creation.ts";
import {
  findAddressEvidence,
  hasOnlyUnprovenAccess,
  hasUnprovenAddress,
  provesAddress,
} from "./unproven_address.ts";

/**
 * Finds, links or creates; for passkeys, {@linkcode AccountNotLinked} takes
 * the place of {@linkcode OAuthAccountNotLinked}.
 *
 * | Account | Signed in | Result |
 * |---|---|---|
 * | known | no | its user |
 * | known | as its user | nothing changes |
 * | known | as another user | {@linkcode OAuthAccountNotLinked} |
 * | unknown | yes | linked to the current user, who may need a fresh proof; never to one who only claims an address |
 * | unknown | no, address unknown | a new user |
 * | unknown | no, address known | {@linkcode OAuthAccountNotLinked}, or linked when the provider allows it |
 * | unknown | no, address proven now, and held without a proof | a new user, who takes the address |
 *
 * Unproven addresses were removed before, when the app can prove addresses. A
 * proven email address identifies its user even when another user is signed in,
 * and is stored with the user instead of an account.
 *
 * @param known stored user of the account, or `null`, when the caller has just read it
 * @throws {OAuthAccountNotLinked} when the account, or its address, belongs to another user
 */
export async function resolveAccount(
  ctx: Context,
  identity: Identity,
  known?: AdapterUser | null,
): Promise<ResolvedUser> {
  const member = await findMember(ctx, identity, known);
  await publishProven(ctx, identity, member);
  return hasUnprovenAddress(ctx, identity, member.user)
    ? { ...member, hasUnprovenAddress: true }
    : member;
}

/** Says that the provider has proven an account of the user. */
async function publishProven(
  ctx: Context,
  identity: Identity,
  { user: { id } }: ResolvedUser,
): Promise<void> {
  if (!isOAuth(ctx.provider) || id === undefined) return;
  await publish(ctx.config, "account.proven", { ctx, identity, userId: ownerOf(id) });
}

async function findMember(
  ctx: Context,
  identity: Identity,
  known: AdapterUser | null | undefined,
): Promise<ResolvedUser> {
  const { store, session } = ctx.config;
  const { user, account } = identity;
  if (!store) return { user, account };
  if (!isStorable(identity)) {
    return session.strategy === "database"
      ? await memberByCredentials(ctx, store, identity, known)
      : { user, account };
  }
  if (account.type === "email") return await memberByEmail(ctx, store, identity, known);
  const owner = known === undefined ? await findUser(ctx, identity) : known;
  // The provider of a key brings it.
  const register = identity.authenticator &&
    (await loadPart(ctx.config, "newPasskeys"))!.registerPasskey;
  // A key outlives the session, which can have ended while the key was checked, and while the app's
  // `signIn` callback ran.
  if (register) await sessionOf(ctx).recheck(ctx);
  const current = await currentUser(ctx);
  if (register) return await register(ctx, store, identity, owner, current);
  await publish(ctx.config, "account.met", { ctx, identity, owner, current });
  if (owner) {
    const member = toMember(identity, owner, current);
    await addToAccountIndex(ctx.config, account, owner.id);
    return member;
  }
  if (account.type === "webauthn") throw notLinked(account, "The key was removed meanwhile");
  if (current) return await linkToCurrent(ctx, store, identity, current);
  return await createAlone(ctx, store, identity, async (mayExist) => {
    const concurrentUser = mayExist ? await findUser(ctx, identity) : null;
    if (concurrentUser) return toMember(identity, concurrentUser, null);
    const holder = user.email ? await store.getUserByEmail(user.email) : null;
    const isFree = !holder ||
      (mayExist && await isUserCreationPending(ctx.config, store, holder) &&
        await undo(ctx, store, holder));
    if (isFree) return await create(ctx, store, identity, mayExist);
    return await meetAddressOwner(ctx, store, identity, holder);
  });
}

function toMember(
  { account }: Identity,
  owner: AdapterUser,
  current: AdapterUser | null,
): ResolvedUser {
  if (current && current.id !== owner.id) {
    throw notLinked(account, "The account belongs to another user than the one signed in");
  }
  return { user: owner, account, isNewUser: false, keepsSession: current !== null };
}

/**
 * Asks before the browser leaves what {@linkcode resolveAccount} asks when it returns, so that
 * a user whose proof is too old signs in to the provider once, and not twice.
 *
 * @throws {ProofRequired} when the sign-in would link an account, and the session may not
 */
export async function assertMayBeginLink(ctx: Context): Promise<void> {
  const visitor = await findVisitor(ctx);
  if (!visitor?.stored || visitor.isFresh) return;
  const linked = await accountsIfListed(ctx.config, visitor.userId);
  if (!linked || linked.some(({ provider }) => provider === ctx.provider?.id)) return;
  assertMayChange(visitor, "link-account");
}

/** Links the account, unless a parallel attempt of the same user has linked it already. */
async function linkToCurrent(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
  current: AdapterUser,
): Promise<ResolvedUser> {
  const { user, account } = identity;
  // An account outlives the session, which can have ended since its user was read.
  await sessionOf(ctx).recheck(ctx);
  const visitor = await findVisitor(ctx);
  if (!visitor) throw notLinked(account, "The session has ended meanwhile");
  assertMayChange(visitor, "link-account", ctx.callbackUrl);
  const provesIt = user.email === current.email && provesAddress(ctx, identity);
  if (!provesIt && await hasOnlyUnprovenAccess(ctx, store, current)) {
    throw notLinked(account, "The address of the user who is signed in was never proven");
  }
  try {
    await link(ctx, store, identity, current);
  } catch (error) {
    if ((await findUser(ctx, identity))?.id !== current.id) throw error;
  }
  await notifyLinked(ctx, identity, current);
  return { user: current, account, isNewUser: false, keepsSession: true };
}

/** The first sign-in by an account whose address a stored user has. */
async function meetAddressOwner(
  ctx: Context,
  store: Store,
  identity: StorableIdentity,
  holder: AdapterUser,
): Promise<ResolvedUser> {
  const isProof = ctx.config.canProve && provesAddress(ctx, identity);
  const held = isProof ? await findAddressEvidence(ctx, store, holder) : "unknown";
  if (held === "unproven") {
    // A parallel sign-in by the same account may have just created that user.
    const concurrentUser = await findUser(ctx, identity);
    if (concurrentUser) {
      return { user: concurrentUser, account: identity.account, isNewUser: false };
    }
    return await create(ctx, store, identity, false, holder);
  }
  const mayLink = isOAuth(ctx.provider) && ctx.provider.allowDangerousEmailAccountLinking;
  // A parallel sign-in by the same account may be creating that user right now.
  if (held !== "proven" || !mayLink) return await findWinner(ctx, identity);
  try {
    await link(ctx, store, identity, holder);
  } catch (error) {
    return await findWinner(ctx, identity, error);
  }
  await notifyLinked(ctx, identity, holder);
  return { user: holder, account: identity.account, isNewUser: false };
}

async function notifyLinked(
  ctx: Context,
  identity: Identity,
  { email }: AdapterUser,
): Promise<void> {
  const label = (await loadPart(ctx.config, "account"))?.labelOf(identity);
  // Every sign-in has a provider.
  await notify(ctx, email, "account-linked", { provider: withLabel(ctx.provider!.name, label) });
}

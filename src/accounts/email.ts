/**
 * The user of an address that was proven by email.
 *
 * @module
 */

import { nowDate } from "../base/time.ts";
import { audit } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import { retryOnce } from "../records/retry_once.ts";
import { deleteRow, sessionIdOf } from "../session/database.ts";
import { currentUser } from "../session/strategies.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Context, Store } from "../types/internal.ts";
import type { Identity, ResolvedUser } from "../types/identity.ts";
import type { TypedPendingPassword } from "../types/password.ts";
import { createAlone } from "./create.ts";
import { reportCreated, reportUpdated } from "./report.ts";
import { endSessions } from "./sessions.ts";
import { beginSignUp } from "./sign_up.ts";
import { findAddressEvidence } from "./unproven_address.ts";

/**
 * Returns the user of an address that was proven just now, or a new one. The
 * time of the first proof is stored.
 *
 * @param known the stored user whose proven address it is, when the caller has just read it
 */
export async function memberByEmail(
  ctx: Context,
  store: Store,
  identity: Identity,
  known?: AdapterUser | null,
): Promise<ResolvedUser> {
  const { account } = identity;
  const email = account.providerAccountId;
  await endForeignSession(ctx, email);
  const member = (user: AdapterUser, isNewUser: boolean): ResolvedUser => ({
    user,
    account: { ...account, userId: user.id },
    isNewUser,
  });
  const claimed = identity.pending && await claim(ctx, identity.pending);
  if (claimed) return member(claimed, false);
  // The user whose password claims the address would be read by an id, not by the address.
  if (known && !identity.pending) return member(await markVerified(ctx, store, known), false);
  const found = await findAddressOwner(ctx, store, email);
  if (found.owner) return member(await markVerified(ctx, store, found.owner), false);
  return await createAlone(ctx, store, identity, async (mayExist) => {
    const { owner, claimant } = mayExist ? await findAddressOwner(ctx, store, email) : found;
    if (owner) return member(await markVerified(ctx, store, owner), false);
    const { user, isNewUser } = await create(ctx, store, identity, email, claimant);
    return member(user, isNewUser);
  });
}

async function claim(ctx: Context, pending: TypedPendingPassword): Promise<AdapterUser | null> {
  return await (await loadPart(ctx.config, "pendingPasswords"))!.claimPending(ctx, pending);
}

async function create(
  ctx: Context,
  store: Store,
  identity: Identity,
  email: string,
  claimant: AdapterUser | undefined,
): Promise<{ user: AdapterUser; isNewUser: boolean }> {
  await beginSignUp(ctx, store, identity, claimant);
  const { user: stub, isStored } = identity;
  let user: AdapterUser;
  try {
    user = await store.createUser({
      // The id of a found row that is not the owner's must not be used again.
      id: isStored ? crypto.randomUUID() : stub.id!,
      email,
      emailVerified: nowDate(),
    });
  } catch (error) {
    // A parallel sign-in with the same address may have created the user.
    const { owner } = await findAddressOwner(ctx, store, email);
    if (!owner) throw error;
    return { user: await markVerified(ctx, store, owner), isNewUser: false };
  }
  await reportCreated(ctx, user);
  return { user, isNewUser: true };
}

/** The user who has the address: its owner, or one who never proved it and will lose it. */
async function findAddressOwner(
  ctx: Context,
  store: Store,
  email: string,
): Promise<{ owner?: AdapterUser; claimant?: AdapterUser }> {
  const holder = await store.getUserByEmail(email);
  if (!holder) return {};
  return await findAddressEvidence(ctx, store, holder) === "proven"
    ? { owner: holder }
    : { claimant: holder };
}

async function markVerified(ctx: Context, store: Store, known: AdapterUser): Promise<AdapterUser> {
  if (known.emailVerified) return known;
  const user = await store.updateUser({ id: known.id, emailVerified: nowDate() });
  await reportUpdated(ctx, user);
  await endClaimed(ctx, user);
  return user;
}

/**
 * Ends the sessions of a user who came from another library with an address that was not proven:
 * another person than the owner, who proved it just now, may have claimed it. A person who is signed
 * in as the user controls both.
 */
async function endClaimed(ctx: Context, { id, email }: AdapterUser): Promise<void> {
  const { session, revocation } = ctx.config;
  if (session.strategy !== "database" && !revocation) return;
  if (!await (await loadPart(ctx.config, "pendingPasswords"))?.hasPending(ctx.config, email)) {
    return;
  }
  if ((await currentUser(ctx))?.id === id) return;
  await retryOnce(() => endSessions(ctx, id, "revoked"));
}

/** Removes the row of another user's database session, whose cookie is about to be replaced. */
async function endForeignSession(ctx: Context, email: string): Promise<void> {
  const { session, store } = ctx.config;
  if (session.strategy !== "database" || !ctx.cookies.get("sessionToken")) return;
  const current = await currentUser(ctx);
  // Of several tokens, the read has chosen one.
  const sessionToken = ctx.cookies.get("sessionToken");
  if (!current || !sessionToken || current.email === email) return;
  await deleteRow(store!, sessionToken);
  await audit(ctx, {
    name: "session.ended",
    reason: "replaced",
    userId: current.id,
    sessionId: await sessionIdOf(sessionToken),
  });
}

/**
 * The user of an address that was proven by mail.
 *
 * @module
 */

import { audit } from "../hooks/audit.ts";
import { deleteRow, sessionIdOf } from "../session/database.ts";
import { sessionOf } from "../session/mod.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Context, Identity, Member, Store } from "../types/internal.ts";
import { createAlone } from "./create.ts";
import { reportCreated, reportUpdated } from "./report.ts";
import { proofOf, takeAddress } from "./unproven_address.ts";

/**
 * Returns the user of an address that was proven just now, or a new one. The
 * time of the first proof is stored.
 */
export async function memberByEmail(
  ctx: Context,
  store: Store,
  identity: Identity,
): Promise<Member> {
  const { account } = identity;
  const email = account.providerAccountId;
  await endForeignSession(ctx, email);
  const member = (user: AdapterUser, isNewUser: boolean): Member => ({
    user,
    account: { ...account, userId: user.id },
    isNewUser,
  });
  const known = await findOwner(ctx, store, email);
  if (known) return member(await markVerified(ctx, store, known), false);
  return await createAlone(ctx, store, identity, async (mayExist) => {
    const winner = mayExist ? await findOwner(ctx, store, email) : null;
    if (winner) return member(await markVerified(ctx, store, winner), false);
    const { user, isNewUser } = await create(ctx, store, identity, email);
    return member(user, isNewUser);
  });
}

async function create(
  ctx: Context,
  store: Store,
  { user: stub, isStored }: Identity,
  email: string,
): Promise<{ user: AdapterUser; isNewUser: boolean }> {
  let user: AdapterUser;
  try {
    user = await store.createUser({
      // The id of a found row that is not the owner's must not be used again.
      id: isStored ? crypto.randomUUID() : stub.id!,
      email,
      emailVerified: new Date(),
    });
  } catch (error) {
    // A parallel sign-in with the same address may have created the user.
    const winner = await findOwner(ctx, store, email);
    if (!winner) throw error;
    return { user: await markVerified(ctx, store, winner), isNewUser: false };
  }
  await reportCreated(ctx, user);
  return { user, isNewUser: true };
}

/** Returns the user who has the address; an unproven one loses it instead. */
async function findOwner(ctx: Context, store: Store, email: string): Promise<AdapterUser | null> {
  const holder = await store.getUserByEmail(email);
  // Some stores find users by an address that they had before.
  if (!holder?.email) return null;
  if (await proofOf(ctx, store, holder) === "proven") return holder;
  await takeAddress(ctx, store, holder);
  return null;
}

async function markVerified(ctx: Context, store: Store, known: AdapterUser): Promise<AdapterUser> {
  if (known.emailVerified) return known;
  const user = await store.updateUser({ id: known.id, emailVerified: new Date() });
  await reportUpdated(ctx, user);
  return user;
}

/** Removes the row of another user's database session, whose cookie is about to be replaced. */
async function endForeignSession(ctx: Context, email: string): Promise<void> {
  const { session, store } = ctx.config;
  const sessionToken = ctx.cookies.get("sessionToken");
  if (session.strategy !== "database" || !sessionToken) return;
  const current = await sessionOf(ctx).user(ctx);
  if (!current || current.email === email) return;
  await deleteRow(store!, sessionToken);
  await audit(ctx, {
    name: "session.ended",
    reason: "replaced",
    userId: current.id,
    sessionId: await sessionIdOf(sessionToken),
  });
}

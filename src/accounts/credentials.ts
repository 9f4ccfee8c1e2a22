/**
 * The user of a sign-in that the app's own `authorize` accepted.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Context, Identity, Member, Store } from "../types/internal.ts";
import { createAlone } from "./create.ts";
import { reportCreated } from "./report.ts";
import { proofOf, takeAddress } from "./unproven_address.ts";

/**
 * `authorize` identified the user; a database session also needs the row of a
 * user: found by id, else by address, else a new one.
 */
export async function memberByCredentials(
  ctx: Context,
  store: Store,
  identity: Identity,
): Promise<Member> {
  const { user, account } = identity;
  const known = await find(ctx, store, user);
  if (known) return { user: known, account, isNewUser: false };
  if (!user.email) {
    throw new AuthError(
      "Cannot keep a database session for this user: `authorize` must return the id of a stored " +
        "user, or an e-mail address",
      { cause: { provider: account.provider } },
    );
  }
  const stub: AdapterUser = { ...user, id: user.id!, email: user.email, emailVerified: null };
  return await createAlone(ctx, store, identity, async (mayExist) => {
    const found = mayExist ? await find(ctx, store, user) : null;
    if (found) return { user: found, account, isNewUser: false };
    try {
      const created = await store.createUser(stub);
      await reportCreated(ctx, created);
      return { user: created, account, isNewUser: true };
    } catch (error) {
      const winner = await find(ctx, store, user);
      if (winner) return { user: winner, account, isNewUser: false };
      throw error;
    }
  });
}

async function find(
  ctx: Context,
  store: Store,
  { id, email }: Identity["user"],
): Promise<AdapterUser | null> {
  const known = await store.getUser(id!);
  if (known || !email) return known;
  const holder = await store.getUserByEmail(email);
  if (!holder?.email) return null; // some stores find users by an address that they had before
  if (await proofOf(ctx, store, holder) !== "unproven") return holder;
  // The app's `authorize` signs users in by their address, so it counts as a proof of it.
  await takeAddress(ctx, store, holder);
  return null;
}

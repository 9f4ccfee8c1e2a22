/**
 * The user of a sign-in that the app's own `authorize` accepted.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Context, Store } from "../types/internal.ts";
import type { Identity, ResolvedUser } from "../types/identity.ts";
import { createAlone } from "./create.ts";
import { reportCreated } from "./report.ts";
import { beginSignUp } from "./sign_up.ts";
import { findAddressEvidence } from "./unproven_address.ts";

/**
 * `authorize` identified the user; a database session also needs the row of a
 * user: found by id, else by address, else a new one.
 *
 * @param known the stored user, when the caller has just read it
 */
export async function memberByCredentials(
  ctx: Context,
  store: Store,
  identity: Identity,
  known?: AdapterUser | null,
): Promise<ResolvedUser> {
  const { user, account } = identity;
  if (known) return { user: known, account, isNewUser: false };
  const first = await find(ctx, store, user);
  if (first.owner) return { user: first.owner, account, isNewUser: false };
  if (!user.email) {
    throw new AuthError(
      "Cannot keep a database session for this user: `authorize` must return the id of a stored " +
        "user, or an email address",
      { cause: { provider: account.provider } },
    );
  }
  const stub: AdapterUser = { ...user, id: user.id!, email: user.email, emailVerified: null };
  return await createAlone(ctx, store, identity, async (mayExist) => {
    const { owner, claimant } = mayExist ? await find(ctx, store, user) : first;
    if (owner) return { user: owner, account, isNewUser: false };
    await beginSignUp(ctx, store, identity, claimant);
    try {
      const created = await store.createUser(stub);
      await reportCreated(ctx, created);
      return { user: created, account, isNewUser: true };
    } catch (error) {
      const { owner } = await find(ctx, store, user);
      if (owner) return { user: owner, account, isNewUser: false };
      throw error;
    }
  });
}

/** The stored user, or the one who has the address without a proof and will lose it. */
async function find(
  ctx: Context,
  store: Store,
  { id, email }: Identity["user"],
): Promise<{ owner?: AdapterUser; claimant?: AdapterUser }> {
  const known = await store.getUser(id!);
  if (known) return { owner: known };
  const holder = email ? await store.getUserByEmail(email) : null;
  if (!holder) return {};
  // The app's `authorize` signs users in by their address, so it counts as a proof of it.
  const hasOnlyUnprovenAccess = await findAddressEvidence(ctx, store, holder) === "unproven";
  return hasOnlyUnprovenAccess ? { claimant: holder } : { owner: holder };
}

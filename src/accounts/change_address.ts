/**
 * Gives a user another address, and makes sure that the user is found by it.
 *
 * @module
 */

import { nowDate } from "../base/time.ts";
import { ownerOf } from "../records/owner.ts";
import { storeFailure } from "../hooks/adapter.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Store } from "../types/internal.ts";

/** What a user has before a change, and gets back when the store cannot carry it. */
export type AddressBefore = Pick<AdapterUser, "id" | "emailVerified"> & {
  /** `null` for a user without an address. */
  readonly email: string | null;
};

/**
 * Stores an address that was proven just now. Some adapters look users up by an index that
 * `updateUser` leaves as it is: the next sign-in by the address would make another user, and lose
 * the account. So the look-up is tried, and the change undone where it finds nobody.
 *
 * @param before gets the address back after a failure
 * @param whenUndone called before the error is thrown
 * @throws {AdapterError} when the store does not find the user by the new address
 */
export async function changeAddress(
  store: Store,
  before: AddressBefore,
  email: string,
  whenUndone?: () => Promise<unknown>,
): Promise<AdapterUser> {
  const { id, email: previous, emailVerified } = before;
  const user = await store.updateUser({ id, email, emailVerified: nowDate() });
  const found = await store.getUserByEmail(email);
  if (found && ownerOf(found.id) === ownerOf(id)) return user;
  // The contract types the address as required; stores accept users without one.
  await store.updateUser({ id, email: previous!, emailVerified });
  await whenUndone?.();
  throw storeFailure(
    new Error(
      "Cannot change the address of a user: after `updateUser`, `getUserByEmail` of the adapter does " +
        "not find the user by the new address, so the user has the one before again; use an adapter " +
        "that keeps both in step, such as one of this library",
    ),
    "updateUser",
  );
}

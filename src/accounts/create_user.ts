/**
 * Creates users for the app: those who have not signed in yet.
 *
 * @module
 */

import { parseAddress } from "../base/address.ts";
import { cleanName } from "../base/names.ts";
import { AuthError } from "../errors.ts";
import { audit } from "../hooks/audit.ts";
import { emit } from "../hooks/audit.ts";
import { withLocks } from "../records/lock.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { StoreCaller } from "./manage.ts";
import { isReserved, reservationsOf } from "./reserved_address.ts";
import { type ListedUser, toListedUser } from "./user_facts.ts";

/** A user that the app creates. */
export interface NewUser {
  /** Address; it is kept in small letters. */
  readonly email: string;
  /** Name: 1 to 64 characters. Default: none. */
  readonly name?: string | undefined;
  /** Time at which the app has proven the address. Default: it is not proven. */
  readonly emailVerified?: Date | null | undefined;
}

/** Creates a user. */
export async function createStoredUser(
  caller: StoreCaller,
  { email, name, emailVerified = null }: NewUser,
): Promise<ListedUser> {
  const { config } = caller;
  const address = checkAddress(email);
  const cleaned = name === undefined ? null : cleanName(name);
  if (cleaned === undefined) throw wrong("name", "it needs 1 to 64 visible characters");
  if (
    emailVerified !== null && !(emailVerified instanceof Date && Number.isFinite(+emailVerified))
  ) {
    throw wrong("emailVerified", "it is no time");
  }
  const id = crypto.randomUUID();
  const user = await addUser(config, { id, email: address, emailVerified, name: cleaned });
  if (!user) throw wrong("email", "another user has the address, or had it until recently");
  await emit(config, "createUser", { user });
  await audit(caller, { name: "user.created", userId: user.id });
  return await toListedUser(config, user);
}

/**
 * Stores a user.
 *
 * @returns `null` when another user has the address, or had it until recently
 */
export async function addUser(
  config: StoreCaller["config"],
  row: AdapterUser,
): Promise<AdapterUser | null> {
  const { records, store } = config;
  const { email: address, id } = row;
  if (!address) return await store.createUser(row);
  const add = async (): Promise<AdapterUser | null> => {
    if (await hasOwner(config, address)) return null;
    try {
      return await store.createUser(row);
    } catch (error) {
      // A call at the same time may have been first.
      const other = await store.getUserByEmail(address);
      if (other && other.id !== id) return null;
      throw error;
    }
  };
  // Adapters of others may accept an address twice; sign-ins take the same lock.
  return store.has("createUserWithAccount") || !records
    ? await add()
    : await withLocks(records, [JSON.stringify(["address", address])], add);
}

/** Returns `true` for an address that a user has, or had until recently. */
export async function hasOwner(config: StoreCaller["config"], address: string): Promise<boolean> {
  const reservations = reservationsOf(config);
  return await config.store.getUserByEmail(address) !== null ||
    reservations !== undefined && await isReserved(reservations, address);
}

function checkAddress(email: unknown): string {
  try {
    return parseAddress(email);
  } catch (error) {
    throw wrong("email", (error as Error).message);
  }
}

function wrong(field: keyof NewUser, what: string): AuthError {
  return new AuthError(`Cannot create the user: \`${field}\`: ${what}`, { cause: { field } });
}

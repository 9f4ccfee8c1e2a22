/**
 * Checks a password at a sign-in.
 *
 * An address without a user, a user without a password, and an address that was not proven
 * cause the same calls of the store and the same work as a wrong password.
 *
 * @module
 */

import { parseAddress } from "../address.ts";
import { AuthError, CredentialsSignin } from "../errors.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { ResolvedPasswords } from "../types/password.ts";
import { hashOfNone, hashPassword, isOutdated, matches, normalize } from "./hash.ts";
import { fromPhc } from "./phc.ts";
import { mayRehash, passwordOf, putPassword, type StoredPassword } from "./records.ts";

/** A user whose password was right. */
export interface Checked {
  /** The user. */
  user: AdapterUser;
  /** @throws {CredentialsSignin} when the password was changed or removed meanwhile */
  recheck(): Promise<void>;
}

/** Checks the fields of the form; `null` when they are wrong. */
export async function checkPassword(
  config: ResolvedConfig,
  passwords: ResolvedPasswords,
  { email, password }: Readonly<Record<string, unknown>>,
): Promise<Checked | null> {
  const typed = typeof password === "string" ? password : "";
  const user = await userOf(config, passwords, email);
  // Another id, so that the store has the same work.
  const known = await passwordOf(config, user?.id ?? "");
  const isRight = await verify(config, passwords, user && known, typed);
  if (!user || !known || !isRight) return null;
  await upgrade(config, passwords, user.id, known, typed);
  return { user, recheck: () => recheck(config, user.id, known) };
}

/**
 * Returns `true` for the password of a hash. Takes as long without one.
 *
 * @throws {AuthError} when the hash is one that only `verify` of the provider can check
 */
export async function verify(
  { logger }: Pick<ResolvedConfig, "logger">,
  { options, maxLength, cost }: ResolvedPasswords,
  known: Pick<StoredPassword, "hash"> | null,
  typed: string,
): Promise<boolean> {
  const isText = typed.isWellFormed() && typed.length <= 2 * maxLength;
  const normal = isText ? normalize(typed) : "";
  // Made and read also where it is not needed, so that both cases have the same work.
  const none = hashOfNone(cost);
  const isKnown = known !== null && isText;
  const parsed = fromPhc(isKnown ? known.hash : none);
  if (parsed) return await matches(normal, parsed) && isKnown;
  if (known && options.verify) return await options.verify(typed, known.hash) === true;
  logger.error(
    new AuthError("Cannot check a password: set `verify` of `Password`, since the hash is foreign"),
  );
  await matches(normal, fromPhc(none)!);
  return false;
}

async function userOf(
  { store }: ResolvedConfig,
  { normalize }: ResolvedPasswords,
  typed: unknown,
): Promise<AdapterUser | null> {
  let address: string;
  try {
    address = parseAddress(typed, normalize);
  } catch {
    return null; // no address, so no user has it
  }
  // The config check demands an adapter.
  const user = await store!.getUserByEmail(address);
  // Some stores find users by an address that they had before.
  return user?.email && user.emailVerified ? user : null;
}

/** Replaces a foreign or outdated hash; a failure leaves it to the next sign-in. */
async function upgrade(
  config: ResolvedConfig,
  { cost }: ResolvedPasswords,
  userId: string,
  known: StoredPassword,
  typed: string,
): Promise<void> {
  if (!isOutdated(known.hash, cost)) return;
  try {
    if (!await mayRehash(config, userId)) return;
    const hash = await hashPassword(normalize(typed), cost);
    // A password that was changed meanwhile stays.
    await putPassword(config, userId, hash, known, known);
  } catch (error) {
    config.logger.error(
      new AuthError("Cannot replace the hash of a password", { cause: { err: error as Error } }),
    );
  }
}

async function recheck(
  config: ResolvedConfig,
  userId: string,
  { id }: StoredPassword,
): Promise<void> {
  const found = await passwordOf(config, userId);
  if (found?.id === id) return;
  throw new CredentialsSignin("Sign-in refused: the password was changed meanwhile");
}

/**
 * Checks a password at a sign-in.
 *
 * An address without a user, a user without a password, and an address that was not proven
 * cause the same calls of the store and the same work as a wrong password.
 *
 * @module
 */

import { AuthError, CredentialsSignin } from "../../errors.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { PasswordSettings, TypedPendingPassword } from "../../types/password.ts";
import { addressIn, isCountedAs, limitSignIn, type WithPasswords } from "./wrong_passwords.ts";
import { hashOfNone, hashPassword, isOutdated, isText, matches, normalize } from "./hash.ts";
import { findPendingPassword, type PendingPassword } from "./pending.ts";
import { fromPhc } from "./phc.ts";
import { findPassword, mayRehash, putPassword, type StoredPassword } from "./records.ts";
import { type Client, turns } from "./semaphore.ts";

/** A user whose password was right. */
export interface Checked {
  /** The user. */
  user: AdapterUser;
  /** @throws {CredentialsSignin} when the password was changed or removed meanwhile */
  recheck(): Promise<void>;
}

/**
 * Checks the fields of the form; `null` when they are wrong. A password that is kept for an
 * address that was not proven opens nothing by itself.
 *
 * @throws {TooManyRequests} when the account is locked, the network sends too many, or too many
 * wait
 * @throws {AdapterError} when the store that counts fails
 */
export async function checkPassword(
  { config, ...rest }: Context,
  { email, password }: Readonly<Record<string, unknown>>,
): Promise<Checked | { pending: TypedPendingPassword } | null> {
  // The flow is that of `Password`.
  const ctx = { ...rest, config: config as WithPasswords };
  const address = addressIn(ctx.config.passwords, email);
  const typed = typeof password === "string" ? password : "";
  let pending: TypedPendingPassword | undefined;
  const read = () => lookUp(ctx.config, address);
  const checked = await limitSignIn(ctx, address, read, async (found, client) => {
    const result = await check(ctx.config, found, typed, client);
    if (!result || !("pending" in result)) return result;
    // It counts as a wrong one, and does not make the browser a known one.
    pending = result.pending;
    return null;
  });
  return checked ?? (pending ? { pending } : null);
}

/** What the store has for a typed address. */
interface Found {
  readonly user: AdapterUser | null;
  readonly known: StoredPassword | null;
  readonly pending: PendingPassword | null;
}

async function lookUp(config: WithPasswords, address: string | null): Promise<Found> {
  // What is kept for the address is read in all cases.
  const [user, ofAddress] = await Promise.all([
    findUser(config, address),
    address === null ? null : findPendingPassword(config, address),
  ]);
  // Another id, so that the store has the same work.
  const stored = await findPassword(config, user?.id ?? "");
  const known = user && stored;
  return { user, known, pending: pendingFor(ofAddress, user, known) };
}

async function check(
  config: WithPasswords,
  { user, known, pending }: Found,
  typed: string,
  client: Client,
): Promise<Checked | { pending: TypedPendingPassword } | null> {
  const { passwords } = config;
  const isRight = await verify(config, passwords, pending ?? known, typed, client);
  if (pending) return isRight ? { pending } : null;
  if (!user || !known || !isRight) return null;
  await upgrade(config, passwords, user.id, known, typed, client);
  return { user, recheck: () => recheck(config, user.id, known) };
}

/**
 * Returns `true` for the password of a hash. Takes as long without one.
 *
 * @throws {TooManyRequests} when too many wait
 */
export async function verify(
  { logger }: Pick<ResolvedConfig, "logger">,
  { options, maxLength, cost }: PasswordSettings,
  known: Pick<StoredPassword, "hash"> | null,
  typed: string,
  client: Client,
): Promise<boolean> {
  const isPossible = isText(typed) && typed.length <= 2 * maxLength;
  const normal = isPossible ? normalize(typed) : "";
  // Made and read also where it is not needed, so that both cases have the same work.
  const none = hashOfNone(cost);
  const isKnown = known !== null && isPossible;
  const parsed = fromPhc(isKnown ? known.hash : none);
  if (parsed) return await matches(normal, parsed, client) && isKnown;
  // As a hash of this library: a few at once, since each takes a core and memory.
  const isRight = await turns.run(
    client,
    () => compareForeign(logger, options, typed, known!.hash),
  );
  // A wrong one takes no less than an address that nobody has.
  if (!isRight) await matches(normal, fromPhc(none)!, client);
  return isRight;
}

/** Compares by the app's `verify`. What that cannot read is a wrong password, as at any address. */
async function compareForeign(
  logger: ResolvedConfig["logger"],
  { verify }: PasswordSettings["options"],
  typed: string,
  hash: string,
): Promise<boolean> {
  const message = "Cannot check a password: ";
  if (!verify) {
    logger.error(
      new AuthError(`${message}set \`verify\` of \`Password\`, since the hash is foreign`),
    );
    return false;
  }
  try {
    return await verify(typed, hash) === true;
  } catch (error) {
    const cause = { err: error as Error };
    logger.error(new AuthError(`${message}\`verify\` of \`Password\` has failed`, { cause }));
    return false;
  }
}

/** The user of an address; `null` also for one whose address is not proven. */
async function findUser(
  config: WithPasswords,
  address: string | null,
): Promise<AdapterUser | null> {
  // The config check demands an adapter.
  const user = address === null ? null : await config.store!.getUserByEmail(address);
  if (!user?.emailVerified) return null;
  if (isCountedAs(config, user, address!)) return user;
  config.logger.debug(
    "The store found a user by another spelling of the address, so the sign-in is refused: let " +
      "`normalizeIdentifier` of the email provider return the stored one",
  );
  return null;
}

/**
 * The password that is kept for a typed address: until the address is proven, or as long as the
 * user, who proved it without the password, has no other one.
 */
function pendingFor(
  pending: PendingPassword | null,
  user: AdapterUser | null,
  known: StoredPassword | null,
): PendingPassword | null {
  return pending && !known && (!user || user.id === pending.userId) ? pending : null;
}

/** Replaces a foreign or outdated hash; a failure leaves it to the next sign-in. */
async function upgrade(
  config: ResolvedConfig,
  { cost }: PasswordSettings,
  userId: string,
  known: StoredPassword,
  typed: string,
  client: Client,
): Promise<void> {
  if (!isOutdated(known.hash, cost)) return;
  try {
    if (!await mayRehash(config, userId)) return;
    const hash = await hashPassword(normalize(typed), cost, client);
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
  const found = await findPassword(config, userId);
  if (found?.id === id) return;
  throw new CredentialsSignin("Sign-in refused: the password was changed meanwhile");
}

/**
 * Changes of a user's password. Each is checked against the rules, ends whatever the previous
 * password could have opened, notifies the user by email, and makes an audit entry.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { forgetDevices } from "../factors/trusted_device.ts";
import { audit } from "../../hooks/audit.ts";
import { type Caller, sendNotice } from "../../mail/send_notice.ts";
import { ownerOf } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { isBreached } from "./breached.ts";
import { forgetGuesses, makeClient } from "./wrong_passwords.ts";
import { hashPassword, normalize } from "./hash.ts";
import { passwordNotice } from "./notices.ts";
import { findPassword, putPassword, type StoredPassword, takePassword } from "./records.ts";
import { findFault } from "./rules.ts";
import { verify } from "./sign_in.ts";
import type { Removal } from "../../types/account.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ResolvedConfig, Store } from "../../types/internal.ts";
import type { PasswordFault, PasswordSettings } from "../../types/password.ts";
import { countSignInMethods } from "../../accounts/manage.ts";
import { endBegunWith, endSessions, endWaiting } from "../../accounts/sessions.ts";
import { storeAddressProven } from "../../accounts/unproven_address.ts";
import { shortHashParts } from "../../base/hashed.ts";

/** A config with passwords. */
export type WithPasswords = ResolvedConfig & { store: Store; passwords: PasswordSettings };

/** The config, and the request of the change; a call of the app has none. */
export interface PasswordCaller extends Caller {
  /** Completed config. */
  readonly config: WithPasswords;
}

/** Fewest characters where the password is the only factor, and where it never is. */
const MIN_LENGTH = { alone: 15, withFactor: 8 };

/** Tries to replace a password that parallel calls replace too. */
const TRIES = 5;

/** Fewest characters of a new password of a user. */
export async function readMinLength(
  { passwords: { options, providerId: provider }, factors }: WithPasswords,
  user: AdapterUser,
): Promise<number> {
  if (options.minLength !== undefined) return options.minLength;
  const { id } = user;
  const account = { provider, type: "credentials" as const, providerAccountId: id, userId: id };
  // A factor that the user only has enrolled could be removed later.
  const isAlone = !await factors?.required?.(user, { account, methods: ["pwd"] });
  return isAlone ? MIN_LENGTH.alone : MIN_LENGTH.withFactor;
}

/** Circumstances of a new password. */
export interface Circumstances {
  /** Id of the session that does not end. Default: none */
  keepSession?: string | undefined;
  /** Returns `true` once in the session of a sign-up. Default: it is none */
  takeSignUp?: () => Promise<boolean>;
}

/**
 * Sets a password, in place of another one if there is one. The caller has checked who asks.
 *
 * @returns the rule that the password breaks; `null` when it was set
 * @throws {AuthError} when the address of the user was not proven
 */
export async function setPassword(
  caller: PasswordCaller,
  user: AdapterUser,
  password: string,
  { keepSession, takeSignUp }: Circumstances = {},
): Promise<PasswordFault | null> {
  const { config } = caller;
  const fault = await checkNew(caller, user, password);
  if (fault) return fault;
  const hash = await hashPassword(
    normalize(password),
    config.passwords.cost,
    makeClient(config, user),
  );
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await findPassword(config, user.id);
    if (!await putPassword(config, user.id, hash, known)) continue;
    await complete(caller, user, known, keepSession, takeSignUp);
    return null;
  }
  throw new AuthError("Cannot set a password: other calls changed it each time");
}

/**
 * Changes a password, given the present one. The caller counts the wrong ones.
 *
 * A change that has failed after its write has left a mark of its session. A repeated one is
 * recognised by it: the new password is then the present one. In either case one text is
 * compared, so that a counted try is one guess.
 *
 * @returns the rule that the password breaks; `null` when it was changed
 */
export async function changePassword(
  caller: PasswordCaller,
  user: AdapterUser,
  current: string,
  password: string,
  keepSession?: string,
): Promise<PasswordFault | "wrong-password" | null> {
  const { config } = caller;
  const { passwords } = config;
  const client = makeClient(config, user);
  const known = await findPassword(config, user.id);
  const mark = await makeMark(user.id, keepSession);
  const isRepeated = known?.changedBy === mark;
  const isRight = await verify(
    config,
    passwords,
    known,
    isRepeated ? password : current,
    client,
  );
  if (!known) return "wrong-password";
  if (!isRight) {
    // What is left of that change needs no password. Then the present one counts again.
    if (isRepeated) await finish(caller, user, known, keepSession);
    return "wrong-password";
  }
  const fault = await checkNew(caller, user, password);
  if (fault) return fault;
  const hash = await hashPassword(normalize(password), passwords.cost, client);
  if (!await putPassword(config, user.id, hash, known, { changedBy: mark })) {
    return "wrong-password";
  }
  await finish(caller, user, known, keepSession);
  return null;
}

/** Does what follows from a change, and removes the mark of it. */
async function finish(
  caller: PasswordCaller,
  user: AdapterUser,
  known: StoredPassword,
  keepSession: string | undefined,
): Promise<void> {
  const { config } = caller;
  await complete(caller, user, known, keepSession);
  try {
    const changed = await findPassword(config, user.id);
    if (!changed?.changedBy) return;
    const { hash, id, setAt } = changed;
    // Another call that has changed it meanwhile has a mark of its own.
    await putPassword(config, user.id, hash, changed, { id, setAt });
  } catch (error) {
    // All is done but this: the next change of the session removes it.
    config.logger.error(
      new AuthError("Cannot remove the mark of a change of a password", {
        cause: { err: error as Error },
      }),
    );
  }
}

/** Mark of the caller of a change: a session of the user, or the app. */
async function makeMark(userId: string, session = ""): Promise<string> {
  return await shortHashParts("change of a password", [ownerOf(userId), session]);
}

async function checkNew(
  caller: PasswordCaller,
  user: AdapterUser,
  password: string,
): Promise<PasswordFault | undefined> {
  const { config, request } = caller;
  if (!await storeAddressProven(caller, config.store, user)) {
    throw new AuthError(
      "Cannot set a password: the address of the user was not proven; set `emailVerified` when " +
        "the app has checked it",
    );
  }
  const { maxLength, options } = config.passwords;
  const host = request?.origin ? new URL(request.origin).host : undefined;
  const minLength = await readMinLength(config, user);
  const fault = findFault(password, { minLength, maxLength, user, host });
  if (fault || !options.refuseBreached) return fault;
  return await isBreached(normalize(password), options, config) ? "breached" : undefined;
}

/** Ends sessions, makes an audit entry and tells the user, once the password is stored. */
async function complete(
  caller: PasswordCaller,
  user: AdapterUser,
  known: StoredPassword | null,
  keepSession: string | undefined,
  takeSignUp?: () => Promise<boolean>,
): Promise<void> {
  const { config } = caller;
  const userId = user.id;
  if (!await config.store.getUser(userId)) {
    await takePassword(config, userId);
    throw new AuthError("Cannot set a password: the user was deleted meanwhile");
  }
  if (known) await endOpened(caller, userId, keepSession);
  await forgetGuesses(config, user);
  const name = known ? "password.changed" : "password.set";
  await audit(caller, { name, userId, provider: config.passwords.providerId });
  // No alarm about the first password of an account that the same person has just created.
  if (!known && await takeSignUp?.()) return;
  await sendNotice(caller, user.email, passwordNotice(known ? "changed" : "set"));
}

/** Ends what the previous password could have opened; without records, tokens stay valid. */
async function endOpened(
  caller: PasswordCaller,
  userId: string,
  keepSession: string | undefined,
): Promise<void> {
  const { config } = caller;
  const { session, revocation, factors } = config;
  await retryOnce(() => endWaiting(config, userId));
  if (factors) await retryOnce(() => forgetDevices(config, userId));
  if (session.strategy === "database" || revocation) {
    await retryOnce(() => endSessions(caller, userId, "revoked", keepSession));
  }
}

/** Stores a hash that was brought along, in place of another password if there is one. */
export async function importPassword(
  caller: PasswordCaller,
  user: AdapterUser,
  hash: string,
): Promise<void> {
  const { config } = caller;
  if (!await storeAddressProven(caller, config.store, user)) {
    throw new AuthError(
      "Cannot import a password: the address of the user was not proven; set `emailVerified` " +
        "when the app before has checked it",
    );
  }
  const known = await findPassword(config, user.id);
  if (known?.hash === hash) return;
  if (!await putPassword(config, user.id, hash, known)) {
    throw new AuthError("Cannot import a password: another call changed it meanwhile");
  }
  const provider = config.passwords.providerId;
  await audit(caller, { name: "password.set", userId: user.id, provider });
}

/**
 * Removes a password unless it is the last sign-in method, and ends the sessions that began with it.
 *
 * @returns `false` when it is the last one, and nothing was removed
 */
export async function removePassword(
  caller: PasswordCaller,
  user: AdapterUser,
  { hasOtherWayIn = false, keepSession }: Removal,
): Promise<boolean> {
  const { config } = caller;
  const known = await findPassword(config, user.id);
  if (!known) return true;
  const isLast = async (least: number) =>
    !hasOtherWayIn && await countSignInMethods(config, user.id) < least;
  if (await isLast(user.email && user.emailVerified ? 2 : 1)) return false;
  if (!await takePassword(config, user.id)) return true;
  if (await isLast(1)) {
    // A parallel call removed the other one: each call restores its own.
    await putPassword(config, user.id, known.hash, null, known);
    return false;
  }
  const { providerId: provider } = config.passwords;
  const account = { provider, providerAccountId: user.id };
  await retryOnce(() => endBegunWith(caller, user.id, account, keepSession));
  await audit(caller, { name: "password.removed", userId: user.id, provider });
  await sendNotice(caller, user.email, passwordNotice("removed"));
  return true;
}

/**
 * Changes of a user's password. Each is checked against the rules, ends what the password
 * before could have opened, is told to the user by mail, and makes an audit entry.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { endAttempts } from "../factors/attempt.ts";
import { forgetDevices } from "../factors/trusted_device.ts";
import { audit } from "../hooks/audit.ts";
import { type Caller, sendNotice } from "../hooks/notice.ts";
import { twice } from "../hooks/twice.ts";
import { isBreached } from "../passwords/breached.ts";
import { hashPassword, normalize } from "../passwords/hash.ts";
import { passwordNotice } from "../passwords/notices.ts";
import {
  passwordOf,
  putPassword,
  type StoredPassword,
  takePassword,
} from "../passwords/records.ts";
import { faultOf } from "../passwords/rules.ts";
import { verify } from "../passwords/sign_in.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import type { PasswordFault, ResolvedPasswords } from "../types/password.ts";
import { countWaysIn } from "./manage.ts";
import { endSessions } from "./sessions.ts";

/** A config with passwords. */
export type WithPasswords = ResolvedConfig & { store: Store; passwords: ResolvedPasswords };

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
export async function minLengthOf(
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

/** Returns `true` for a user whose address was proven, so that a password can be a way in. */
export function hasProvenAddress(user: Pick<AdapterUser, "email" | "emailVerified">): boolean {
  return Boolean(user.email && user.emailVerified);
}

/**
 * Sets a password, in place of another one if there is one. The caller has checked who asks.
 *
 * @param keepSession id of the session that does not end
 * @returns the rule that the password breaks; `null` when it was set
 * @throws {AuthError} when the address of the user was not proven
 */
export async function setPassword(
  caller: PasswordCaller,
  user: AdapterUser,
  password: string,
  keepSession?: string,
): Promise<PasswordFault | null> {
  const { config } = caller;
  const fault = await checkNew(caller, user, password);
  if (fault) return fault;
  const hash = await hashPassword(normalize(password), config.passwords.cost);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await passwordOf(config, user.id);
    if (!await putPassword(config, user.id, hash, known)) continue;
    await complete(caller, user, known, keepSession);
    return null;
  }
  throw new AuthError("Cannot set a password: other calls changed it each time");
}

/**
 * Changes a password, given the present one. The caller counts the wrong ones.
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
  const known = await passwordOf(config, user.id);
  const isRight = await verify(config, passwords, known, current) ||
    // A call before this one has changed it, and failed afterwards.
    await verify(config, passwords, known, password);
  if (!known || !isRight) return "wrong-password";
  const fault = await checkNew(caller, user, password);
  if (fault) return fault;
  const hash = await hashPassword(normalize(password), passwords.cost);
  if (!await putPassword(config, user.id, hash, known)) return "wrong-password";
  await complete(caller, user, known, keepSession);
  return null;
}

async function checkNew(
  { config, request }: PasswordCaller,
  user: AdapterUser,
  password: string,
): Promise<PasswordFault | undefined> {
  if (!hasProvenAddress(user)) {
    throw new AuthError(
      "Cannot set a password: the address of the user was not proven; set `emailVerified` when " +
        "the app has checked it",
    );
  }
  const { maxLength, options } = config.passwords;
  const host = request?.origin ? new URL(request.origin).host : undefined;
  const minLength = await minLengthOf(config, user);
  const fault = faultOf(password, { minLength, maxLength, user, host });
  if (fault || !options.refuseBreached) return fault;
  return await isBreached(normalize(password), options, config) ? "breached" : undefined;
}

/** Ends sessions, makes an audit entry and tells the user, once the password is stored. */
async function complete(
  caller: PasswordCaller,
  user: AdapterUser,
  known: StoredPassword | null,
  keepSession: string | undefined,
): Promise<void> {
  const { config } = caller;
  const userId = user.id;
  if (!await config.store.getUser(userId)) {
    await takePassword(config, userId);
    throw new AuthError("Cannot set a password: the user was deleted meanwhile");
  }
  if (known) await endOpened(caller, userId, keepSession);
  const name = known ? "password.changed" : "password.set";
  await audit(caller, { name, userId, provider: config.passwords.providerId });
  await sendNotice(caller, user.email, passwordNotice(known ? "changed" : "set"));
}

/** Ends what the password before could have opened; without records, tokens stay valid. */
async function endOpened(
  caller: PasswordCaller,
  userId: string,
  keepSession: string | undefined,
): Promise<void> {
  const { config } = caller;
  const { session, revocation, factors } = config;
  if (factors) {
    await twice(() => endAttempts(config, userId));
    await twice(() => forgetDevices(config, userId));
  }
  if (session.strategy === "database" || revocation) {
    await twice(() => endSessions(caller, userId, "revoked", keepSession));
  }
}

/** Stores a hash that was brought along, in place of another password if there is one. */
export async function importPassword(
  caller: PasswordCaller,
  user: AdapterUser,
  hash: string,
): Promise<void> {
  const { config } = caller;
  if (!hasProvenAddress(user)) {
    throw new AuthError(
      "Cannot import a password: the address of the user was not proven; set `emailVerified` " +
        "when the app before has checked it",
    );
  }
  const known = await passwordOf(config, user.id);
  if (known?.hash === hash) return;
  if (!await putPassword(config, user.id, hash, known)) {
    throw new AuthError("Cannot import a password: another call changed it meanwhile");
  }
  const provider = config.passwords.providerId;
  await audit(caller, { name: "password.set", userId: user.id, provider });
}

/**
 * Removes a password unless it is the last way in.
 *
 * @returns `false` when it is the last one, and nothing was removed
 */
export async function removePassword(
  caller: PasswordCaller,
  user: AdapterUser,
  hasOtherWayIn: boolean,
): Promise<boolean> {
  const { config } = caller;
  const known = await passwordOf(config, user.id);
  if (!known) return true;
  const isLast = async (least: number) =>
    !hasOtherWayIn && await countWaysIn(config, user.id) < least;
  if (await isLast(hasProvenAddress(user) ? 2 : 1)) return false;
  if (!await takePassword(config, user.id)) return true;
  if (await isLast(1)) {
    // A parallel call removed the other one: each call restores its own.
    await putPassword(config, user.id, known.hash, null, known);
    return false;
  }
  await audit(caller, {
    name: "password.removed",
    userId: user.id,
    provider: config.passwords.providerId,
  });
  await sendNotice(caller, user.email, passwordNotice("removed"));
  return true;
}

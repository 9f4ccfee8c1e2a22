/**
 * Who may have a password checked: the counts of wrong ones, the rate of each network, and the
 * lane in which a client waits for its turn.
 *
 * An account has one key, the address by which its user is looked up. So no other spelling of it
 * has tries of its own.
 *
 * @module
 */

import { parseAddress } from "../../base/address.ts";
import {
  type AttemptLimit,
  forgetWrong,
  limitAttempts,
  limitCall,
  MESSAGE,
  nameOf,
  readBrowser,
  rememberBrowser,
} from "../../limits/account.ts";
import { countPassword, networkIn } from "../../limits/request.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { PasswordSettings } from "../../types/password.ts";
import type { Client } from "./semaphore.ts";

/** A config with passwords. */
export type WithPasswords = ResolvedConfig & { passwords: PasswordSettings };

/** The address of a form, as users are looked up by it; `null` for any other text. */
export function addressIn({ normalize }: PasswordSettings, typed: unknown): string | null {
  try {
    return parseAddress(typed, normalize);
  } catch {
    return null;
  }
}

/** The address of a stored user, in the same spelling. */
function makeAccountName(
  { passwords }: WithPasswords,
  { id, email }: Pick<AdapterUser, "id" | "email">,
): string {
  return addressIn(passwords, email) ?? (email || id);
}

/**
 * Returns `true` for a user whose wrong passwords are counted under an address. A store can join
 * more spellings than `normalizeIdentifier` does, and each of them would have tries of its own.
 */
export function isCountedAs(
  config: WithPasswords,
  user: Pick<AdapterUser, "id" | "email">,
  address: string,
): boolean {
  return nameOf(makeAccountName(config, user)) === nameOf(address);
}

/** What is counted for an account; `undefined` when wrong passwords are not counted. */
function findLimit(
  { limits, passwords }: WithPasswords,
  account: string,
): AttemptLimit | undefined {
  const max = limits?.perAccount;
  if (!max) return undefined;
  return {
    ...{ scope: passwords.providerId, names: [account], max, message: MESSAGE },
    limit: "account",
  };
}

/** A client that has the session of a user, or is the app. */
export function makeClient(
  config: WithPasswords,
  user: Pick<AdapterUser, "id" | "email">,
): Client {
  return { lane: makeAccountName(config, user), isKnown: true };
}

/**
 * Runs the check of a password that a browser without a session has sent, once it is counted.
 *
 * @param address of the form; `null` when it is none, so that no account is guessed at
 * @param read reads what the password is compared with, while the try is counted
 * @throws {TooManyRequests} when its account is locked, or its network sends too many
 * @throws {AdapterError} when the store that counts fails
 */
export async function limitSignIn<T, Read>(
  ctx: Context & { config: WithPasswords },
  address: string | null,
  read: () => Promise<Read>,
  check: (found: Read, client: Client) => Promise<T | null>,
): Promise<T | null> {
  const { config, request } = ctx;
  const limit = address === null ? undefined : findLimit(config, address);
  const browser = limit && await readBrowser(ctx, limit);
  const account = browser?.device === undefined ? undefined : address!;
  await countPassword(request, config, account);
  const client: Client = account === undefined
    ? { lane: networkIn(request.request, config) ?? "", isKnown: false }
    : { lane: account, isKnown: true };
  let found: Promise<Read> | undefined;
  const prepare = () => found ??= read();
  const run = async () => await check(await prepare(), client);
  if (!limit) return await run();
  try {
    return await limitAttempts(ctx, { ...limit, prepare }, run, browser);
  } finally {
    // Others may have taken the last try meanwhile: then nobody else awaits it.
    await found?.catch(() => {});
  }
}

/**
 * Runs the check of the present password of a signed-in user.
 *
 * @throws {TooManyRequests} when the account is locked for this browser
 * @throws {AdapterError} when the store that counts fails
 */
export async function limitUser<T>(
  ctx: Context & { config: WithPasswords },
  user: AdapterUser,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const limit = findLimit(ctx.config, makeAccountName(ctx.config, user));
  return limit ? await limitAttempts(ctx, limit, check) : await check();
}

/** Takes the wrong passwords of a user away, which were guesses at another one. */
export async function forgetGuesses(config: WithPasswords, user: AdapterUser): Promise<void> {
  const limit = findLimit(config, makeAccountName(config, user));
  if (limit) await forgetWrong(config, limit);
}

/** Makes the browser known in which a user has set a password. */
export async function rememberUser(
  ctx: Context & { config: WithPasswords },
  user: AdapterUser,
): Promise<void> {
  const limit = findLimit(ctx.config, makeAccountName(ctx.config, user));
  if (limit) await rememberBrowser(ctx, limit);
}

/**
 * Counts a password that a signed-in user sends.
 *
 * @throws {TooManyRequests} when there are too many in a minute
 */
export async function countOfUser(
  { config, request }: Context & { config: WithPasswords },
  user: AdapterUser,
): Promise<void> {
  await countPassword(request, config, makeAccountName(config, user));
}

/**
 * Runs the check of a user's password for a call of the app.
 *
 * @throws {TooManyRequests} when the account is locked
 * @throws {AdapterError} when the store that counts fails
 */
export async function limitByApp<T>(
  config: WithPasswords,
  user: AdapterUser,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const limit = findLimit(config, makeAccountName(config, user));
  return limit ? await limitCall(config, limit, check) : await check();
}

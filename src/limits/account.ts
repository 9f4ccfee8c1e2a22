/**
 * The soft lock of an account: after some wrong proofs, only browsers that have signed in to
 * it before may try again until the hour is over. An attacker can therefore neither guess
 * on, nor lock out the owner.
 *
 * A try is counted before `authorize` runs and taken back when the proof was right, so that
 * parallel tries cannot pass the limit. A known browser has a count of its own, so that a
 * stolen or shared one cannot guess without limit either.
 *
 * Known and unknown accounts take the same steps: the account is a hash of what the form
 * sent, and only `authorize` knows whether it exists.
 *
 * @module
 */

import { toNormalForm } from "../base/address.ts";
import { AuthError } from "../errors.ts";
import type { Context, ResolvedConfig } from "../types/internal.ts";
import type { CredentialsConfig } from "../types/provider.ts";
import { type Device, openDevice, rememberAccount } from "./device.ts";
import type { Sealed } from "../session/sealed_cookie.ts";
import { isRefusal, tooMany } from "./refusal.ts";
import {
  type Count,
  countDown,
  countUp,
  endCount,
  makeKey,
  newestSecret,
  secretsOf,
} from "./window.ts";

/** Names of fields that identify an account. */
const NAMES = ["email", "username", "login", "identifier", "name"];

/** Fields that every form has, and those of secrets. */
const NOT_A_NAME =
  /^(csrfToken|callbackUrl|redirect|redirectTo|json)$|pass|secret|pin$|code|token|otp/i;

/** Returns `true` for the name of a field of secrets, and of one that every form has. */
export function isNameOfSecret(name: string): boolean {
  return NOT_A_NAME.test(name);
}

/**
 * Runs a check of credentials, unless the account is locked for this browser.
 *
 * @param max wrong proofs per account and hour
 * @param check returns what was proven, or `null`
 * @throws {TooManyRequests} when the account is locked
 * @throws {AdapterError} when the store that counts fails
 */
export async function limitSignInAttempts<T>(
  ctx: Context,
  provider: CredentialsConfig,
  credentials: Readonly<Record<string, unknown>>,
  max: number,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const names = listAccountNames(provider, credentials, ctx.config.limits?.accountField);
  if (names.length === 0) return await check();
  return await limitAttempts(
    ctx,
    { scope: provider.id, names, max, message: MESSAGE, limit: "account" },
    check,
  );
}

/** Message for the log about wrong credentials. */
export const MESSAGE = "Too many wrong credentials for one account (limits.perAccount)";

/** An account whose wrong proofs are counted. */
export interface AttemptLimit {
  /** Space of the names, such as the id of a provider. */
  scope: string;
  /** Names of the account, as written. */
  names: readonly string[];
  /** Wrong proofs per hour. */
  max: number;
  /** Message for the log when there were more. */
  message: string;
  /** `"account"` where another way to sign in helps. */
  limit?: "account";
  /** Begins to read what the check needs, while a try for which there is room is written. */
  prepare?: () => Promise<unknown>;
}

/** What the browser of a request is to an account. */
export interface Browser {
  /** Its cookie. */
  readonly cookie: Sealed<Device> | undefined;
  /** Hash of the account in the cookie; absent for several accounts. */
  readonly hash: string | undefined;
  /** Its id, if it has signed in to the account before. */
  readonly device: string | undefined;
}

/** Reads what the browser of a request is to an account. */
export async function readBrowser(
  ctx: Context,
  { scope, names }: Pick<AttemptLimit, "scope" | "names">,
): Promise<Browser> {
  const { config } = ctx;
  // With several names, a client could become known to an account by signing in to another.
  const only = names.length === 1 ? names[0] : undefined;
  const hash = only === undefined ? undefined : await knownAs(newestSecret(config), scope, only);
  const cookie = await openDevice(ctx);
  const isKnown = hash !== undefined && cookie &&
    (cookie.accounts.includes(hash) || await knewBefore(config, scope, cookie, only!));
  return { cookie, hash, device: isKnown ? cookie.device : undefined };
}

/**
 * Runs a check of a proof, unless the account is locked for this browser.
 *
 * @param check returns what was proven, or `null`
 * @throws {TooManyRequests} when the account is locked
 * @throws {AdapterError} when the store that counts fails
 */
export async function limitAttempts<T>(
  ctx: Context,
  attempts: AttemptLimit,
  check: () => Promise<T | null>,
  browser?: Browser,
): Promise<T | null> {
  const { cookie, hash, device } = browser ?? await readBrowser(ctx, attempts);
  const proven = await counted(ctx.config, attempts, check, device);
  if (proven !== null && hash !== undefined) await rememberAccount(ctx, cookie, hash);
  return proven;
}

/**
 * Runs a check as {@linkcode limitAttempts} does, for a call of the app without a browser.
 *
 * @throws {TooManyRequests} when the account is locked
 * @throws {AdapterError} when the store that counts fails
 */
export async function limitCall<T>(
  config: ResolvedConfig,
  attempts: AttemptLimit,
  check: () => Promise<T | null>,
): Promise<T | null> {
  return await counted(config, attempts, check, undefined);
}

/** @param device id of a known browser, which has counts of its own */
async function counted<T>(
  config: ResolvedConfig,
  { scope, names, max, message, limit, prepare }: AttemptLimit,
  check: () => Promise<T | null>,
  device: string | undefined,
): Promise<T | null> {
  const counts: Count[] = [];
  for (const name of new Set(names.map(nameOf))) {
    const count = await countUp(config, await countId(config, scope, name, device), max, prepare);
    if (count.isFull) {
      await takeBack(config, counts);
      throw tooMany(message, count.until.valueOf(), limit);
    }
    counts.push(count);
  }
  try {
    const proven = await check();
    if (proven !== null) await takeBack(config, counts);
    return proven;
  } catch (error) {
    // A client that found no turn has tried nothing.
    if (isRefusal(error)) await takeBack(config, counts);
    throw error;
  }
}

/** Id of the wrong proofs of all browsers that an account does not know, or of one that it knows. */
function countId(
  config: ResolvedConfig,
  scope: string,
  name: string,
  device: string | undefined,
): Promise<string> {
  const secret = newestSecret(config);
  return device === undefined
    ? makeKey(secret, "account", scope, name)
    : makeKey(secret, "device", scope, name, device);
}

/** One spelling of a name: other spellings of it are counted together. */
export function nameOf(written: string): string {
  return toNormalForm(written.normalize("NFKC").trim().toLowerCase());
}

/** Hash in the cookie: of the name as written, which for some apps is another account. */
function knownAs(secret: string, scope: string, written: string): Promise<string> {
  return makeKey(secret, "known", scope, written);
}

/** Returns `true` when a browser has signed in to the account under an older secret. */
async function knewBefore(
  config: ResolvedConfig,
  scope: string,
  { accounts }: Device,
  written: string,
): Promise<boolean> {
  const hashes = secretsOf(config).slice(1).map((secret) => knownAs(secret, scope, written));
  return (await Promise.all(hashes)).some((hash) => accounts.includes(hash));
}

/**
 * Takes the wrong proofs of an account away, since what they guessed at is gone. A failure of the
 * store is logged, and leaves them until their hour is over.
 *
 * @param device id of a browser that the account knows, whose own count goes instead
 */
export async function forgetWrong(
  config: ResolvedConfig,
  { scope, names }: Pick<AttemptLimit, "scope" | "names">,
  device?: string,
): Promise<void> {
  for (const name of names) {
    try {
      await endCount(config, await countId(config, scope, nameOf(name), device));
    } catch (error) {
      config.logger.error(error instanceof Error ? error : new AuthError(String(error)));
    }
  }
}

/** Makes the browser of a request known to the account, with tries of its own that begin anew. */
export async function rememberBrowser(
  ctx: Context,
  attempts: Pick<AttemptLimit, "scope" | "names">,
): Promise<void> {
  const { cookie, hash, device } = await readBrowser(ctx, attempts);
  if (device !== undefined) await forgetWrong(ctx.config, attempts, device);
  if (hash !== undefined) await rememberAccount(ctx, cookie, hash);
}

/** After a failure the proof still counts as wrong, until the hour is over. */
async function takeBack(config: ResolvedConfig, counts: readonly Count[]): Promise<void> {
  for (const count of counts) {
    try {
      await countDown(config, count);
    } catch (error) {
      config.logger.error(error instanceof Error ? error : new AuthError(String(error)));
    }
  }
}

/** The names of the account in a form, as written; none when the form has none. */
export function listAccountNames(
  { credentials: declared = {} }: Pick<CredentialsConfig, "credentials">,
  form: Readonly<Record<string, unknown>>,
  field: string | undefined,
): string[] {
  return listFields(declared, form, field).map((name) => form[name])
    .filter((value) => value !== undefined && value !== null)
    .map(toText)
    .filter((text) => nameOf(text) !== "");
}

/** A list counts as its texts, which is how most databases read it; all objects are one account. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.flat(Infinity).map(toText).join();
  return typeof value === "object" ? "{}" : String(value);
}

function listFields(
  declared: CredentialsConfig["credentials"],
  form: Readonly<Record<string, unknown>>,
  field: string | undefined,
): string[] {
  if (field !== undefined) return [field];
  // A client can add fields to a form, so what it sent decides only where nothing is declared.
  const all = Object.keys(declared).length > 0 ? Object.keys(declared) : Object.keys(form);
  const named = all.filter((name) => NAMES.includes(name));
  const isName = (name: string) => !NOT_A_NAME.test(name) && declared[name]?.type !== "password";
  return named.length > 0 ? named : all.filter(isName).slice(0, 1);
}

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

import { AuthError } from "../errors.ts";
import type { Context, ResolvedConfig } from "../types/internal.ts";
import type { CredentialsConfig } from "../types/provider.ts";
import { type Device, openDevice, rememberAccounts } from "./device.ts";
import { tooMany } from "./refusal.ts";
import { type Count, countDown, countUp, keyOf, secretsOf } from "./window.ts";

/** Names of fields that identify an account, most telling first. */
const NAMES = ["email", "username", "login", "identifier", "name"];

/** Fields that every form has, and those of secrets. */
const NOT_A_NAME =
  /^(csrfToken|callbackUrl|redirect|redirectTo|json)$|pass|secret|pin$|code|token|otp/i;

/**
 * Runs a check of credentials, unless the account is locked for this browser.
 *
 * @param max wrong proofs per account and hour
 * @param check returns what was proven, or `null`
 * @throws {TooManyRequests} when the account is locked
 * @throws {AdapterError} when the store that counts fails
 */
export async function guardAccount<T>(
  ctx: Context,
  provider: CredentialsConfig,
  credentials: Readonly<Record<string, unknown>>,
  max: number,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const { config } = ctx;
  const names = accountsOf(provider, credentials, config.limits?.accountField);
  if (names.length === 0) return await check();
  const device = await openDevice(ctx);
  const keys = await Promise.all(names.map((name) => accountKey(config, provider, name)));
  const counts: Count[] = [];
  for (const [index, key] of keys.entries()) {
    const isKnown = await knows(config, provider, device, names[index]!);
    const id = isKnown ? await keyOf(secretsOf(config)[0]!, key, device!.device) : key;
    const count = await countUp(config, id, max);
    if (count.isFull) {
      await takeBack(config, counts);
      const message = "Too many wrong credentials for one account (limits.perAccount)";
      throw tooMany(message, count.until.valueOf());
    }
    counts.push(count);
  }
  const proven = await check();
  if (proven === null) return null;
  await takeBack(config, counts);
  await rememberAccounts(ctx, device, keys);
  return proven;
}

function accountKey(
  config: ResolvedConfig,
  { id }: CredentialsConfig,
  name: string,
  secret: string = secretsOf(config)[0]!,
): Promise<string> {
  return keyOf(secret, "account", id, name);
}

/** Returns `true` when a browser has signed in to the account, also under an older secret. */
async function knows(
  config: ResolvedConfig,
  provider: CredentialsConfig,
  device: Device | undefined,
  name: string,
): Promise<boolean> {
  let isKnown = false;
  for (const secret of secretsOf(config)) {
    const key = await accountKey(config, provider, name, secret);
    if (device?.accounts.includes(key)) isKnown = true;
  }
  return isKnown;
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

/** The names of the account in a form, in one spelling; none when the form has none. */
export function accountsOf(
  { credentials: declared = {} }: Pick<CredentialsConfig, "credentials">,
  form: Readonly<Record<string, unknown>>,
  field: string | undefined,
): string[] {
  const values = fieldsOf(declared, form, field).map((name) => form[name])
    .filter((value) => value !== undefined && value !== null && value !== "")
    .map((value) => toText(value).normalize("NFKC").trim().toLowerCase());
  return [...new Set(values.filter((value) => value !== ""))];
}

/** A list counts as its texts, which is how most databases read it; all objects are one account. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.flat(Infinity).map(toText).join();
  return typeof value === "object" ? "{}" : String(value);
}

function fieldsOf(
  declared: CredentialsConfig["credentials"],
  form: Readonly<Record<string, unknown>>,
  field: string | undefined,
): string[] {
  if (field !== undefined) return [field];
  const isName = (name: string) => !NOT_A_NAME.test(name);
  const own = Object.keys(declared).filter((name) => declared[name]?.type !== "password");
  // A client can add fields to a form, so what it sent decides only where nothing is declared.
  const first = NAMES.find((name) => own.includes(name)) ?? own.find(isName);
  if (first !== undefined) return [first];
  if (Object.keys(declared).length > 0) return [];
  const sent = NAMES.filter((name) => form[name] !== undefined);
  return sent.length > 0 ? sent : Object.keys(form).filter(isName).slice(0, 1);
}

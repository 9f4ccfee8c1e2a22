/**
 * Addresses of people who are no members yet: sealed in records, and found by a keyed hash.
 *
 * @module
 */

import { parseAddress, toNormalForm } from "../../base/address.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import type { Seal } from "../../base/seals.ts";
import { AuthError } from "../../errors.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import { makeKey, newestSecret, secretsOf } from "../../limits/window.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { OrganizationsCall } from "./settings.ts";

/** It holds for ten years: the record has the expiry. */
const SEAL = {
  salt: "authjs.organization-address",
  maxAge: 315_360_000,
} as const satisfies Seal;

/**
 * One spelling of a typed address.
 *
 * @throws {AuthError} when it is no address
 */
export function requireAddress(typed: string): string {
  try {
    return parseAddress(typed);
  } catch (error) {
    throw new AuthError(`Cannot use the address: ${(error as Error).message}`, {
      cause: { field: "email" },
    });
  }
}

/** The same, or `undefined`. */
export function addressIn(typed: unknown): string | undefined {
  try {
    return parseAddress(typed);
  } catch {
    return undefined;
  }
}

/** Returns `true` for two spellings of one address; that of an older record can be any. */
export function isSameAddress(a: string, b: string): boolean {
  return isEqual(toNormalForm(a), toNormalForm(b));
}

/** Seals an address. */
export async function sealAddress(
  { jwt: { secret } }: ResolvedConfig,
  email: string,
): Promise<string> {
  return await sealText(secret, SEAL, { email });
}

/** Opens one; `undefined` when no configured secret has sealed it. */
export async function openAddress(
  { jwt: { secret } }: ResolvedConfig,
  sealed: string,
): Promise<string | undefined> {
  try {
    return (await openText<{ email: string }>(secret, SEAL, sealed))?.email;
  } catch {
    return undefined;
  }
}

/** Owner of what waits for an address, under the newest secret. */
export async function addressOwner(config: ResolvedConfig, address: string): Promise<string> {
  return `address:${await makeKey(newestSecret(config), "organizations", toNormalForm(address))}`;
}

/** The owners under all secrets, newest first. */
export async function addressOwners(config: ResolvedConfig, address: string): Promise<string[]> {
  const keys = secretsOf(config).map((secret) =>
    makeKey(secret, "organizations", toNormalForm(address))
  );
  return (await Promise.all(keys)).map((key) => `address:${key}`);
}

/** Ids of the row of an import for an address, under all secrets, newest first. */
export async function pendingIds(
  config: ResolvedConfig,
  org: string,
  address: string,
): Promise<[newest: string, ...others: string[]]> {
  const keys = secretsOf(config).map((secret) =>
    makeKey(secret, "organization member", org, toNormalForm(address))
  );
  return await Promise.all(keys) as [string, ...string[]];
}

/** The proven address of a user in one spelling; `undefined` without one. */
export async function provenAddress(
  call: OrganizationsCall,
  user: AdapterUser,
): Promise<string | undefined> {
  const address = addressIn(user.email);
  if (address === undefined) return undefined;
  return await hasProvenEvidence(call, call.config.store, user) ? address : undefined;
}

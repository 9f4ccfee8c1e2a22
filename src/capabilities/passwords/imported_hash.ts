/**
 * Passwords of an import of users.
 *
 * @module
 */

import { audit } from "../../hooks/audit.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { findFormFault } from "./foreign_forms.ts";
import { findPassword, passwordEntry, putPassword } from "./records.ts";

export { passwordEntry as makeHashEntry };

/** Why a hash cannot be imported into this app; `undefined` when it can. */
export function findHashFault(
  { passwords }: ResolvedConfig,
  hash: string,
): ReturnType<typeof findFormFault> {
  const fault = findFormFault(hash);
  return fault === "needs-verify" && passwords?.options.verify ? undefined : fault;
}

/** Stores a hash as the password of a user who has none, whose address was proven. */
export async function importHash(
  config: ResolvedConfig,
  userId: string,
  hash: string,
): Promise<void> {
  // One that the user has set meanwhile stays.
  if (await findPassword(config, userId) || !await putPassword(config, userId, hash, null)) return;
  await tellHash(config, userId);
}

/** Makes the entry of the audit log for a password that was imported. */
export async function tellHash(config: ResolvedConfig, userId: string): Promise<void> {
  await audit({ config }, { name: "password.set", userId, provider: config.passwords?.providerId });
}

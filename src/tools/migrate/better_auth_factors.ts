/**
 * Second factors of Better Auth → enrolments. Both make codes of six digits, every 30 seconds,
 * by SHA-1.
 *
 * @module
 */

import { fromBase32, toBase32 } from "../../base/crypto/base32.ts";
import { shortHashText } from "../../base/hashed.ts";
import { seal } from "../../capabilities/factors/context.ts";
import { addEnrolment, listEnrolments } from "../../capabilities/factors/enrolments.ts";
import { sealedCodes } from "../../capabilities/factors/recovery_codes.ts";
import { totpData } from "../../capabilities/factors/totp.ts";
import { audit } from "../../hooks/audit.ts";
import type { Factor } from "../../types/factor.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { openSealed } from "./better_auth_secret.ts";
import { isTrue } from "./better_auth_tables.ts";
import type { BetterAuthTwoFactor } from "./better_auth_types.ts";

/** Mark of secrets that Better Auth itself has imported, as Base32. */
const BASE32 = "base32:";

/** The authenticator app that its user has confirmed. */
export function confirmedOf(
  rows: readonly BetterAuthTwoFactor[],
): BetterAuthTwoFactor | undefined {
  // Versions before the column existed stored an app once it was confirmed.
  return rows.find(({ secret, verified }) =>
    secret && (verified === undefined || verified === null || isTrue(verified))
  );
}

/** The secret of an authenticator app as Base32; `undefined` when it cannot be moved. */
export async function openSecret(
  config: ResolvedConfig,
  secrets: readonly string[],
  { secret }: BetterAuthTwoFactor,
): Promise<string | undefined> {
  if (!findFactor(config, "totp")) return undefined;
  const text = await openSealed(secrets, secret!);
  if (!text) return undefined;
  // The text itself is the key, unless Better Auth has imported it.
  if (!text.startsWith(BASE32)) return toBase32(new TextEncoder().encode(text));
  const bytes = fromBase32(text.slice(BASE32.length));
  return bytes && bytes.length > 0 ? toBase32(bytes) : undefined;
}

/** Codes that were not used yet; `null` when they cannot be moved, `undefined` without any. */
export async function openBackupCodes(
  config: ResolvedConfig,
  secrets: readonly string[],
  { backupCodes }: BetterAuthTwoFactor,
): Promise<readonly string[] | null | undefined> {
  if (!backupCodes) return undefined;
  try {
    const text = backupCodes.startsWith("[") ? backupCodes : await openSealed(secrets, backupCodes);
    const codes: unknown = JSON.parse(text ?? "");
    const texts = Array.isArray(codes) ? codes.map(String).filter(Boolean) : [];
    if (texts.length === 0) return undefined;
    return findFactor(config, "recovery") ? texts : null;
  } catch {
    return null;
  }
}

/** A second factor of the app. */
function findFactor({ factors }: ResolvedConfig, id: "totp" | "recovery"): Factor | undefined {
  return factors?.byId.get(id);
}

/** The id of an enrolment, so that a run that is repeated finds it. */
async function makeEnrolmentId(factor: string, userId: string): Promise<string> {
  return await shortHashText("Better Auth", `${factor} of ${userId}`);
}

/** Stores an authenticator app; `false` when it was there. */
export async function enrolSecret(
  config: ResolvedConfig,
  userId: string,
  secret: string,
): Promise<boolean> {
  const factor = findFactor(config, "totp")!;
  return await enrol(
    config,
    userId,
    factor,
    async () => totpData(await seal(config, factor, { id: userId }, secret)),
  );
}

/** Stores backup codes; `false` when they were there. */
export async function enrolCodes(
  config: ResolvedConfig,
  userId: string,
  codes: readonly string[],
): Promise<boolean> {
  const factor = findFactor(config, "recovery")!;
  return await enrol(config, userId, factor, async () =>
    sealedCodes(
      await Promise.all(codes.map((code) => seal(config, factor, { id: userId }, code))),
    ));
}

async function enrol(
  config: ResolvedConfig,
  userId: string,
  factor: Factor,
  data: () => Promise<Parameters<typeof addEnrolment>[4]>,
): Promise<boolean> {
  const id = await makeEnrolmentId(factor.id, userId);
  // Factors need records.
  if (!await addEnrolment(config.records!, userId, id, factor, await data())) return false;
  await audit({ config }, { name: "factor.added", userId, factor: factor.id });
  return true;
}

/** Returns `true` for a user who has the enrolment of an import. */
export async function isEnrolled(
  { records }: ResolvedConfig,
  userId: string,
  factor: "totp" | "recovery",
): Promise<boolean> {
  const imported = await makeEnrolmentId(factor, userId);
  return (await listEnrolments(records!, userId)).some(({ id }) => id === imported);
}

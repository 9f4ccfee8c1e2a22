/**
 * When a passkey was added and last used, and the model of its authenticator: in the record of its
 * name, since no table of passkeys has these columns.
 *
 * @module
 */

import { type PasskeyData, passkeyRecords } from "../../accounts/passkey_names.ts";
import { nowDate } from "../../base/time.ts";
import { ownerOf } from "../../records/owner.ts";
import type { Moments, PasskeyMoment } from "../../types/topics.ts";

export { authenticatorName } from "../passkeys/authenticators.ts";

/** Keeps when a passkey was added, and the model of its authenticator. */
export async function notePasskey(
  { aaguid, ...moment }: Moments["passkey.added"],
): Promise<void> {
  await note(moment, (known) => ({
    ...known,
    createdAt: nowDate().toISOString(),
    ...aaguid === undefined ? {} : { aaguid },
  }));
}

/** Keeps the day on which a passkey was used, with at most one write a day. */
export async function notePasskeyUse(moment: Moments["passkey.used"]): Promise<void> {
  const now = nowDate().toISOString();
  await note(
    moment,
    (known) =>
      known.lastUsedAt !== undefined && dayOf(known.lastUsedAt) === dayOf(now)
        ? undefined
        : { ...known, lastUsedAt: now },
  );
}

/** The day of a time, in UTC. */
function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** Changes the record of a passkey; a failure is logged, since it must stop no sign-in. */
async function note(
  { config, userId, credentialID }: PasskeyMoment,
  next: (known: PasskeyData) => PasskeyData | undefined,
): Promise<void> {
  try {
    // The config check demands records.
    await passkeyRecords.update(config.records!, credentialID, (found) => {
      const isOwn = found?.owner === ownerOf(userId);
      const data = next(isOwn ? found.data : { credentialID, name: null });
      return data && { userId, expires: null, data };
    });
  } catch (error) {
    config.logger.error(error as Error);
  }
}

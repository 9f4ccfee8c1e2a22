/**
 * The end of what a client got with the session that it came from, for clients that ask for
 * `offline_access` where they need more. A sign-out ends the family, and so its access tokens; that a
 * session has expired is seen when the client asks for more: a refresh, an exchange or an assertion.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess OpenID Connect Core §11}
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { peekRecord } from "../../session/record.ts";
import type { FoundRecord } from "../../records/kind.ts";
import type { Subscriptions } from "../../types/topics.ts";
import type { Client } from "./client.ts";
import { ended } from "./endings.ts";
import { type ChildData, families, type FamilyData } from "./kinds.ts";
import type { OAuthConfig, OAuthSetup } from "./settings.ts";
import type { Targets } from "./targets.ts";
import { endFamily, type TokenFamily } from "./family_end.ts";

/** Returns `true` where what a client gets ends with the session of the user. */
export function endsWithSession(
  { endsWithSession }: Pick<Client, "endsWithSession">,
  targets: Targets,
  { issuer }: OAuthSetup["settings"],
): boolean {
  const given = Object.hasOwn(targets, issuer) ? targets[issuer]! : [];
  return endsWithSession && !given.includes("offline_access");
}

/** Milliseconds after which a session is also in a store that lags behind. */
const LAG_MS = 60_000;

/** Returns `true` while the session stands. */
export async function isSessionLive(
  setup: Pick<OAuthSetup, "config">,
  data: Pick<ChildData, "session">,
): Promise<boolean> {
  return await findState(setup, data) === "live";
}

/** The state of the session. What a store lacks that lags behind is asked for again. */
async function findState(
  { config: { revocation } }: Pick<OAuthSetup, "config">,
  { session }: Pick<ChildData, "session">,
): ReturnType<typeof peekRecord> {
  if (session === undefined) return "live";
  if (session === null) return "ended";
  const state = await peekRecord(revocation, session);
  return state === "live" ? state : await peekRecord(revocation, session);
}

/**
 * Nothing notes an expiry: what came from the session ends when that is seen. A session that has just
 * begun may lack in a store that lags behind: what came from it is refused, and goes on.
 */
async function isLiveOrEnded(
  setup: Pick<OAuthSetup, "config">,
  data: Pick<ChildData, "session"> & Partial<Pick<FamilyData, "createdAt">>,
  family: TokenFamily,
): Promise<boolean> {
  const state = await findState(setup, data);
  if (state === "live") return true;
  const { createdAt = nowMs() } = data;
  if (state === "ended" || nowMs() - createdAt >= LAG_MS) await endFamily(setup.config, family);
  return false;
}

/**
 * Refuses tokens of a session that has ended, and ends what came from it.
 *
 * @throws {OAuthRefusal} `invalid_grant`
 */
export async function requireLiveSession(
  setup: Pick<OAuthSetup, "config">,
  data: Pick<ChildData, "session"> & Partial<Pick<FamilyData, "createdAt">>,
  family: TokenFamily,
): Promise<void> {
  if (!await isLiveOrEnded(setup, data, family)) throw ended();
}

/**
 * Returns `true` while the session of a family of tokens stands, and ends the family otherwise.
 *
 * @param isNeeded `true` where each family has a record: one without it has ended
 */
export async function isFamilyLive(
  setup: Pick<OAuthSetup, "config">,
  family: TokenFamily,
  isNeeded: boolean,
): Promise<boolean> {
  const found = await families.get(setup.config.records, family.family);
  return found ? await isLiveOrEnded(setup, found.data, family) : !isNeeded;
}

/** Ends what clients got from a session. */
export async function endWithSession(
  { config: written, userId, sessionId }: Parameters<
    NonNullable<Subscriptions["session.ending"]>
  >[0],
): Promise<void> {
  // The check of the config demands what it needs.
  const config = written as OAuthConfig;
  const found: FoundRecord<FamilyData>[] = [];
  for await (const family of families.listAll(config.records, userId)) {
    if (family.data.session === sessionId) found.push(family);
  }
  for (const { id: family, data: { grant } } of found) {
    await endFamily(config, { grant, family, userId });
  }
}

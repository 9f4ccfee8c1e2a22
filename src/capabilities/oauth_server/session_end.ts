/**
 * The end of what a client got with the session that it came from, for clients that ask for
 * `offline_access` where they need more. A sign-out ends the family, and so its access tokens; a session
 * that has expired is missing at the next refresh.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess OpenID Connect Core §11}
 * @module
 */

import { peekRecord } from "../../session/record.ts";
import type { FoundRecord } from "../../records/kind.ts";
import type { Subscriptions } from "../../types/topics.ts";
import type { Client } from "./client.ts";
import { ended } from "./endings.ts";
import { type ChildData, families, type FamilyData } from "./kinds.ts";
import type { OAuthConfig, OAuthSetup } from "./settings.ts";
import type { Targets } from "./targets.ts";
import { endFamily } from "./token_family.ts";

/** Returns `true` where what a client gets ends with the session of the user. */
export function endsWithSession(
  { endsWithSession }: Pick<Client, "endsWithSession">,
  targets: Targets,
  { issuer }: OAuthSetup["settings"],
): boolean {
  const given = Object.hasOwn(targets, issuer) ? targets[issuer]! : [];
  return endsWithSession && !given.includes("offline_access");
}

/**
 * Refuses tokens of a session that has ended. What a store lacks that lags behind is asked for again.
 *
 * @throws {OAuthRefusal} `invalid_grant`
 */
export async function requireLiveSession(
  { config: { revocation } }: Pick<OAuthSetup, "config">,
  { session }: Pick<ChildData, "session">,
): Promise<void> {
  if (session === undefined) return;
  const isLive = async () => session !== null && await peekRecord(revocation, session) === "live";
  if (!await isLive() && !await isLive()) throw ended();
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

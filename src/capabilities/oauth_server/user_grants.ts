/**
 * Access that users gave to other apps: the list, and the end.
 *
 * @module
 */

import { audit } from "../../hooks/audit.ts";
import { ownerOf } from "../../records/owner.ts";
import type { RequestInternal } from "../../types/internal.ts";
import { endGrant, type Grant, standingGrants } from "./grants.ts";
import type { OAuthConfig } from "./settings.ts";

/** The config, and the request of a page. */
export interface GrantCaller {
  /** Completed config. */
  readonly config: OAuthConfig;
  /** The request; absent for a call of the app. */
  readonly request?: RequestInternal;
}

/** The access that a user gave, newest first. What a suspension has ended is left out. */
export async function grantsOf({ config }: GrantCaller, userId: string): Promise<Grant[]> {
  const found = await standingGrants({ config }, userId);
  const time = ({ data }: Grant) => Date.parse(data.createdAt);
  return found.sort((a, b) => time(b) - time(a));
}

/**
 * Ends access of a user's. A client that was given access twice at once has two grants: both end.
 *
 * @returns `false` when there is none with the id
 */
export async function endGrantOf(
  { config, request }: GrantCaller,
  user: string,
  id: string,
): Promise<boolean> {
  const userId = ownerOf(user);
  const all = await standingGrants({ config }, userId);
  const meant = all.find((grant) => grant.id === id)?.data;
  if (!meant) return false;
  let hasEnded = false;
  for (const { id: one, data: { client, organization } } of all) {
    if (client !== meant.client || organization !== meant.organization) continue;
    if (!await endGrant(config.records, one, userId)) continue;
    hasEnded = true;
    await audit({ config, ...request ? { request } : {} }, {
      name: "grant.ended",
      userId,
      credential: one,
      ...organization === null ? {} : { organization },
    });
  }
  return hasEnded;
}

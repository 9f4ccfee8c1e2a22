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
export async function listUserGrants({ config }: GrantCaller, userId: string): Promise<Grant[]> {
  const found = await standingGrants({ config }, userId);
  const time = ({ data }: Grant) => Date.parse(data.createdAt);
  return found.sort((a, b) => time(b) - time(a));
}

/**
 * Ends access of a user's.
 *
 * @returns `false` when there is none with the id
 */
export async function endUserGrant(
  { config, request }: GrantCaller,
  user: string,
  id: string,
): Promise<boolean> {
  const userId = ownerOf(user);
  const isOfUser = (await standingGrants({ config }, userId)).some((grant) => grant.id === id);
  const ended = isOfUser ? await endGrant(config.records, id, userId) : [];
  for (const { id: credential, data: { organization } } of ended) {
    await audit({ config, ...request ? { request } : {} }, {
      name: "grant.ended",
      userId,
      credential,
      ...organization === null ? {} : { organization },
    });
  }
  return ended.length > 0;
}

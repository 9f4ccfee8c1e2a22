/**
 * Access that users gave to other apps: the list, and the end.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { audit } from "../../hooks/audit.ts";
import { ownerOf } from "../../records/owner.ts";
import type { RequestInternal } from "../../types/internal.ts";
import { endGrant, type Grant, standingGrants } from "./grants.ts";
import type { Which } from "./client_sessions.ts";
import { type OAuthConfig, settingsIn } from "./settings.ts";

/** Loaded where clients are notified of sign-outs. */
const sessions = lazy(() => import("./client_sessions.ts"));

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
  const meant = (await standingGrants({ config }, userId)).find((grant) => grant.id === id)?.data;
  const end = () => endGrant(config.records, id, userId);
  const settings = settingsIn(config);
  const isOfIt: Which = ({ data }) =>
    data.client === meant?.client && data.organization === meant.organization;
  const ended = meant === undefined
    ? []
    : settings.sendsLogouts
    ? await (await sessions()).tellingClients({ config, settings }, userId, isOfIt, end)
    : await end();
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

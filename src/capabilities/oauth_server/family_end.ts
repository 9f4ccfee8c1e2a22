/**
 * The family of tokens of one sign-in: the refresh tokens and the access tokens that came from the same
 * code. A device has its own, so its end is not that of the others. The grant knows which have ended,
 * so that an access token is judged by the one record that is read for it anyway.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { forgetCached } from "../../records/cached.ts";
import { ownerOf } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import type { AccessClaims } from "./access_token.ts";
import { families, type GrantData, grants } from "./kinds.ts";
import type { OAuthConfig } from "./settings.ts";

/** Most families that a grant remembers the end of. */
const MOST = 50;

/** A family of tokens. */
export interface TokenFamily {
  /** Id of the grant. */
  readonly grant: string;
  /** Id of the family. */
  readonly family: string;
  /** Id of the user. */
  readonly userId: string;
}

/**
 * Ends a family, and the access tokens that were made in it. The grant stays.
 *
 * @returns `true` when this call has ended it
 */
export async function endFamily(
  { records }: Pick<OAuthConfig, "records">,
  { grant, family, userId }: TokenFamily,
): Promise<boolean> {
  let isFirst = false;
  // Before the refresh token is removed: one that is being made meanwhile is found by either.
  await retryOnce(() =>
    grants.update(records, grant, (known) => {
      isFirst = known?.owner === ownerOf(userId) && !hasFamilyEnded(known.data, family);
      if (!isFirst || known === null) return undefined;
      return { userId, expires: known.expires, data: withEnded(known.data, family) };
    })
  );
  forgetCached(records, userId);
  await retryOnce(() => families.take(records, family));
  return isFirst;
}

/** Of too many, the first one is forgotten: what was made before its end has ended too. */
function withEnded(data: GrantData, family: string): GrantData {
  const { ended = {}, endedBefore = 0 } = data;
  const all = [...Object.entries(ended), [family, nowMs()] as const].sort(([, a], [, b]) => a - b);
  const forgotten = all.slice(0, Math.max(0, all.length - MOST));
  const before = Math.max(endedBefore, ...forgotten.map(([, at]) => at));
  return {
    ...data,
    ended: Object.fromEntries(all.slice(forgotten.length)),
    ...before > 0 ? { endedBefore: before } : {},
  };
}

/** Returns `true` for a family that has ended, although its grant stands. */
export function hasFamilyEnded({ ended = {} }: Pick<GrantData, "ended">, family: string): boolean {
  return Object.hasOwn(ended, family);
}

/**
 * Returns `true` for an access token that has ended with its family. One of a version before does not
 * say which family it is of, so it ends with any.
 */
export function hasTokenEnded(
  { ended = {}, endedBefore = 0 }: Pick<GrantData, "ended" | "endedBefore">,
  { family, iat }: Pick<AccessClaims, "family" | "iat">,
): boolean {
  const madeAt = iat * 1000;
  if (madeAt <= endedBefore) return true;
  if (family !== undefined) return Object.hasOwn(ended, family);
  return Object.values(ended).some((at) => madeAt <= at);
}

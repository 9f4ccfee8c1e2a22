/**
 * Grants: what a user gave to a client. Everything that a client holds counts only while its grant is
 * there, so the end of a grant is the end of all of it.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowDate } from "../../base/time.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { forgetCached, readCached } from "../../records/cached.ts";
import { withLocks } from "../../records/lock.ts";
import { ownerOf } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { anchors, removeAnchor, writeAnchored } from "../../session/anchor.ts";
import { findSuspension } from "../../session/user_status.ts";
import type { Subscriptions } from "../../types/topics.ts";
import type { RecordStore } from "../../types/records.ts";
import { keepClient } from "./clients.ts";
import { clientGrants, families, type GrantData, grants } from "./kinds.ts";
import type { OAuthCall } from "./settings.ts";
import { hasFamilyEnded } from "./family_end.ts";
import { covers, type Targets, union } from "./targets.ts";

/** A grant that was read. */
export type Grant = FoundRecord<GrantData>;

/** The key of a grant: a user has one for each client and organization. */
export interface GrantKey {
  /** Id of the user. */
  readonly userId: string;
  /** Id of the client. */
  readonly client: string;
  /** Id of the organization. */
  readonly organization: string | null;
}

/** Tries of a change that other requests make too. */
const TRIES = 100;

/** Most grants that are listed at once. */
const LIST = { limit: 1000 };

/** Entries that are removed at once. */
const AT_ONCE = 20;

/** The grants of a user that count: those of the anchor that the user has, which is read last. */
export async function standingGrants(
  { config: { records } }: Pick<OAuthCall, "config">,
  userId: string,
): Promise<Grant[]> {
  const found = await grants.list(records, userId, LIST);
  if (found.length === 0) return [];
  const anchor = (await anchors.get(records, userId))?.data.id;
  return found.filter(({ data }) => data.anchor === anchor);
}

/** The grant of a user for a client; `undefined` without one that counts. */
export async function grantFor(
  call: Pick<OAuthCall, "config">,
  { userId, client, organization }: GrantKey,
): Promise<Grant | undefined> {
  return (await standingGrants(call, userId)).find(({ data }) =>
    data.client === client && data.organization === organization
  );
}

/** Returns `true` when the user has given all of it before, to a client at that host. */
export function remembers({ data }: Grant, targets: Targets, host: string): boolean {
  return Object.hasOwn(data.byHost, host) && covers(data.byHost[host]!, targets);
}

/**
 * Gives a client what the user has approved: a new grant, or more of the one that is there.
 *
 * @throws {UserSuspended} when the user is suspended, was or will be deleted
 */
export async function giveGrant(
  call: Pick<OAuthCall, "config" | "settings">,
  key: GrantKey,
  given: Given,
): Promise<string> {
  const { records } = call.config;
  const { userId } = key;
  const { host, ...facts } = given;
  await keepClient(call, key.client);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await grantFor(call, key);
    if (!known) {
      const id = await addGrant(call, key, given);
      if (id !== undefined) return id;
      continue;
    }
    const { data, id } = known;
    if (hasAll(known, given)) return id;
    const next: GrantData = {
      ...data,
      ...facts,
      targets: union(data.targets, given.targets),
      byHost: {
        ...data.byHost,
        [host]: union(Object.hasOwn(data.byHost, host) ? data.byHost[host]! : {}, given.targets),
      },
    };
    if (await grants.replace(records, id, { userId, expires: null, data: next }, known)) {
      forgetCached(records, userId);
      return id;
    }
  }
  throw new Error("Cannot give access: other requests changed the grant each time");
}

/** What is given to a client. */
type Given = Pick<GrantData, "clientName" | "proof" | "targets"> & { readonly host: string };

/** Returns `true` when nothing of it is new. */
function hasAll(known: Grant, { clientName, proof, targets, host }: Given): boolean {
  const { data } = known;
  return data.clientName === clientName && data.proof.at === proof.at &&
    data.proof.provider === proof.provider &&
    data.proof.methods.join() === proof.methods.join() && remembers(known, targets, host);
}

/**
 * Adds a grant: of any number of requests at once, one does. Its id is random, so that what was made
 * for one that has ended never counts for the next.
 *
 * @returns its id; `undefined` when another request was faster
 */
async function addGrant(
  call: Pick<OAuthCall, "config">,
  key: GrantKey,
  { host, ...facts }: Given,
): Promise<string | undefined> {
  const { config, config: { records } } = call;
  const { userId, client, organization } = key;
  const lock = JSON.stringify(["oauth grant", ownerOf(userId), client, organization]);
  return await withLocks(records, [lock], async () => {
    if (await grantFor(call, key)) return undefined;
    const id = randomBase64url(16);
    await writeAnchored(config, userId, async (anchor) => {
      const createdAt = nowDate().toISOString();
      const byHost = { [host]: facts.targets };
      const own = { client, organization, anchor, byHost, createdAt, lastUsedAt: null };
      await grants.add(records, id, { userId, expires: null, data: { ...facts, ...own } });
    }, () => grants.take(records, id));
    return id;
  });
}

/**
 * The grant of a code or a refresh token, which makes new tokens: it counts under the anchor of its
 * user alone.
 *
 * @param userId the user, where it is known: both are read at once
 * @param family id of the family of tokens, which can have ended
 */
export async function standingGrant(
  { config: { records } }: Pick<OAuthCall, "config">,
  id: string,
  userId?: string,
  family?: string,
): Promise<Grant | undefined> {
  const anchorOf = async (user: string) => (await anchors.get(records, user))?.data.id;
  const [found, early] = await Promise.all([
    grants.get(records, id),
    userId === undefined ? undefined : anchorOf(userId),
  ]);
  if (found?.owner === undefined) return undefined;
  if (userId !== undefined && found.owner !== ownerOf(userId)) return undefined;
  if (family !== undefined && hasFamilyEnded(found.data, family)) return undefined;
  const anchor = userId === undefined ? await anchorOf(found.owner) : early;
  return anchor === found.data.anchor ? found : undefined;
}

/** The grant of an access token, read within `maxLag`. */
export async function findGrant(
  { config: { records }, settings }: Pick<OAuthCall, "config" | "settings">,
  id: string,
): Promise<Grant | null> {
  return await readCached(grants, records, id, settings.maxLagMs, ({ owner = "" }) => owner);
}

/**
 * Ends a grant, and what its client holds. Versions before could give several at once, of the same
 * client and organization: they end too.
 *
 * @returns those that this call has ended
 */
export async function endGrant(
  records: RecordStore,
  id: string,
  userId: string,
): Promise<readonly Grant[]> {
  const meant = await grants.get(records, id);
  const all = meant ? await grants.list(records, userId, LIST) : [];
  const alike = all.filter(({ id: other, data }) =>
    other !== id && data.client === meant?.data.client &&
    data.organization === meant.data.organization
  );
  const ended: Grant[] = [];
  for (const grant of meant ? [meant, ...alike] : []) {
    if (await retryOnce(() => grants.take(records, grant.id))) ended.push(grant);
  }
  forgetCached(records, userId);
  await unlist(records, meant ? [meant, ...alike] : []);
  // Their codes last for seconds; these would stay for weeks, although none of them counts.
  const over = new Set([id, ...alike.map((grant) => grant.id)]);
  for (const family of await families.list(records, userId)) {
    if (over.has(family.data.grant)) await families.take(records, family.id);
  }
  return ended;
}

/** Removes the entries of grants, several at once: a sign-out or a suspension waits for it. */
async function unlist(records: RecordStore, ended: readonly Grant[]): Promise<void> {
  for (let from = 0; from < ended.length; from += AT_ONCE) {
    const batch = ended.slice(from, from + AT_ONCE);
    await Promise.all(batch.map(({ id }) => retryOnce(() => clientGrants.take(records, id))));
  }
}

/** Removes what clients have listed of a user who is deleted: the rest is the user's own. */
export async function unlistGrants(
  { caller: { config: { records } }, userId }: Parameters<
    NonNullable<Subscriptions["user.deleting"]>
  >[0],
): Promise<void> {
  // At the first call, another capability may still refuse. The check of the config demands the store.
  if (!records || await findSuspension(records, userId) === null) return;
  await unlist(records, await retryOnce(() => grants.list(records, userId, LIST)));
}

/** Ends all grants of a user. */
export async function endAllGrants(records: RecordStore, userId: string): Promise<void> {
  const ended = await retryOnce(() => grants.list(records, userId, LIST));
  await retryOnce(() => grants.removeAll(records, userId));
  forgetCached(records, userId);
  await unlist(records, ended);
  await retryOnce(() => families.removeAll(records, userId));
}

/**
 * Removes the evidence under which a user's grants were given: one that is being written during a
 * suspension does not count after it.
 */
export async function endGrantAnchor(records: RecordStore, userId: string): Promise<void> {
  await removeAnchor(records, ownerOf(userId));
}

/**
 * Grants: what a user gave to a client. Everything that a client holds counts only while its grant is
 * there, so the end of a grant is the end of all of it.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/random.ts";
import { keyOf, newestSecret } from "../../limits/window.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { forgetLately, readLately } from "../../records/lately.ts";
import { ownerOf } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { anchors, hasAnchor, removeAnchor, writeAnchored } from "../../session/anchor.ts";
import type { RecordStore } from "../../types/records.ts";
import { keepClient } from "./clients.ts";
import { families, GRANT_ID, type GrantData, grants } from "./kinds.ts";
import type { OAuthCall } from "./settings.ts";
import { covers, type Targets, union } from "./targets.ts";

/** A grant that was read, by its public id. */
export type Grant = FoundRecord<GrantData>;

function toGrant(found: FoundRecord<GrantData>): Grant {
  return { ...found, id: found.id + (found.data.generation ?? "") };
}

/** The grant with a public id; `null` when it has ended, also when there is a later one. */
function withId(found: FoundRecord<GrantData> | null, id: string): Grant | null {
  const grant = found && toGrant(found);
  return grant?.id === id ? grant : null;
}

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

/** The grants of a user that count: those of the anchor that the user has, which is read last. */
export async function standingGrants(
  { config: { records } }: Pick<OAuthCall, "config">,
  userId: string,
): Promise<Grant[]> {
  const found = (await grants.list(records, userId, LIST)).map(toGrant);
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
  const { config, config: { records } } = call;
  const { userId } = key;
  const { host, ...facts } = given;
  await keepClient(call, key.client);
  const own = await recordIdOf(config, key);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await grantFor(call, key);
    if (!known) {
      const id = await addGrant(config, own, key, given);
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
      forgetLately(records, userId);
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

/** Id of the record of a grant: of any number of requests at once, one writes it. */
async function recordIdOf(
  config: OAuthCall["config"],
  { userId, client, organization }: GrantKey,
): Promise<string> {
  const names = JSON.stringify([userId, client, organization]);
  return (await keyOf(newestSecret(config), "oauth grant", names)).slice(0, GRANT_ID);
}

/**
 * Adds a grant, in place of one that has ended with its anchor.
 *
 * @returns its public id; `undefined` when another request was faster
 */
async function addGrant(
  config: OAuthCall["config"],
  own: string,
  { userId, client, organization }: GrantKey,
  { host, ...facts }: Given,
): Promise<string | undefined> {
  const { records } = config;
  const before = await grants.get(records, own);
  if (before && await hasAnchor(records, userId, before.data.anchor)) return undefined;
  const generation = randomBase64url(16);
  const id = own + generation;
  let isWritten = false;
  await writeAnchored(config, userId, async (anchor) => {
    const createdAt = new Date().toISOString();
    const byHost = { [host]: facts.targets };
    const rest = { client, organization, anchor, byHost, createdAt, lastUsedAt: null, generation };
    const value = { userId, expires: null, data: { ...facts, ...rest } };
    isWritten = await grants.replace(records, id, value, before);
  }, () => takeGrant(records, id));
  return isWritten ? id : undefined;
}

/** Takes a grant, unless there is a later one in its place. */
async function takeGrant(records: RecordStore, id: string): Promise<boolean> {
  return withId(await grants.get(records, id), id) !== null &&
    await grants.take(records, id) !== null;
}

/**
 * The grant of a code or a refresh token, which makes new tokens: it counts under the anchor of its
 * user alone.
 */
export async function standingGrant(
  { config: { records } }: Pick<OAuthCall, "config">,
  id: string,
): Promise<Grant | undefined> {
  const found = withId(await grants.get(records, id), id);
  if (found?.owner === undefined) return undefined;
  return await hasAnchor(records, found.owner, found.data.anchor) ? found : undefined;
}

/** The grant of an access token, read within `maxLag`. */
export async function grantOf(
  { config: { records }, settings }: Pick<OAuthCall, "config" | "settings">,
  id: string,
): Promise<Grant | null> {
  const found = await readLately(
    ...[grants, records, id, settings.maxLagMs] as const,
    ({ owner = "" }) => owner,
  );
  return withId(found, id);
}

/**
 * Ends a grant, and what its client holds. One of an earlier form can have others beside it, of the
 * same client and organization: they end too.
 *
 * @returns those that this call has ended
 */
export async function endGrant(
  records: RecordStore,
  id: string,
  userId: string,
): Promise<readonly Grant[]> {
  const meant = withId(await grants.get(records, id), id);
  const all = meant ? (await grants.list(records, userId, LIST)).map(toGrant) : [];
  const alike = all.filter(({ id: other, data }) =>
    other !== id && data.client === meant?.data.client &&
    data.organization === meant.data.organization
  );
  const ended: Grant[] = [];
  for (const grant of meant ? [meant, ...alike] : []) {
    if (await retryOnce(() => takeGrant(records, grant.id))) ended.push(grant);
  }
  forgetLately(records, userId);
  // Their codes last for seconds; these would stay for weeks, although none of them counts.
  const over = new Set([id, ...alike.map((grant) => grant.id)]);
  for (const family of await families.list(records, userId)) {
    if (over.has(family.data.grant)) await families.take(records, family.id);
  }
  return ended;
}

/** Ends all grants of a user. */
export async function endGrantsOf(records: RecordStore, userId: string): Promise<void> {
  await retryOnce(() => grants.removeAll(records, userId));
  forgetLately(records, userId);
  await retryOnce(() => families.removeAll(records, userId));
}

/**
 * Removes the evidence under which a user's grants were given: one that is being written during a
 * suspension does not count after it.
 */
export async function endAnchorOf(records: RecordStore, userId: string): Promise<void> {
  await removeAnchor(records, ownerOf(userId));
}

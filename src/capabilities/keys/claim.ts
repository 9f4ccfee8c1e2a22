/**
 * The claim of an API key: whose it is, and whether its owner still exists.
 *
 * @module
 */

import { isEqual, sha256Base64url } from "../../base/crypto/hash.ts";
import { nowMs } from "../../base/time.ts";
import { intersect, type Scopes } from "../../credentials/scopes.ts";
import { Buckets } from "../../limits/rate.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { forgetCached, readCached } from "../../records/cached.ts";
import { findUserRefusal } from "../../session/user_status.ts";
import { anchors, hasAnchor } from "../../session/anchor.ts";
import type { CredentialRefusal } from "../../types/audit.ts";
import type { Claim, ClaimFault, Presented } from "../../types/credential.ts";
import type { CredentialCall } from "../../types/internal.ts";
import type { Proof } from "../../types/proof.ts";
import type { RecordStore } from "../../types/records.ts";
import { legacyKeyId, parseKey, splitKey } from "./format.ts";
import { endedKeys, groupOf, isOver, type KeyData, keys, services } from "./kinds.ts";
import { type KeysCall, makeKeysCall, type Settings } from "./settings.ts";

/** Milliseconds between two writes of the last use. */
const USED_EVERY_MS = 5 * 60 * 1000;

/** See `CredentialCode`. */
export async function readClaim(
  { config }: Pick<CredentialCall, "config">,
  { token }: Pick<Presented, "token">,
): Promise<Claim | ClaimFault> {
  const call = makeKeysCall(config);
  const { records, settings } = call;
  // Only what `recognizes` has let pass comes here.
  const isOwn = parseKey(settings.prefix, token) !== undefined;
  const { id: ownId, secret } = splitKey(settings.prefix, token);
  // Before the read, so that an id that exists takes no longer.
  const hash = await sha256Base64url(isOwn ? secret : token);
  const id = isOwn ? ownId : await legacyKeyId(hash);
  const found = await readCached(keys, records, id, settings.maxLagMs, groupOf);
  if (!found || !isEqual(found.data.hash, hash)) return await findFault(records, id, hash);
  const { data } = found;
  const { owner, organization, proof, name } = data;
  const about = { credential: id, ...owner.kind === "user" ? { userId: owner.id } : {} };
  if (isOver(data)) return { reason: "expired", about };
  const freeAtMs = await countUse(settings, id);
  if (freeAtMs !== undefined) {
    const retryAfter = Math.max(1, Math.ceil((freeAtMs - nowMs()) / 1000));
    return { reason: "too-many", retryAfter, about };
  }
  const scopes = await readScopes(call, data);
  if (!scopes) return { reason: "deleted", about };
  return {
    via: "key",
    credential: id,
    owner,
    ...organization === null ? {} : { organization },
    scopes,
    ...proof ? { proof: proof as Proof } : {},
    findRefusal: async () => {
      const reason = await reasonAgainst(call, data);
      if (!reason) await noteUse(call, id, found);
      return reason;
    },
    shown: { name },
  };
}

/** A key that was revoked says so to the one who has its secret; any other is unknown. */
async function findFault(records: RecordStore, id: string, hash: string): Promise<ClaimFault> {
  const ended = await endedKeys.get(records, id);
  const isRevoked = ended !== null && isEqual(ended.data.hash, hash);
  return { reason: isRevoked ? "revoked" : "unknown", about: { credential: id } };
}

/** Counts a request; returns the time at which another one is accepted, when this one is not. */
async function countUse(settings: Settings, id: string): Promise<number | undefined> {
  if (settings.limit === undefined) return undefined;
  settings.buckets ??= new Buckets();
  return await settings.buckets.take(id, settings.limit);
}

/** The scopes that a key and its service have; `undefined` without the service. */
async function readScopes(
  { records, settings }: KeysCall,
  { owner, scopes, organization }: KeyData,
): Promise<Scopes | undefined> {
  const own = toScopes(scopes);
  if (owner.kind !== "service") return own;
  const { maxLagMs } = settings;
  const service = await readCached(services, records, owner.id, maxLagMs, groupOf);
  if (!service || service.data.org !== organization) return undefined;
  return intersect(own, toScopes(service.data.scopes));
}

/** Scopes as a set. */
export function toScopes(scopes: KeyData["scopes"]): Scopes {
  return scopes === "all" ? "all" : new Set(scopes);
}

/** The organization of the others is read by the one admission. */
async function reasonAgainst(
  { config, records, settings: { maxLagMs } }: KeysCall,
  { owner, anchor }: KeyData,
): Promise<CredentialRefusal | undefined> {
  if (owner.kind !== "user") return undefined;
  if (anchor === null) return "revoked";
  const { id: userId } = owner;
  const known = await readCached(anchors, records, userId, maxLagMs, () => userId);
  if (known?.data.id === anchor) return undefined;
  // A cached one may be older than the key.
  if (maxLagMs > 0 && await hasAnchor(records, userId, anchor)) return undefined;
  return await findUserRefusal(config, userId);
}

/** Writes the time of the last use, every few minutes. A failure refuses nothing. */
async function noteUse(
  { config: { logger }, records }: KeysCall,
  id: string,
  found: FoundRecord<KeyData>,
): Promise<void> {
  const { owner: userId, data, expires } = found;
  const now = nowMs();
  if (data.lastUsedAt !== null && now - Date.parse(data.lastUsedAt) < USED_EVERY_MS) return;
  const next = { ...data, lastUsedAt: new Date(now).toISOString() };
  try {
    // One that was revoked or rotated meanwhile stays as it is.
    await keys.replace(records, id, { userId, expires, data: next }, found);
  } catch (error) {
    logger.error(error as Error);
  }
  forgetCached(records, groupOf(found));
}

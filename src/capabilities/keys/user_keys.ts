/**
 * Keys of users, for functions of apps and for the page.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { loadPart } from "../../hooks/topics.ts";
import { isWithin, type Scopes } from "../../credentials/scopes.ts";
import { AuthError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { notifyUser } from "../../mail/notify_user.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { ownerOf } from "../../records/owner.ts";
import { withinQuota } from "../../records/quota.ts";
import { anchors, hasAnchor, writeAnchored } from "../../session/anchor.ts";
import type { MemberAnswer } from "../../types/credential.ts";
import type { Visitor } from "../../session/visitor.ts";
import { toScopes } from "./claim.ts";
import type { KeyData } from "./kinds.ts";
import { checkOptions, type MadeKey, makeKey, toApiKeys, toNewKey, toStoredProof } from "./make.ts";
import type { KeysCall } from "./settings.ts";
import {
  dropKey,
  endKey,
  type KeyQuota,
  listKeys,
  makeQuota,
  ownKey,
  putKey,
  rotateKey,
} from "./stored.ts";
import type { ApiKey, ApiKeyOptions, KeyRefusal, KeyRefusalReason, NewApiKey } from "./typed.ts";

/** Loaded with the first email. */
const words = lazy(() => import("../../../pages/keys/in_words.ts"));

/** Most keys of a user. */
export const MOST_OF_USER = 100;

/** A refusal. */
export function refusal(reason: KeyRefusalReason, location?: string): KeyRefusal {
  return { ok: false, reason, ...location === undefined ? {} : { location } };
}

/** The session that asks, and the URL to which a proof leads back. */
export interface Asking {
  /** The visitor. */
  readonly visitor: Visitor;
  /** URL. */
  readonly back: string;
}

/**
 * Creates a key of a user.
 *
 * @param by the session that asks; absent for the app
 * @throws {UserSuspended} when the user is suspended, or there is none
 * @throws {AuthError} when something that was typed cannot be used
 */
export async function createUserKey(
  call: KeysCall,
  user: string,
  options: ApiKeyOptions,
  by?: Asking,
): Promise<NewApiKey | KeyRefusal> {
  const { settings, config } = call;
  const userId = ownerOf(user);
  const checked = checkOptions(settings, options);
  const permitted = await permissionsFor(call, userId, by, options.organization);
  if ("ok" in permitted) return refusal(permitted.reason, permitted.location);
  const { own, organization } = permitted;
  if (checked.scopes !== "all" && !isWithin(toScopes(checked.scopes), own, settings.scopes)) {
    return refusal("forbidden");
  }
  const { ended } = await keysByAnchor(call, userId);
  for (const { id } of ended) await endKey(call, userId, id);
  const made = await makeKey(settings, checked, {
    owner: { kind: "user", id: userId },
    organization,
    createdBy: by ? userId : null,
    proof: toStoredProof(by?.visitor.proof),
  });
  let data = made.data;
  const quota = makeQuota(quotaOfUser(call, userId), false);
  const written = await withinQuota(call.records, quota, made.id, () =>
    writeAnchored(
      config,
      userId,
      async (anchor) => {
        data = { ...data, anchor };
        await putKey(call, userId, { ...made, data });
      },
      () => dropKey(call, made.id),
    ));
  if (written === "too-many") return refusal(written);
  await tell(call, userId, "key.created", { ...made, data });
  return toNewKey(settings, { ...made, data });
}

/** The permissions that a user has where the key is for, and the id of the organization. */
async function permissionsFor(
  { config }: KeysCall,
  userId: string,
  by: Asking | undefined,
  name: string | undefined,
): Promise<{ own: Scopes; organization: string | null } | MemberAnswer & { ok: false }> {
  if (name === undefined) {
    const permissions = await loadPart(config, "permissions");
    return { own: await permissions?.permissionsOf(userId) ?? "all", organization: null };
  }
  const reader = await loadPart(config, "members");
  if (!reader) {
    throw new AuthError("Cannot create the key: the config has no `organizations`", {
      cause: { option: "organizations" },
    });
  }
  const found = by
    ? await reader.ofVisitor(by.visitor, String(name), by.back)
    : await reader.ofUser({ config }, userId, { proof: undefined, isBound: true }, String(name));
  if (!found.ok) return found;
  return { own: found.permissions, organization: found.organization.id };
}

/**
 * Keys of a user, as they are stored: those of the anchor that the user has, and those that a
 * suspension has ended. The anchor is read last: a key that names another one is over for good.
 */
async function keysByAnchor(
  call: KeysCall,
  userId: string,
): Promise<Record<"alive" | "ended", FoundRecord<KeyData>[]>> {
  const found = await listKeys(call, userId);
  if (found.length === 0) return { alive: [], ended: [] };
  const anchor = (await anchors.get(call.records, userId))?.data.id;
  return {
    alive: found.filter(({ data }) => data.anchor === anchor),
    ended: found.filter(({ data }) => data.anchor !== anchor),
  };
}

/** The most keys of a user; those that a suspension has ended do not count. */
function quotaOfUser(call: KeysCall, owner: string): KeyQuota {
  const list = async () => (await keysByAnchor(call, owner)).alive;
  return { owner, most: MOST_OF_USER, list };
}

/** Keys of a user, the newest first. Those that a suspension has ended are left out. */
export async function userKeys(call: KeysCall, user: string): Promise<readonly ApiKey[]> {
  return toApiKeys(call.settings, (await keysByAnchor(call, ownerOf(user))).alive);
}

/** Ends a key of a user; `false` when there is none. */
export async function revokeUserKey(call: KeysCall, user: string, id: string): Promise<boolean> {
  const userId = ownerOf(user);
  const known = await ownKey(call, userId, id);
  if (!known || !await endKey(call, userId, id)) return false;
  await audit(call, {
    name: "key.revoked",
    userId,
    credential: id,
    ...inOrganization(known.data),
  });
  return true;
}

/**
 * Makes the successor of a key of a user.
 *
 * @param by the session that asks; absent for the app
 */
export async function rotateUserKey(
  call: KeysCall,
  user: string,
  id: string,
  overlap: number,
  by?: Asking,
): Promise<NewApiKey | KeyRefusal> {
  const { settings, config, records } = call;
  const userId = ownerOf(user);
  const known = await ownKey(call, userId, id);
  const anchor = known?.data.anchor;
  // A rotation revives no key that a suspension has ended.
  if (!known || !anchor || !await hasAnchor(records, userId, anchor)) return refusal("unknown");
  const { organization } = known.data;
  if (by && organization !== null) {
    const found = await (await loadPart(config, "members"))?.ofVisitor(
      by.visitor,
      organization,
      by.back,
    );
    if (!found?.ok) return refusal(found?.reason ?? "not-member", found?.location);
  }
  const quota = quotaOfUser(call, userId);
  const made = await rotateKey(call, userId, known, overlap, quota, async (made) => {
    let isSame = false;
    await writeAnchored(
      config,
      userId,
      async (now) => {
        // A suspension meanwhile has ended the key, also where the user may sign in again.
        isSame = now === anchor;
        if (isSame) await putKey(call, userId, made);
      },
      () => dropKey(call, made.id),
    );
    return isSame;
  });
  if (typeof made === "string") return refusal(made);
  await tell(call, userId, "key.rotated", made);
  return toNewKey(settings, made);
}

async function tell(
  call: KeysCall,
  userId: string,
  name: "key.created" | "key.rotated",
  { id, data }: MadeKey,
): Promise<void> {
  await audit(call, { name, userId, credential: id, ...inOrganization(data) });
  await notifyUser(call, userId, "key-created", {
    key: data.name,
    access: async (wording) => (await words()).scopesInWords(wording, data.scopes).join("\n"),
  });
}

function inOrganization({ organization }: KeyData): { organization?: string } {
  return organization === null ? {} : { organization };
}

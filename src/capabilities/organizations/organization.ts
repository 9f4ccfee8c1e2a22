/**
 * Organizations as records: their names, their slugs, and their end.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { AuthError } from "../../errors.ts";
import { cleanName } from "../../base/names.ts";
import { nowMs } from "../../base/time.ts";
import { removeRecords } from "../../records/kind.ts";
import { retryOnce } from "../../records/retry_once.ts";
import type { RecordStore } from "../../types/records.ts";
import {
  LOGO_PATH,
  members,
  memberships,
  organizations,
  type OrgData,
  ownerOfOrg,
  slugs,
} from "./kinds.ts";
import type { Organization } from "./types.ts";
import { forgetCached } from "../../records/cached.ts";

/** Grammar of ids. No slug has a `_`. */
const ID = /^org_[\w-]{22}$/;

/** Grammar of slugs: a label of a host name. */
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Milliseconds for which a slug is kept for an organization that is being written. */
const WRITING_MS = 10 * 60 * 1000;

/** Makes an id. */
export function newId(): string {
  return `org_${randomBase64url(16)}`;
}

/** Returns `true` for text that can be an id. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** Returns `true` for text that can be a slug. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/**
 * A name as it is stored.
 *
 * @throws {AuthError} when it cannot be used
 */
export function requireOrgName(typed: string): string {
  const name = typeof typed === "string" ? cleanName(typed) : undefined;
  if (name !== undefined) return name;
  throw new AuthError("Cannot use the name of the organization: use 1 to 64 visible characters", {
    cause: { field: "name" },
  });
}

/**
 * A slug, as it is.
 *
 * @throws {AuthError} when it cannot be used
 */
export function requireSlug(slug: string): string {
  if (typeof slug === "string" && SLUG.test(slug)) return slug;
  throw new AuthError(
    'Cannot use the slug of the organization: use 1 to 63 lower-case letters, digits and "-", ' +
      "which is neither the first nor the last one",
    { cause: { field: "slug" } },
  );
}

/** Longest slug, in characters. */
const MAX_SLUG = 63;

/** Most characters of a name that are read for a slug. */
const MAX_READ = 200;

/**
 * The slug that a name suggests: `"acme-works"` for "Ácme & Works"; empty for a name without Latin
 * letters and digits.
 */
export function slugFrom(name: string): string {
  const words = name.slice(0, MAX_READ).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .split(/[^a-z0-9]/).filter(Boolean);
  return words.join("-").slice(0, MAX_SLUG).replace(/-$/, "");
}

/** An organization, as apps see it. */
export function toOrganization(id: string, { name, slug, logo }: OrgData): Organization {
  return Object.freeze({ id, name, slug, ...logo ? { logoPath: `${LOGO_PATH}/${logo}` } : {} });
}

/** Reserves a slug for an organization; `false` when another one has it. */
export async function claimSlug(records: RecordStore, slug: string, org: string): Promise<boolean> {
  let isOurs = false;
  await slugs.update(records, slug, async (known) => {
    const isFree = known === null || !await isInUse(records, slug, known.data);
    isOurs = isFree || known.data.org === org;
    return isFree ? { expires: null, data: { org, at: nowMs() } } : undefined;
  });
  return isOurs;
}

/** A process may have stopped between the slug and the organization. */
async function isInUse(
  records: RecordStore,
  slug: string,
  { org, at }: { org: string; at: number },
): Promise<boolean> {
  if (at + WRITING_MS > nowMs()) return true;
  return (await organizations.get(records, org))?.data.slug === slug;
}

/** Frees a slug that belongs to an organization. */
export async function freeSlug(records: RecordStore, slug: string, org: string): Promise<void> {
  const known = await slugs.get(records, slug);
  if (known?.data.org === org) await slugs.removeSame(records, slug, known);
}

/**
 * Ends an organization: from its first write on, nobody is a member. A call after one that failed
 * goes on with its work.
 *
 * @returns the organization as it was, for the call that ended it; else `null`
 */
export async function endOrganization(records: RecordStore, id: string): Promise<OrgData | null> {
  const ended = await organizations.update(
    records,
    id,
    (known) =>
      known && !known.data.isEnding
        ? { expires: null, data: { ...known.data, isEnding: true } }
        : undefined,
  );
  forgetCached(records, id);
  const data = ended?.data ?? (await organizations.get(records, id))?.data;
  if (!data) return null;
  const isLast = await retryOnce(() => removeParts(records, id, data));
  return ended || isLast ? data : null;
}

/** Removes the parts of an organization, and its record last: until then, a call can repeat it. */
async function removeParts(records: RecordStore, id: string, data: OrgData): Promise<boolean> {
  const owner = ownerOfOrg(id);
  for await (const { data: { userId } } of members.listAll(records, owner)) {
    await memberships.take(records, { org: id, userId });
    await members.take(records, { org: id, userId });
  }
  // Invitations, rows of imports that wait, keys and services.
  await removeRecords(records, owner);
  await freeSlug(records, data.slug, id);
  return await organizations.take(records, id) !== null;
}

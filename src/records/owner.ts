/**
 * Owners of records.
 *
 * @module
 */

import { AuthError } from "../errors.ts";

/**
 * The id of a user as the owner of records. The contract says that ids are strings; some
 * adapters of Auth.js return the numbers of their tables.
 */
export function ownerOf(userId: string | number): string {
  return String(userId);
}

/** What the owner of the records of an organization begins with. */
const ORG = "org:";

/** What the owner of records of the app itself begins with. */
const APP = "app:";

/** What the owner of records of the audit log begins with. */
const AUDIT = "audit:";

/** What the owner of the messages of an outbox begins with. */
const OUTBOX = "outbox:";

/** Owner of the deletions of accounts that wait; no user has such an id. */
export const WAITING_DELETIONS = "deletions of accounts that wait";

/**
 * Refuses an owner that is no user where everything of a user is about to end: else all records of an
 * organization, or all clients of the app, would.
 *
 * @throws {AuthError}
 */
export function requireUserId(doing: string, userId: string | number): void {
  if (isUserId(userId)) return;
  throw new AuthError(`Cannot ${doing}: what was given is not the id of a user`);
}

/** Returns `false` for an owner of records that is no user. */
export function isUserId(userId: string | number): boolean {
  const owner = ownerOf(userId);
  return owner !== WAITING_DELETIONS &&
    ![ORG, APP, AUDIT, OUTBOX].some((beginning) => owner.startsWith(beginning));
}

/** Owner of the messages of an outbox; no user has such an id. */
export function ownerOfOutbox(name: string): string {
  return OUTBOX + name;
}

/** Owner of the records of an organization; no user has such an id. */
export function ownerOfOrg(org: string): string {
  return ORG + org;
}

/** Id of the organization that owns a record; `undefined` for another owner. */
export function orgIn(owner: string | undefined): string | undefined {
  return owner?.startsWith(ORG) ? owner.slice(ORG.length) : undefined;
}

/** Owner of records of the app itself, by what they are; no user has such an id. */
export function ownerOfApp(name: string): string {
  return APP + name;
}

/** Owner of records of the audit log, by what they are; no user has such an id. */
export function ownerOfAudit(name: string): string {
  return AUDIT + name;
}

/**
 * Owners of records.
 *
 * @module
 */

/**
 * The id of a user as the owner of records. The contract says that ids are strings; some
 * adapters of Auth.js return the numbers of their tables.
 */
export function ownerOf(userId: string | number): string {
  return String(userId);
}

/** Owner of the messages of an outbox; no user has such an id. */
export function ownerOfOutbox(name: string): string {
  return `outbox:${name}`;
}

/** Owner of the records of an organization; no user has such an id. */
export function ownerOfOrg(org: string): string {
  return `org:${org}`;
}

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

/** What the owner of the records of an organization begins with. */
const ORG = "org:";

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
  return `app:${name}`;
}

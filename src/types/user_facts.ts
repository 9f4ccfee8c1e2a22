/**
 * What capabilities know about a user, for the people who run the app: named members alone, and none
 * that opens something.
 *
 * @module
 */

/** An organization of a user. */
export interface UserOrganization {
  /** Id. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Name in URLs. */
  readonly slug: string;
  /** Role of the user. */
  readonly role: string;
  /** Time since which the user is a member. */
  readonly since: Date;
}

/** An API key of a user. */
export interface UserKey {
  /** Public id, which the key contains. */
  readonly id: string;
  /** The first characters of the key. */
  readonly hint: string;
  /** Name, as it was typed. */
  readonly name: string;
  /** Time at which it was made. */
  readonly createdAt: Date;
  /** Time at which it ends; `null` for one that does not. */
  readonly expires: Date | null;
  /** Time of the last use; `null` before the first one. */
  readonly lastUsedAt: Date | null;
}

/** Access of another app that a user has given. */
export interface UserGrant {
  /** Id. */
  readonly id: string;
  /** Id of the client. */
  readonly client: string;
  /** Name of the client, as it was shown to the user. */
  readonly name: string;
  /** Time at which it was given. */
  readonly createdAt: Date;
  /** Time of the last token; `null` before the first one. */
  readonly lastUsedAt: Date | null;
}

/** What one capability knows about a user. */
export interface UserSections {
  /** Organizations, by name. */
  readonly organizations?: readonly UserOrganization[] | undefined;
  /** API keys. */
  readonly keys?: readonly UserKey[] | undefined;
  /** Access of other apps, the newest first. */
  readonly grants?: readonly UserGrant[] | undefined;
}

/**
 * Records of directories. All but those that a user owns belong to the organization, and end with it.
 *
 * @module
 */

import { hashParts } from "../../base/hashed.ts";
import { nowDate } from "../../base/time.ts";
import { defineKind, type FoundRecord } from "../../records/kind.ts";
import type { Values } from "./values.ts";

export { ownerOfOrg } from "../../records/owner.ts";

/** Members of every resource. */
export type ResourceData = {
  org: string;
  /** Grows with every change that a directory can see; the ETag. */
  version: number;
  /** What the directory said. */
  values: Values;
  createdAt: string;
  updatedAt: string;
  /** `true` while it is removed: from then on, nobody finds it. */
  isEnding: boolean;
};

/** The members of a resource that every change a directory can see changes. */
export function changedNow(
  { version }: Pick<ResourceData, "version">,
): Pick<ResourceData, "updatedAt" | "version"> {
  return { version: version + 1, updatedAt: nowDate().toISOString() };
}

/** A person of a directory. */
export type UserData = ResourceData & {
  /** The address by which the person is a member, in its normal form. */
  address: string;
  /** Ids of the groups that the person is in. One that is gone counts for nothing. */
  groups: readonly string[];
  /** Id of the user who has become a member as this person; `null` before. */
  userId: string | null;
};

/** By id. */
export const users = defineKind<string, UserData>("scim.user", (id) => id);

/** A group of a directory. */
export type GroupData = ResourceData;

/** By id. */
export const groups = defineKind<string, GroupData>("scim.group", (id) => id);

/** A person, as read. */
export type FoundUser = FoundRecord<UserData>;

/** A group, as read. */
export type FoundGroup = FoundRecord<GroupData>;

/** What one resource of an organization has alone. */
export interface NameKey {
  /** Id of the organization. */
  org: string;
  /** Attribute. */
  of: "address" | "email" | "externalId" | "group" | "groupExternalId" | "userName";
  /** Value, in the form in which it is compared. */
  value: string;
}

/** By a name: the resource that has it. It counts while that has it, or is being written. */
export const names = defineKind<NameKey, { of: string; at: number }>(
  "scim.name",
  ({ org, of, value }) => hashParts("scim name", [org, of, value]),
);

/** By organization: numbers of its resources, with those that are being written. */
export const sizes = defineKind<string, { users: number; groups: number }>(
  "scim.size",
  (org) => org,
);

/** A user in an organization. */
export interface PersonKey {
  /** Id of the organization. */
  org: string;
  /** Id of the user. */
  userId: string;
}

/** Owned by the user: the person of a directory who the user is. */
export const persons = defineKind<PersonKey, { org: string; id: string; at: string }>(
  "scim.person",
  ({ org, userId }) => hashParts("scim person", [org, userId]),
);

/**
 * By id of the user, who owns it: a suspension that a directory has made. Another one of the app takes
 * it away, so a directory ends none of those.
 */
export const suspensions = defineKind<string, { org: string; isDone: boolean; at: string }>(
  "scim.suspension",
  (userId) => userId,
);

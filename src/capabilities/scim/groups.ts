/**
 * Groups of a directory. A user has the list of its groups, so a group of any size is a small record,
 * and what a person may do is read in one place.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7643#section-4.2 RFC 7643 §4.2}
 * @module
 */

import type { CallHandler, CallRequest } from "../../types/internal.ts";
import { type Directory, forDirectory, isResourceId, tell } from "./directory.ts";
import {
  changedNow,
  type FoundGroup,
  type FoundUser,
  type GroupData,
  groups,
  type UserData,
  users,
} from "./kinds.ts";
import { readMember, readObject } from "./json.ts";
import { follow, settle } from "./membership.ts";
import { namesOfGroup } from "./names.ts";
import { applyPatch, type MemberChange, readMemberIds, readOperations } from "./patch.ts";
import { isWanted } from "./projection.ts";
import { bad } from "./refusal.ts";
import { answerResource, readMembers, renderGroup, wantedIn } from "./render.ts";
import {
  changeResource,
  createResource,
  findResource,
  removeRequested,
  requireResource,
  type Resource,
} from "./resource.ts";
import { GROUP_KIND } from "./schema.ts";
import { findUser } from "./users.ts";
import { readValues, type Values } from "./values.ts";

/** Most groups that a user is in. */
const MOST_GROUPS = 500;

/** Users that are read or changed at once, so that a store with few connections is not flooded. */
const AT_ONCE = 10;

const RESOURCE: Resource<GroupData> = {
  kind: groups,
  counted: "groups",
  namesOf: ({ values }) => namesOfGroup(values),
  detach: async (directory, id) => await changeMembers(directory, id, [{ change: "clear" }]),
};

/** A group of the directory; `undefined` for one of others, and for one that is being removed. */
export async function findGroup(
  directory: Pick<Directory, "call" | "org">,
  id: string,
): Promise<FoundGroup | undefined> {
  return await findResource(RESOURCE, directory, id);
}

/** Answers with a group: its members only where they are wanted, since they take a pass over all users. */
async function answerGroup(
  directory: Directory,
  request: CallRequest,
  found: FoundGroup,
  status?: number,
) {
  const wanted = wantedIn(GROUP_KIND, request);
  const members = isWanted(wanted, "members")
    ? await readMembers(directory, (id) => id === found.id)
    : undefined;
  const resource = renderGroup(directory, found, members);
  return answerResource(request, wanted, resource, found.data.version, status);
}

/** `POST scim/v2/{slug}/Groups`. */
export const createGroup: CallHandler = forDirectory(async (directory, request) => {
  wantedIn(GROUP_KIND, request);
  const body = readObject(request);
  const values = readGroup(body);
  const change = addOf(readMember(body, "members"));
  await requireMembers(directory, change);
  const found = await createResource(RESOURCE, directory, { values });
  await changeMembers(directory, found.id, change);
  await tell(directory, "directory.group-created");
  return await answerGroup(directory, request, found, 201);
});

function readGroup(body: Readonly<Record<string, unknown>>): Values {
  const values = readValues(GROUP_KIND, body);
  if (typeof values.displayName !== "string") throw bad("invalidValue", "displayName is missing");
  return values;
}

function addOf(members: unknown): readonly MemberChange[] {
  if (members === undefined || members === null) return [];
  return [{ change: "add", ids: readMemberIds(members) }];
}

/** `GET scim/v2/{slug}/Groups/{id}`. */
export const getGroup: CallHandler = forDirectory(async (directory, request) =>
  await answerGroup(directory, request, await requireResource(RESOURCE, directory, request))
);

/** `PUT scim/v2/{slug}/Groups/{id}`. Without members, those of before stay. */
export const replaceGroup: CallHandler = forDirectory(async (directory, request) => {
  const body = readObject(request);
  const values = readGroup(body);
  const members = readMember(body, "members");
  const changes: readonly MemberChange[] = members === undefined
    ? []
    : [{ change: "clear" }, ...addOf(members)];
  const found = await changeGroup(directory, request, () => ({ values, members: changes }));
  return await answerGroup(directory, request, found);
});

/** `PATCH scim/v2/{slug}/Groups/{id}`. */
export const patchGroup: CallHandler = forDirectory(async (directory, request) => {
  const operations = readOperations(readObject(request));
  const found = await changeGroup(
    directory,
    request,
    (known) => applyPatch(GROUP_KIND, known, operations),
  );
  return await answerGroup(directory, request, found);
});

/** What a request makes of a group. */
interface Change {
  readonly values: Values;
  readonly members: readonly MemberChange[];
}

async function changeGroup(
  directory: Directory,
  request: CallRequest,
  change: (known: Values) => Change,
): Promise<FoundGroup> {
  wantedIn(GROUP_KIND, request);
  let members: readonly MemberChange[] = [];
  const { found, before } = await changeResource(RESOURCE, directory, request, async (data) => {
    const { values, ...rest } = change(data.values);
    members = rest.members;
    await requireMembers(directory, members);
    return { ...data, values, ...changedNow(data) };
  });
  await changeMembers(directory, found.id, members);
  if (found.data.values.displayName !== before.values.displayName) {
    await settleMembers(directory, found.id);
  }
  await tell(directory, "directory.group-updated");
  return found;
}

/**
 * Refuses members that are no users of the directory.
 *
 * @throws {ScimRefusal}
 */
async function requireMembers(
  directory: Directory,
  changes: readonly MemberChange[],
): Promise<void> {
  const ids = new Set(changes.flatMap((one) => one.change === "add" ? one.ids : []));
  await inBatches([...ids], async (id) => {
    const found = isResourceId(id) ? await findUser(directory, id) : undefined;
    if (!found) throw bad("invalidValue", "A member is no user of the organization");
  });
}

/** Carries out changes of members, in their order. */
async function changeMembers(
  directory: Directory,
  group: string,
  changes: readonly MemberChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const isIn = new Map<string, boolean>();
  let isCleared = false;
  for (const one of changes) {
    if (one.change === "clear") {
      isCleared = true;
      isIn.clear();
    } else for (const id of one.ids) isIn.set(id, one.change === "add");
  }
  if (isCleared) {
    for (const { value } of (await readMembers(directory, (id) => id === group)).get(group) ?? []) {
      if (!isIn.has(value)) isIn.set(value, false);
    }
  }
  const ids = [...isIn].filter(([id]) => isResourceId(id));
  await inBatches(ids, async ([id, isMember]) => await setGroup(directory, id, group, isMember));
}

/**
 * Puts a user into a group, or out of it, and gives the role that follows. Who leaves loses the role
 * before the group: so a request after one that stopped midway finds whom it is about.
 */
async function setGroup(
  directory: Directory,
  id: string,
  group: string,
  isMember: boolean,
): Promise<void> {
  const { call: { records } } = directory;
  const next = ({ groups }: UserData) =>
    isMember ? [...groups, group] : groups.filter((one) => one !== group);
  const found = await findUser(directory, id);
  if (!found) return;
  if (!isMember) await follow(directory, { ...found.data, groups: next(found.data) }, found);
  let isFull = false;
  await users.update(records, id, (known) => {
    isFull = false;
    if (!known || known.data.isEnding || known.data.groups.includes(group) === isMember) {
      return undefined;
    }
    isFull = isMember && known.data.groups.length >= MOST_GROUPS;
    return isFull ? undefined : withGroups(known, next(known.data));
  });
  if (isFull) throw bad("invalidValue", `A user is in at most ${MOST_GROUPS} groups`);
  await settle(directory, id, false);
}

function withGroups({ owner: userId, data }: FoundUser, groups: readonly string[]) {
  return { userId, expires: null, data: { ...data, groups, ...changedNow(data) } };
}

/** Gives the roles that follow from another name of a group. */
async function settleMembers(directory: Directory, group: string): Promise<void> {
  if (directory.own.roles.length === 0) return;
  const members = (await readMembers(directory, (id) => id === group)).get(group) ?? [];
  await inBatches(members, async ({ value }) => await settle(directory, value, false));
}

/** `DELETE scim/v2/{slug}/Groups/{id}`. */
export const deleteGroup: CallHandler = forDirectory(async (directory, request) => {
  await removeRequested(RESOURCE, directory, request);
  await tell(directory, "directory.group-deleted");
  return { status: 204 };
});

/** Runs a change for each of a list, a few at once. */
async function inBatches<T>(list: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += AT_ONCE) {
    await Promise.all(list.slice(from, from + AT_ONCE).map(run));
  }
}

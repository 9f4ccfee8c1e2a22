/**
 * Groups of a directory. A user has the list of its groups, so a group of any size is a small record,
 * and what a person may do is read in one place.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7643#section-4.2 RFC 7643 §4.2}
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowDate } from "../../base/time.ts";
import type { CallHandler, CallRequest } from "../../types/internal.ts";
import { organizations } from "../organizations/kinds.ts";
import {
  type Directory,
  forDirectory,
  idIn,
  isResourceId,
  requireVersion,
  tell,
} from "./directory.ts";
import {
  changedNow,
  type FoundGroup,
  type FoundUser,
  type GroupData,
  groups,
  ownerOfOrg,
  type UserData,
  users,
} from "./kinds.ts";
import { readMember, readObject } from "./json.ts";
import { follow, settle } from "./membership.ts";
import {
  type Claims,
  findByName,
  forgetNames,
  includesName,
  makeClaims,
  type Name,
  namesOfGroup,
} from "./names.ts";
import { applyPatch, type MemberChange, readMemberIds, readOperations } from "./patch.ts";
import { isWanted } from "./projection.ts";
import { bad, notFound } from "./refusal.ts";
import { answerResource, readMembers, renderGroup, wantedIn } from "./render.ts";
import { GROUP_KIND } from "./schema.ts";
import { countLess, countMore } from "./sizes.ts";
import { findUser } from "./users.ts";
import { foldCase, readValues, type Values } from "./values.ts";

/** Most groups that a user is in. */
const MOST_GROUPS = 500;

/** Users that are read or changed at once, so that a store with few connections is not flooded. */
const AT_ONCE = 10;

/** A group of the directory; `undefined` for one of others, and for one that is being removed. */
export async function findGroup(
  { call: { records }, org }: Pick<Directory, "call" | "org">,
  id: string,
): Promise<FoundGroup | undefined> {
  const found = await groups.get(records, id);
  return found?.data.org === org && !found.data.isEnding ? found : undefined;
}

async function requireGroup(directory: Directory, request: CallRequest): Promise<FoundGroup> {
  const found = await findGroup(directory, idIn(request));
  if (found) return found;
  throw notFound();
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
  await finishRemoval(directory, values);
  const id = randomBase64url(16);
  await countMore(directory, "groups");
  const found = await writeNew(directory, id, values).catch(async (error) => {
    await countLess(directory, "groups");
    throw error;
  });
  await changeMembers(directory, id, change);
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

async function writeNew(directory: Directory, id: string, values: Values): Promise<FoundGroup> {
  const { call: { records }, org } = directory;
  const claims = makeOwnClaims(directory, id);
  let found: FoundGroup | null = null;
  try {
    await claims.claim(namesOfGroup(values));
    const at = nowDate().toISOString();
    const data: GroupData = {
      ...{ org, version: 1, values, createdAt: at, updatedAt: at, isEnding: false },
    };
    found = await groups.put(records, id, { userId: ownerOfOrg(org), expires: null, data }, null);
  } finally {
    if (!found) await claims.release([]);
  }
  // After the write, so that the end of the organization finds it, or is found.
  const isAlive = (await organizations.get(records, org))?.data.isEnding === false;
  if (found && isAlive) return found;
  await groups.take(records, id);
  await claims.release([]);
  throw notFound();
}

function makeOwnClaims(directory: Directory, id: string): Claims {
  return makeClaims(directory, id, async (other, name) => {
    const found = await groups.get(directory.call.records, other);
    if (!found || found.data.org !== directory.org) return false;
    return includesName(namesOfGroup(found.data.values), name);
  });
}

/** Ends what a removal that stopped midway has left of a group with the same name. */
async function finishRemoval(directory: Directory, { displayName }: Values): Promise<void> {
  const name = { of: "group", value: foldCase(String(displayName)) } as const;
  const id = await findByName(directory, name);
  const found = id === undefined ? null : await groups.get(directory.call.records, id);
  if (found?.data.isEnding) await removeGroup(directory, found);
}

/** `GET scim/v2/{slug}/Groups/{id}`. */
export const getGroup: CallHandler = forDirectory(async (directory, request) =>
  await answerGroup(directory, request, await requireGroup(directory, request))
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
  const { found, before, members } = await writeChange(directory, request, change);
  await changeMembers(directory, found.id, members);
  if (found.data.values.displayName !== before.displayName) {
    await settleMembers(directory, found.id);
  }
  await tell(directory, "directory.group-updated");
  return found;
}

async function writeChange(
  directory: Directory,
  request: CallRequest,
  change: (known: Values) => Change,
): Promise<{ found: FoundGroup; before: Values; members: readonly MemberChange[] }> {
  const { call: { records }, org } = directory;
  const id = idIn(request);
  const claims = makeOwnClaims(directory, id);
  let before: FoundGroup | undefined;
  let members: readonly MemberChange[] = [];
  let now: readonly Name[] = [];
  try {
    const written = await groups.update(records, id, async (known) => {
      if (known?.data.org !== org || known.data.isEnding) throw notFound();
      const { data } = known;
      before = known;
      now = namesOfGroup(data.values);
      requireVersion(request, data.version);
      const { values, ...rest } = change(data.values);
      members = rest.members;
      await requireMembers(directory, members);
      await claims.claim(namesOfGroup(values).filter((one) => !includesName(now, one)));
      const next = { ...data, values, ...changedNow(data) };
      return { userId: ownerOfOrg(org), expires: null, data: next };
    });
    now = namesOfGroup(written!.data.values);
    return { found: { ...before!, data: written!.data }, before: before!.data.values, members };
  } finally {
    await claims.release(now, before ? namesOfGroup(before.data.values) : []);
  }
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
  const { call: { records }, org } = directory;
  const known = await groups.get(records, idIn(request));
  if (known?.data.org !== org) throw notFound();
  requireVersion(request, known.data.version);
  if (!await removeGroup(directory, known)) throw notFound();
  await tell(directory, "directory.group-deleted");
  return { status: 204 };
});

/**
 * Removes a group, and the role that it gave. A call after one that stopped midway goes on with its work.
 *
 * @returns `true` for the call that removed it
 */
async function removeGroup(directory: Directory, { id }: FoundGroup): Promise<boolean> {
  const { call: { records }, org } = directory;
  // From here on, it gives no role.
  await groups.update(
    records,
    id,
    (known) =>
      known && !known.data.isEnding
        ? { userId: ownerOfOrg(org), expires: null, data: { ...known.data, isEnding: true } }
        : undefined,
  );
  await changeMembers(directory, id, [{ change: "clear" }]);
  const taken = await groups.take(records, id);
  if (!taken) return false;
  await forgetNames(directory, id, namesOfGroup(taken.data.values));
  await countLess(directory, "groups");
  return true;
}

/** Runs a change for each of a list, a few at once. */
async function inBatches<T>(list: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += AT_ONCE) {
    await Promise.all(list.slice(from, from + AT_ONCE).map(run));
  }
}

/**
 * Users of a directory: created, read, changed and removed.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3 RFC 7644 §3}
 * @module
 */

import type { CallHandler, CallRequest } from "../../types/internal.ts";
import { addressIn } from "../organizations/address.ts";
import { type Directory, forDirectory, readDomain, tell } from "./directory.ts";
import { changedNow, type FoundUser, persons, type UserData, users } from "./kinds.ts";
import { readObject } from "./json.ts";
import { isActive, leaveAddress, requireRemovable, settle } from "./membership.ts";
import { namesOfUser } from "./names.ts";
import { applyPatch, readOperations } from "./patch.ts";
import { bad } from "./refusal.ts";
import { answerResource, renderUser, wantedIn } from "./render.ts";
import {
  changeResource,
  createResource,
  findResource,
  removeRequested,
  requireResource,
  type Resource,
} from "./resource.ts";
import { USERS } from "./schema.ts";
import { foldCase, readValues, type Values } from "./values.ts";

const RESOURCE: Resource<UserData> = {
  kind: users,
  counted: "users",
  namesOf: ({ values, address }) => namesOfUser(values, address),
  detach: async (directory, id) => await settle(directory, id, false),
  async forget({ call: { records }, org }, { userId }) {
    if (userId !== null) await persons.take(records, { org, userId });
  },
};

/** A user of the directory; `undefined` for one of others, and for one that is being removed. */
export async function findUser(
  directory: Pick<Directory, "call" | "org">,
  id: string,
): Promise<FoundUser | undefined> {
  return await findResource(RESOURCE, directory, id);
}

/** `POST scim/v2/{slug}/Users`. */
export const createUser: CallHandler = forDirectory(async (directory, request) => {
  const wanted = wantedIn(USERS, request);
  const { active = true, ...others } = readValues(USERS, readObject(request));
  const values: Values = { ...others, active };
  const address = await requireAddress(directory, values);
  const more = { values, address, groups: [], userId: null };
  const found = await createResource(RESOURCE, directory, more);
  await settle(directory, found.id, true);
  await tell(directory, "directory.user-created");
  const resource = await renderUser(directory, found);
  return answerResource(request, wanted, resource, found.data.version, 201);
});

/**
 * The address by which a person is a member.
 *
 * @throws {ScimRefusal} without one, and for one that the organization has no say in
 */
async function requireAddress(directory: Directory, values: Values): Promise<string> {
  if (typeof values.userName !== "string") throw bad("invalidValue", "userName is missing");
  const address = addressOf(values);
  if (address === undefined) {
    throw bad(
      "invalidValue",
      "The user has no email address: neither the primary one of emails nor userName is one",
    );
  }
  if (await readDomain(directory, address) === "other") {
    throw bad("invalidValue", "The domain of the address is not proven for the organization");
  }
  return address;
}

/** The primary address, else that for work, else the first one; the name of a user without any. */
function addressOf({ userName, emails = [] }: Values): string | undefined {
  const list = (emails as readonly Values[]).filter(({ value }) => value !== undefined);
  const chosen = list.find(({ primary }) => primary === true) ??
    list.find(({ type }) => typeof type === "string" && foldCase(type) === "work") ?? list[0];
  return addressIn(chosen ? chosen.value : userName);
}

/** `GET scim/v2/{slug}/Users/{id}`. */
export const getUser: CallHandler = forDirectory(async (directory, request) => {
  const wanted = wantedIn(USERS, request);
  const found = await requireResource(RESOURCE, directory, request);
  const resource = await renderUser(directory, found);
  return answerResource(request, wanted, resource, found.data.version);
});

/** `PUT scim/v2/{slug}/Users/{id}`. */
export const replaceUser: CallHandler = forDirectory(async (directory, request) => {
  const body = readValues(USERS, readObject(request));
  return await changeUser(directory, request, ({ active = true }) => ({
    // A user who is not active comes back when the directory says so.
    values: { ...body, active: body.active ?? active },
    isAsked: body.active === true,
  }));
});

/** `PATCH scim/v2/{slug}/Users/{id}`. */
export const patchUser: CallHandler = forDirectory(async (directory, request) => {
  const operations = readOperations(readObject(request));
  return await changeUser(directory, request, (known) => {
    const { values, named } = applyPatch(USERS, known, operations);
    if (values.active === undefined) throw bad("mutability", "active cannot be removed");
    return { values, isAsked: named.has("active") && values.active === true };
  });
});

/** What a request makes of a user. */
interface Change {
  readonly values: Values;
  /** `true` when the request says that the person is to be a member. */
  readonly isAsked: boolean;
}

async function changeUser(
  directory: Directory,
  request: CallRequest,
  change: (known: Values) => Change,
) {
  const wanted = wantedIn(USERS, request);
  const { found, isAsked } = await writeChange(directory, request, change);
  await settle(directory, found.id, isAsked);
  await tell(directory, "directory.user-updated", found.data.userId);
  const now = await findUser(directory, found.id) ?? found;
  return answerResource(request, wanted, await renderUser(directory, now), now.data.version);
}

async function writeChange(
  directory: Directory,
  request: CallRequest,
  change: (known: Values) => Change,
): Promise<{ found: FoundUser; isAsked: boolean }> {
  let isAsked = false;
  let isOther = false;
  const next = async (data: UserData): Promise<UserData> => {
    const { values, ...rest } = change(data.values);
    if (typeof values.userName !== "string") throw bad("invalidValue", "userName is missing");
    isOther = addressOf(values) !== data.address;
    const isBack = values.active !== false && data.values.active === false;
    const address = isOther || isBack ? await requireAddress(directory, values) : data.address;
    if (values.active === false && isActive(data)) await requireRemovable(directory, data);
    const changed = { ...data, values, address, ...changedNow(data) };
    isAsked = rest.isAsked || isOther && isActive(changed);
    return changed;
  };
  const { found } = await changeResource(RESOURCE, directory, request, next, async (before) => {
    if (isOther) await leaveAddress(directory, before);
  });
  return { found, isAsked };
}

/** `DELETE scim/v2/{slug}/Users/{id}`. */
export const deleteUser: CallHandler = forDirectory(async (directory, request) => {
  const { userId } = await removeRequested(RESOURCE, directory, request, async (data) => {
    if (isActive(data)) await requireRemovable(directory, data);
  });
  await tell(directory, "directory.user-deleted", userId);
  return { status: 204 };
});

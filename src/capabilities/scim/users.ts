/**
 * Users of a directory: created, read, changed and removed.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3 RFC 7644 §3}
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowDate } from "../../base/time.ts";
import type { CallHandler, CallRequest } from "../../types/internal.ts";
import { addressIn } from "../organizations/address.ts";
import { organizations } from "../organizations/kinds.ts";
import {
  type Directory,
  forDirectory,
  idIn,
  readDomain,
  requireVersion,
  tell,
} from "./directory.ts";
import { changedNow, type FoundUser, ownerOfOrg, persons, type UserData, users } from "./kinds.ts";
import { readObject } from "./json.ts";
import { isActive, leaveAddress, requireRemovable, settle } from "./membership.ts";
import {
  type Claims,
  findByName,
  forgetNames,
  includesName,
  makeClaims,
  type Name,
  namesOfUser,
} from "./names.ts";
import { applyPatch, readOperations } from "./patch.ts";
import { bad, notFound } from "./refusal.ts";
import { answerResource, renderUser, wantedIn } from "./render.ts";
import { USERS } from "./schema.ts";
import { countLess, countMore } from "./sizes.ts";
import { foldCase, readValues, type Values } from "./values.ts";

/** A user of the directory; `undefined` for one of others, and for one that is being removed. */
export async function findUser(
  { call: { records }, org }: Pick<Directory, "call" | "org">,
  id: string,
): Promise<FoundUser | undefined> {
  const found = await users.get(records, id);
  return found?.data.org === org && !found.data.isEnding ? found : undefined;
}

async function requireUser(directory: Directory, request: CallRequest): Promise<FoundUser> {
  const found = await findUser(directory, idIn(request));
  if (found) return found;
  throw notFound();
}

/** `POST scim/v2/{slug}/Users`. */
export const createUser: CallHandler = forDirectory(async (directory, request) => {
  const wanted = wantedIn(USERS, request);
  const { active = true, ...others } = readValues(USERS, readObject(request));
  const values: Values = { ...others, active };
  const address = await requireAddress(directory, values);
  await finishRemoval(directory, values);
  const id = randomBase64url(16);
  await countMore(directory, "users");
  const found = await writeNew(directory, id, values, address).catch(async (error) => {
    await countLess(directory, "users");
    throw error;
  });
  await settle(directory, id, true);
  await tell(directory, "directory.user-created");
  const resource = await renderUser(directory, found);
  return answerResource(request, wanted, resource, found.data.version, 201);
});

async function writeNew(
  directory: Directory,
  id: string,
  values: Values,
  address: string,
): Promise<FoundUser> {
  const { call: { records }, org } = directory;
  const names = namesOfUser(values, address);
  const claims = makeOwnClaims(directory, id);
  let found: FoundUser | null = null;
  try {
    await claims.claim(names);
    const at = nowDate().toISOString();
    const data: UserData = {
      ...{ org, version: 1, values, createdAt: at, updatedAt: at, isEnding: false },
      ...{ address, groups: [], userId: null },
    };
    found = await users.put(records, id, { userId: ownerOfOrg(org), expires: null, data }, null);
  } finally {
    if (!found) await claims.release([]);
  }
  // After the write, so that the end of the organization finds it, or is found.
  const isAlive = (await organizations.get(records, org))?.data.isEnding === false;
  if (found && isAlive) return found;
  await users.take(records, id);
  await claims.release([]);
  throw notFound();
}

function makeOwnClaims(directory: Directory, id: string): Claims {
  return makeClaims(directory, id, async (other, name) => {
    const found = await users.get(directory.call.records, other);
    if (!found || found.data.org !== directory.org) return false;
    return includesName(namesOfUser(found.data.values, found.data.address), name);
  });
}

/** Ends what a removal that stopped midway has left of a user with the same name. */
async function finishRemoval(directory: Directory, { userName }: Values): Promise<void> {
  const name = { of: "userName", value: foldCase(String(userName)) } as const;
  const id = await findByName(directory, name);
  const found = id === undefined ? null : await users.get(directory.call.records, id);
  if (found?.data.isEnding) await removeUser(directory, found);
}

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
  const found = await requireUser(directory, request);
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
  const { call: { records }, org } = directory;
  const id = idIn(request);
  const claims = makeOwnClaims(directory, id);
  let before: FoundUser | undefined;
  let isAsked = false;
  let isOther = false;
  let now: readonly Name[] = [];
  try {
    const written = await users.update(records, id, async (known) => {
      if (known?.data.org !== org || known.data.isEnding) throw notFound();
      const { data } = known;
      before = known;
      now = namesOfUser(data.values, data.address);
      requireVersion(request, data.version);
      const { values, ...rest } = change(data.values);
      if (typeof values.userName !== "string") throw bad("invalidValue", "userName is missing");
      isOther = addressOf(values) !== data.address;
      const isBack = values.active !== false && data.values.active === false;
      const address = isOther || isBack ? await requireAddress(directory, values) : data.address;
      if (values.active === false && isActive(data)) await requireRemovable(directory, data);
      const names = namesOfUser(values, address);
      await claims.claim(names.filter((one) => !includesName(now, one)));
      const next = { ...data, values, address, ...changedNow(data) };
      isAsked = rest.isAsked || isOther && isActive(next);
      return { userId: ownerOfOrg(org), expires: null, data: next };
    });
    const found: FoundUser = { ...before!, data: written!.data };
    now = namesOfUser(found.data.values, found.data.address);
    if (isOther) await leaveAddress(directory, before!);
    return { found, isAsked };
  } finally {
    const had = before ? namesOfUser(before.data.values, before.data.address) : [];
    await claims.release(now, had);
  }
}

/** `DELETE scim/v2/{slug}/Users/{id}`. */
export const deleteUser: CallHandler = forDirectory(async (directory, request) => {
  const { call: { records }, org } = directory;
  const id = idIn(request);
  const known = await users.get(records, id);
  if (known?.data.org !== org) throw notFound();
  requireVersion(request, known.data.version);
  if (isActive(known.data)) await requireRemovable(directory, known.data);
  if (!await removeUser(directory, known)) throw notFound();
  await tell(directory, "directory.user-deleted", known.data.userId);
  return { status: 204 };
});

/**
 * Removes a user. A call after one that stopped midway goes on with its work.
 *
 * @returns `true` for the call that removed it
 */
async function removeUser(directory: Directory, { id }: FoundUser): Promise<boolean> {
  const { call: { records }, org } = directory;
  // From here on, nobody finds it.
  await users.update(
    records,
    id,
    (known) =>
      known && !known.data.isEnding
        ? { userId: ownerOfOrg(org), expires: null, data: { ...known.data, isEnding: true } }
        : undefined,
  );
  await settle(directory, id, false);
  const taken = await users.take(records, id);
  if (!taken) return false;
  const { data } = taken;
  await forgetNames(directory, id, namesOfUser(data.values, data.address));
  await countLess(directory, "users");
  if (data.userId !== null) await persons.take(records, { org, userId: data.userId });
  return true;
}

/**
 * Finds, writes, changes and removes the resources of a directory, which are users and groups.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowDate } from "../../base/time.ts";
import type { FoundRecord, RecordKind } from "../../records/kind.ts";
import type { CallRequest } from "../../types/internal.ts";
import { organizations } from "../organizations/kinds.ts";
import { type Directory, idIn, requireVersion } from "./directory.ts";
import { ownerOfOrg, type ResourceData } from "./kinds.ts";
import {
  type Claims,
  findByName,
  forgetNames,
  includesName,
  makeClaims,
  type Name,
} from "./names.ts";
import { notFound } from "./refusal.ts";
import { countLess, countMore } from "./sizes.ts";

/** A type of resource: users, or groups. Its members differ between the two. */
export interface Resource<Data extends ResourceData> {
  /** Their records. */
  readonly kind: RecordKind<string, Data>;
  /** What is counted. */
  readonly counted: "groups" | "users";
  /** The names that one resource has alone, the one that a person knows it by first. */
  namesOf(data: Data): readonly Name[];
  /** Ends what a resource gives, before its record is removed. A call may repeat it. */
  detach(directory: Directory, id: string): Promise<void>;
  /** Removes what is about a resource, after its record. */
  forget?(directory: Directory, data: Data): Promise<void>;
}

/** A resource of the directory; `undefined` for one of others, and for one that is being removed. */
export async function findResource<Data extends ResourceData>(
  { kind }: Resource<Data>,
  { call: { records }, org }: Pick<Directory, "call" | "org">,
  id: string,
): Promise<FoundRecord<Data> | undefined> {
  const found = await kind.get(records, id);
  return found?.data.org === org && !found.data.isEnding ? found : undefined;
}

/**
 * The resource of a request.
 *
 * @throws {ScimRefusal} when there is none
 */
export async function requireResource<Data extends ResourceData>(
  resource: Resource<Data>,
  directory: Directory,
  request: CallRequest,
): Promise<FoundRecord<Data>> {
  const found = await findResource(resource, directory, idIn(request));
  if (found) return found;
  throw notFound();
}

/**
 * Writes a new resource, which is counted and has its names before.
 *
 * @param more members of the record, besides those that every resource has
 * @throws {ScimRefusal} when there are too many, when another resource has a name, and when the
 *   organization has ended
 */
export async function createResource<Data extends ResourceData>(
  resource: Resource<Data>,
  directory: Directory,
  more: Omit<Data, Exclude<keyof ResourceData, "values">>,
): Promise<FoundRecord<Data>> {
  const at = nowDate().toISOString();
  const { org } = directory;
  const common = { org, version: 1, createdAt: at, updatedAt: at, isEnding: false };
  const data = { ...common, ...more } as unknown as Data;
  await finishRemoval(resource, directory, resource.namesOf(data)[0]!);
  const id = randomBase64url(16);
  await countMore(directory, resource.counted);
  return await writeNew(resource, directory, id, data).catch(async (error) => {
    await countLess(directory, resource.counted);
    throw error;
  });
}

/** Ends what a removal that stopped midway has left of a resource with the same name. */
async function finishRemoval<Data extends ResourceData>(
  resource: Resource<Data>,
  directory: Directory,
  name: Name,
): Promise<void> {
  const id = await findByName(directory, name);
  const found = id === undefined ? null : await resource.kind.get(directory.call.records, id);
  if (found?.data.isEnding) await removeResource(resource, directory, found.id);
}

async function writeNew<Data extends ResourceData>(
  resource: Resource<Data>,
  directory: Directory,
  id: string,
  data: Data,
): Promise<FoundRecord<Data>> {
  const { call: { records }, org } = directory;
  const { kind, namesOf } = resource;
  const claims = makeOwnClaims(resource, directory, id);
  let found: FoundRecord<Data> | null = null;
  try {
    await claims.claim(namesOf(data));
    found = await kind.put(records, id, { userId: ownerOfOrg(org), expires: null, data }, null);
  } finally {
    if (!found) await claims.release([]);
  }
  // After the write, so that the end of the organization finds it, or is found.
  const isAlive = (await organizations.get(records, org))?.data.isEnding === false;
  if (found && isAlive) return found;
  await kind.take(records, id);
  await claims.release([]);
  throw notFound();
}

function makeOwnClaims<Data extends ResourceData>(
  { kind, namesOf }: Resource<Data>,
  directory: Directory,
  id: string,
): Claims {
  return makeClaims(directory, id, async (other, name) => {
    const found = await kind.get(directory.call.records, other);
    if (!found || found.data.org !== directory.org) return false;
    return includesName(namesOf(found.data), name);
  });
}

/**
 * Changes the resource of a request: it has its new names before it is written, and its old ones until
 * `written` has run.
 *
 * @param next what to write; called again for what another request has written meanwhile
 * @param written runs once it is written
 * @throws {ScimRefusal} when there is none, when it is of another version, and when another resource
 *   has a name
 */
export async function changeResource<Data extends ResourceData>(
  resource: Resource<Data>,
  directory: Directory,
  request: CallRequest,
  next: (data: Data) => Promise<Data>,
  written?: (before: FoundRecord<Data>) => Promise<void>,
): Promise<{ readonly found: FoundRecord<Data>; readonly before: Data }> {
  const { call: { records }, org } = directory;
  const { kind, namesOf } = resource;
  const id = idIn(request);
  const claims = makeOwnClaims(resource, directory, id);
  let before: FoundRecord<Data> | undefined;
  let now: readonly Name[] = [];
  try {
    const value = await kind.update(records, id, async (known) => {
      if (known?.data.org !== org || known.data.isEnding) throw notFound();
      before = known;
      now = namesOf(known.data);
      requireVersion(request, known.data.version);
      const data = await next(known.data);
      await claims.claim(namesOf(data).filter((one) => !includesName(now, one)));
      return { userId: ownerOfOrg(org), expires: null, data };
    });
    const found = { ...before!, data: value!.data };
    now = namesOf(found.data);
    await written?.(before!);
    return { found, before: before!.data };
  } finally {
    await claims.release(now, before ? namesOf(before.data) : []);
  }
}

/**
 * Removes the resource of a request. One whose removal has stopped midway is removed too.
 *
 * @param check throws where it must stay
 * @throws {ScimRefusal} when there is none, and when it is of another version
 */
export async function removeRequested<Data extends ResourceData>(
  resource: Resource<Data>,
  directory: Directory,
  request: CallRequest,
  check?: (data: Data) => Promise<void>,
): Promise<Data> {
  const { call: { records }, org } = directory;
  const known = await resource.kind.get(records, idIn(request));
  if (known?.data.org !== org) throw notFound();
  requireVersion(request, known.data.version);
  await check?.(known.data);
  if (!await removeResource(resource, directory, known.id)) throw notFound();
  return known.data;
}

/**
 * Removes a resource. A call after one that stopped midway goes on with its work.
 *
 * @returns `true` for the call that removed it
 */
async function removeResource<Data extends ResourceData>(
  { kind, counted, namesOf, detach, forget }: Resource<Data>,
  directory: Directory,
  id: string,
): Promise<boolean> {
  const { call: { records }, org } = directory;
  // From here on, nobody finds it, and it gives nothing.
  await kind.update(
    records,
    id,
    (known) =>
      known && !known.data.isEnding
        ? { userId: ownerOfOrg(org), expires: null, data: { ...known.data, isEnding: true } }
        : undefined,
  );
  await detach(directory, id);
  const taken = await kind.take(records, id);
  if (!taken) return false;
  await forgetNames(directory, id, namesOf(taken.data));
  await countLess(directory, counted);
  await forget?.(directory, taken.data);
  return true;
}

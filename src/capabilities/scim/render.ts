/**
 * Resources as answers have them. Of a person they have what this directory said, and the groups of this
 * directory: nothing that the user, the app or another organization has given.
 *
 * @module
 */

import type { CallRequest, ResponseInternal } from "../../types/internal.ts";
import type { Json } from "../../types/records.ts";
import { type Directory, makeResourceUrl, namesVersion, toEtag } from "./directory.ts";
import { type FoundGroup, type FoundUser, groups, ownerOfOrg, users } from "./kinds.ts";
import { project, readWanted, type Wanted } from "./projection.ts";
import { SCIM_TYPE, toScim } from "./refusal.ts";
import { GROUP_KIND, type ResourceKind, URN, USERS } from "./schema.ts";

/** A resource of any kind. */
export type Resource = Readonly<Record<string, unknown>>;

/** A member of a group. */
interface ShownMember {
  readonly value: string;
  readonly display: string;
}

/** Members by the ids of their groups. */
export type MembersByGroup = ReadonlyMap<string, readonly ShownMember[]>;

/** What a query says about the attributes of the answer. */
export function wantedIn(kind: ResourceKind, { query }: Pick<CallRequest, "query">): Wanted {
  return readWanted(kind, query.attributes, query.excludedAttributes);
}

/** A user, with the names of its groups. */
export async function renderUser(
  directory: Directory,
  { id, data }: FoundUser,
): Promise<Resource> {
  const { call: { records }, org } = directory;
  const found = await Promise.all(data.groups.map((one) => groups.get(records, one)));
  const shown = found.flatMap((one) =>
    one && one.data.org === org && !one.data.isEnding
      ? [{
        value: one.id,
        $ref: makeResourceUrl(directory, GROUP_KIND, one.id),
        display: String(one.data.values.displayName),
        type: "direct",
      }]
      : []
  );
  const { values } = data;
  const isExtended = values[URN.enterprise] !== undefined;
  return {
    schemas: [URN.user, ...isExtended ? [URN.enterprise] : []],
    id,
    ...values,
    active: values.active !== false,
    ...shown.length > 0 ? { groups: shown } : {},
    meta: makeMeta(directory, USERS, id, data),
  };
}

/** A group with its members. */
export function renderGroup(
  directory: Directory,
  { id, data }: FoundGroup,
  members: MembersByGroup | undefined,
): Resource {
  const shown = members?.get(id)?.map(({ value, display }) => ({
    value,
    $ref: makeResourceUrl(directory, USERS, value),
    display,
    type: "User",
  }));
  return {
    schemas: [URN.group],
    id,
    ...data.values,
    ...members ? { members: shown ?? [] } : {},
    meta: makeMeta(directory, GROUP_KIND, id, data),
  };
}

function makeMeta(
  directory: Directory,
  kind: ResourceKind,
  id: string,
  { createdAt, updatedAt, version }: { createdAt: string; updatedAt: string; version: number },
): Record<string, Json> {
  return {
    resourceType: kind.name,
    created: createdAt,
    lastModified: updatedAt,
    location: makeResourceUrl(directory, kind, id),
    version: toEtag(version),
  };
}

/** The members of all groups: one pass over the users. */
export async function readMembers(
  { call: { records }, org }: Directory,
  isMeant: (group: string) => boolean = () => true,
): Promise<MembersByGroup> {
  const members = new Map<string, ShownMember[]>();
  for await (const { id, data } of users.listAll(records, ownerOfOrg(org))) {
    if (data.isEnding) continue;
    const { displayName, userName } = data.values;
    const shown = { value: id, display: String(displayName ?? userName) };
    for (const group of data.groups) {
      if (!isMeant(group)) continue;
      const list = members.get(group);
      if (list) list.push(shown);
      else members.set(group, [shown]);
    }
  }
  return members;
}

/** Answers with a resource: 304 for the version that the client has. */
export function answerResource(
  { request: { headers }, method }: CallRequest,
  wanted: Wanted,
  resource: Resource,
  version: number,
  status = 200,
): ResponseInternal {
  const ETag = toEtag(version);
  const known = headers.get("if-none-match");
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && known !== null && namesVersion(known, version)) {
    return { status: 304, headers: { ETag, "Content-Type": SCIM_TYPE } };
  }
  const { location } = resource.meta as { location: string };
  return toScim(project(wanted, resource), {
    status,
    headers: { ETag, ...status === 201 ? { Location: location } : {} },
  });
}

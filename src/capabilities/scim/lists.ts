/**
 * Lists: by a filter one resource at the most, which an index finds; without one, pages of all.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2 RFC 7644 §3.4.2}
 * @module
 */

import type { RecordKind } from "../../records/kind.ts";
import type { Json } from "../../types/records.ts";
import type { CallHandler, ResponseInternal } from "../../types/internal.ts";
import { type Directory, forDirectory, isResourceId } from "./directory.ts";
import { parseFilter } from "./filter.ts";
import { findGroup } from "./groups.ts";
import { readMember, readObject } from "./json.ts";
import { type FoundGroup, type FoundUser, groups, ownerOfOrg, users } from "./kinds.ts";
import { type Condition, conditionsHold, toConditions } from "./match.ts";
import { findByName, foldEmail, type Name } from "./names.ts";
import { isWanted, project, readWanted, type Wanted } from "./projection.ts";
import { bad, toScim } from "./refusal.ts";
import { readMembers, renderGroup, renderUser, type Resource } from "./render.ts";
import { findAttribute, GROUP_KIND, type ResourceKind, URN, USER, USERS } from "./schema.ts";
import { findUser } from "./users.ts";
import { foldCase, type Values } from "./values.ts";

/** Default and most resources of a page. */
export const COUNT = { default: 100, most: 500 } as const;

/** What a list is asked for. */
interface Query {
  readonly filter: string | undefined;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly attributes: unknown;
  readonly excludedAttributes: unknown;
}

/** Resources of one kind: how many there are, and those of the page. */
interface Found<T> {
  readonly total: number;
  readonly page: readonly T[];
}

/** Emails of a user. */
const EMAILS = findAttribute(USER, "emails")!;

/** `GET scim/v2/{slug}/Users`. */
export const listUsers: CallHandler = forDirectory(async (directory, { query }) =>
  await answerList(directory, [USERS], readQuery(query))
);

/** `GET scim/v2/{slug}/Groups`. */
export const listGroups: CallHandler = forDirectory(async (directory, { query }) =>
  await answerList(directory, [GROUP_KIND], readQuery(query))
);

/** `POST scim/v2/{slug}/Users/.search`. */
export const searchUsers: CallHandler = forDirectory(async (directory, request) =>
  await answerList(directory, [USERS], readQuery(readObject(request)))
);

/** `POST scim/v2/{slug}/Groups/.search`. */
export const searchGroups: CallHandler = forDirectory(async (directory, request) =>
  await answerList(directory, [GROUP_KIND], readQuery(readObject(request)))
);

/** `POST scim/v2/{slug}/.search`: users, then groups; a filter is one for both. */
export const searchAll: CallHandler = forDirectory(async (directory, request) =>
  await answerList(directory, [USERS, GROUP_KIND], readQuery(readObject(request)))
);

function readQuery(input: Readonly<Record<string, unknown>>): Query {
  const filter = readMember(input, "filter");
  if (filter !== undefined && filter !== null && typeof filter !== "string") {
    throw bad("invalidFilter", "The filter is not a text");
  }
  return {
    filter: filter || undefined,
    startIndex: Math.max(1, readNumber("startIndex", readMember(input, "startIndex")) ?? 1),
    count: Math.min(
      COUNT.most,
      Math.max(0, readNumber("count", readMember(input, "count")) ?? COUNT.default),
    ),
    attributes: readMember(input, "attributes"),
    excludedAttributes: readMember(input, "excludedAttributes"),
  };
}

function readNumber(name: string, input: unknown): number | undefined {
  if (input === undefined || input === null || input === "") return undefined;
  const text = String(input);
  if (text.length <= 10 && /^-?\d+$/.test(text)) return Number(text);
  throw bad("invalidValue", `${name} is not a whole number`);
}

async function answerList(
  directory: Directory,
  kinds: readonly ResourceKind[],
  query: Query,
): Promise<ResponseInternal> {
  const { filter, startIndex } = query;
  const resources: Resource[] = [];
  let totalResults = 0;
  let from = startIndex - 1;
  for (const kind of kinds) {
    const wanted = readWanted(kind, query.attributes, query.excludedAttributes);
    const conditions = filter === undefined ? undefined : toConditions(kind, parseFilter(filter));
    const range = { from, count: query.count - resources.length };
    const { total, page } = kind === USERS
      ? await listKind(directory, wanted, users, conditions, range, findMatchingUser, showUsers)
      : await listKind(directory, wanted, groups, conditions, range, findMatchingGroup, showGroups);
    totalResults += total;
    from = Math.max(0, from - total);
    resources.push(...page.map((one) => project(wanted, one)));
  }
  return toScim({
    schemas: [URN.list],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

interface Range {
  readonly from: number;
  readonly count: number;
}

async function listKind<Data extends { isEnding: boolean } & Json, T>(
  directory: Directory,
  wanted: Wanted,
  kind: RecordKind<string, Data>,
  conditions: readonly Condition[] | undefined,
  range: Range,
  find: (directory: Directory, conditions: readonly Condition[]) => Promise<T | undefined>,
  show: (directory: Directory, wanted: Wanted, list: readonly T[]) => Promise<readonly Resource[]>,
): Promise<Found<Resource>> {
  const { total, page } = conditions
    ? slice([await find(directory, conditions)].filter((one) => one !== undefined), range)
    : await readPage(directory, kind, range) as Found<T>;
  return { total, page: await show(directory, wanted, page) };
}

function slice<T>(list: readonly T[], { from, count }: Range): Found<T> {
  return { total: list.length, page: list.slice(from, from + count) };
}

/** A page of all resources of a kind, which are read a thousand at a time. */
async function readPage<Data extends { isEnding: boolean } & Json>(
  { call: { records }, org }: Directory,
  kind: RecordKind<string, Data>,
  { from, count }: Range,
): Promise<Found<unknown>> {
  let total = 0;
  const page: unknown[] = [];
  for await (const found of kind.listAll(records, ownerOfOrg(org))) {
    if (found.data.isEnding) continue;
    if (total >= from && page.length < count) page.push(found);
    total++;
  }
  return { total, page };
}

async function showUsers(
  directory: Directory,
  _: Wanted,
  list: readonly FoundUser[],
): Promise<readonly Resource[]> {
  return await Promise.all(list.map((one) => renderUser(directory, one)));
}

async function showGroups(
  directory: Directory,
  wanted: Wanted,
  list: readonly FoundGroup[],
): Promise<readonly Resource[]> {
  const ids = new Set(list.map(({ id }) => id));
  const members = ids.size > 0 && isWanted(wanted, "members")
    ? await readMembers(directory, (id) => ids.has(id))
    : undefined;
  return list.map((one) => renderGroup(directory, one, members));
}

/** The name that finds what a condition is about; `undefined` for a condition on an id. */
function findName(kind: ResourceKind, { of, value }: Condition): Name | undefined {
  const isUser = kind === USERS;
  switch (of) {
    case "userName":
      return { of, value: foldCase(value) };
    case "displayName":
      return { of: "group", value: foldCase(value) };
    case "externalId":
      return { of: isUser ? "externalId" : "groupExternalId", value };
    case "email":
      return { of, value: foldEmail(value) };
    case "id":
    case "members":
      return undefined;
  }
}

/** Id of the one resource that can meet the conditions. */
async function findCandidate(
  directory: Directory,
  kind: ResourceKind,
  conditions: readonly Condition[],
): Promise<string | undefined> {
  const byId = conditions.find(({ of }) => of === "id");
  if (byId) return isResourceId(byId.value) ? byId.value : undefined;
  for (const condition of conditions) {
    const name = findName(kind, condition);
    if (name) return await findByName(directory, name);
  }
  throw bad("invalidFilter", "A filter on members also names the id of the group");
}

async function findMatchingUser(
  directory: Directory,
  conditions: readonly Condition[],
): Promise<FoundUser | undefined> {
  const id = await findCandidate(directory, USERS, conditions);
  const found = id === undefined ? undefined : await findUser(directory, id);
  return found && conditions.every((one) => isMet(found.id, found.data.values, one))
    ? found
    : undefined;
}

function isMet(id: string, values: Values, { of, value, within }: Condition): boolean {
  switch (of) {
    case "id":
      return id === value;
    case "externalId":
      return values.externalId === value;
    case "userName":
    case "displayName":
      return foldCase(String(values[of])) === foldCase(value);
    case "email":
      return (values.emails as readonly Values[] | undefined ?? []).some((one) =>
        foldEmail(String(one.value)) === foldEmail(value) &&
        conditionsHold(EMAILS, one, within.filter(({ path }) => path.toLowerCase() !== "value"))
      );
    case "members":
      return false;
  }
}

async function findMatchingGroup(
  directory: Directory,
  conditions: readonly Condition[],
): Promise<FoundGroup | undefined> {
  const id = await findCandidate(directory, GROUP_KIND, conditions);
  const found = id === undefined ? undefined : await findGroup(directory, id);
  if (!found) return undefined;
  for (const condition of conditions) {
    const isMember = condition.of === "members"
      ? await isInGroup(directory, found.id, condition.value)
      : isMet(found.id, found.data.values, condition);
    if (!isMember) return undefined;
  }
  return found;
}

async function isInGroup(directory: Directory, group: string, user: string): Promise<boolean> {
  const found = isResourceId(user) ? await findUser(directory, user) : undefined;
  return found?.data.groups.includes(group) === true;
}

/**
 * The members on a page: all in an order, or those whose name or address begins with a text. The
 * index of the organization is in no order that people know, so up to {@linkcode MOST_ROWS} of its
 * rows are read for each page. Names are those of users: of a small organization, all are read; of
 * another one, the store lists users by address and name, and those who are members stay.
 *
 * @module
 */

import { foldText } from "../../base/fold.ts";
import type { Seal } from "../../base/seals.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { ownerOf } from "../../records/owner.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { act, type Actor } from "./actor.ts";
import { members, ownerOfOrg } from "./kinds.ts";
import { toMember } from "./lists.ts";
import type { Membership } from "./membership.ts";
import { showName } from "./person.ts";
import type { Refusal } from "./refusal.ts";
import type { Member } from "./types.ts";

/** Rows of the index that are read for a page; a larger organization is shown in its order. */
const MOST_ROWS = 10_000;

/** Members of a small organization, whose users are all read. */
const SMALL = 500;

/** Users who are read one by one, after which a page ends, although it has fewer members. */
const MOST_EXAMINED = 500;

/** Users of an index that cost as much as one who is read. */
const PER_READ = 4;

/** Rows that the store lists at once. */
const LIST = 1000;

/** Users that are read at once. */
const BATCH = 100;

/** Members of a page. One of a search can have some more. */
const LIMIT = 50;

/** Least users that a store is asked for: the last members of a page need not be found singly. */
const LEAST = 25;

/** Most characters of a search. */
export const MOST_QUERY = 100;

/** Pages that "Previous page" leads back through, one by one; the one before them is the first. */
const MOST_BACK = 20;

/** Most characters of a place, and of the positions in it as text. */
const MOST_PLACE = 16_384;
const MOST_TRAIL = 3000;

/** A position has the name or the address of a user, who need not be a member. */
const SEAL = { salt: "authjs.member-place", maxAge: 86_400 } as const satisfies Seal;

/** Orders of a list. */
export type MemberOrder = "newest" | "name";

/** Which members. */
export interface MemberQuery {
  /** Beginning of a name or an address, up to {@linkcode MOST_QUERY} characters; `""`: all. */
  readonly query: string;
  /** The order. One that the organization cannot be shown in is the first that it can. */
  readonly sort: MemberOrder;
  /** `next` or `previous` of another page. Default: the first page. */
  readonly after?: string | undefined;
  /** `true` for a visitor who sees addresses whole: others find names alone. */
  readonly sees: boolean;
}

/** A page. */
export interface FoundMembers {
  /** Distinguishes it from a refusal. */
  readonly ok: true;
  /** The members. */
  readonly members: readonly Member[];
  /** Users that were read with them. */
  readonly users: ReadonlyMap<string, AdapterUser>;
  /** Members of the organization. */
  readonly count: number;
  /** `true` when there are more than `count`. */
  readonly isMore: boolean;
  /** Orders that this organization can be shown in. */
  readonly sorts: readonly MemberOrder[];
  /** The order of the page. */
  readonly sort: MemberOrder;
  /** Place of the next page; absent at the end. */
  readonly next?: string;
  /** Place of the previous page; `""`: the first page. Absent on that. */
  readonly previous?: string;
  /** `"scan"` when users were looked at one by one. */
  readonly search: "index" | "scan";
  /** `true` when the search goes on with the next page, since this one has looked at enough. */
  readonly isPartial: boolean;
}

/** How members are found. */
type Way =
  /** Rows of the index, the newest first. */
  | "newest"
  /** All users of a small organization. */
  | "small"
  /** Rows of the index in their order. */
  | "rows"
  /** Users as the store lists them. */
  | "email"
  | "name";

/** Where a page begins: behind the row or the user with this key. */
type Position = readonly [way: Way, ...key: (string | number)[]];

type Row = FoundRecord<{ userId: string; at: number }>;

/** Rows that one step of a way has found. */
interface Step {
  readonly rows: readonly Row[];
  /** Where the way goes on; `undefined` at its end. */
  readonly next: Position | undefined;
}

/** What a page works with. */
interface Reading extends MemberQuery {
  readonly acting: Actor;
  readonly rows: readonly Row[];
  /** `false` for an organization with more rows. */
  readonly isWhole: boolean;
  readonly users: Map<string, AdapterUser>;
  /** Users who were read one by one, until now. */
  examined: number;
  search: "index" | "scan";
}

/** Reads a page. */
export async function findMembers(
  config: ServerConfig,
  membership: Membership,
  query: MemberQuery,
): Promise<FoundMembers | Refusal> {
  return await act(config, membership, {
    what: "list members",
    isRead: true,
  }, async (actor) => {
    const { rows, isMore } = await readRows(actor);
    const hasUsers = actor.call.config.store.has("listUsers");
    // The names of a larger one are among those of all users of the app.
    const sorts: MemberOrder[] = rows.length <= SMALL ? ["newest", "name"] : ["newest"];
    const sort = sorts.find((one) => one === query.sort) ?? "newest";
    const reading: Reading = {
      ...query,
      ...{
        sort,
        acting: actor,
        rows,
        isWhole: !isMore,
        users: new Map(),
        examined: 0,
        search: "index",
      },
    };
    const ways = listWays(reading, hasUsers);
    // A position of another way is from before the organization grew.
    const trail = (await openPlace(reading)).filter(([way]) => ways.includes(way));
    const found: Row[] = [];
    let position: Position | undefined = trail.at(-1) ?? [ways[0]!];
    while (position && found.length < LIMIT && reading.examined < MOST_EXAMINED) {
      const [way, ...after]: Position = position;
      const step: Step = await READERS[way](reading, after, LIMIT - found.length);
      found.push(...step.rows);
      const following: Way | undefined = ways[ways.indexOf(way) + 1];
      position = step.next ?? (following && [following]);
    }
    return {
      ...{ ok: true as const, count: rows.length, isMore, sorts, sort },
      members: await readTruth(actor, found),
      users: reading.users,
      ...position ? { next: await sealPlace(reading, [...trail, position]) } : {},
      ...trail.length > 0 ? { previous: await sealPlace(reading, trail.slice(0, -1)) } : {},
      search: reading.search,
      isPartial: position !== undefined && found.length < LIMIT,
    };
  });
}

async function readRows(
  { call: { records }, org }: Actor,
): Promise<{ rows: Row[]; isMore: boolean }> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await members.list(records, ownerOfOrg(org), { after, limit: LIST });
    rows.push(...page);
    after = page.length < LIST ? undefined : page.at(-1)!.id;
  } while (after !== undefined && rows.length <= MOST_ROWS);
  return { rows: rows.slice(0, MOST_ROWS), isMore: rows.length > MOST_ROWS };
}

/** The members of rows, as they are stored now: a row without a membership grants nothing. */
async function readTruth(
  { call: { records }, org, data }: Actor,
  rows: readonly Row[],
): Promise<Member[]> {
  const found = await Promise.all(rows.map((row) => toMember(records, org, data, row)));
  return found.flatMap((one) => one ?? []);
}

/** The ways of a list, one behind the other. */
function listWays(
  { query, sort, rows, isWhole, sees }: Reading,
  hasUsers: boolean,
): readonly Way[] {
  if (query === "" && sort === "newest") return [isWhole ? "newest" : "rows"];
  if (rows.length <= SMALL) return ["small"];
  if (!hasUsers) return ["rows"];
  return sees ? ["email", "name"] : ["name"];
}

/** What takes a step of each way. */
const READERS: Readonly<
  Record<
    Way,
    (reading: Reading, after: readonly (string | number)[], most: number) => Step | Promise<Step>
  >
> = {
  newest: readNewest,
  small: readSmall,
  rows: readInRows,
  email: (reading, after, most) => readInUsers(reading, after, most, "email"),
  name: (reading, after, most) => readInUsers(reading, after, most, "name"),
};

function readNewest(
  { rows }: Reading,
  [at = Infinity, id = ""]: readonly (string | number)[],
  most: number,
): Step {
  const behind = rows
    .filter((one) => one.data.at < Number(at) || one.data.at === at && one.id > String(id))
    .sort((a, b) => b.data.at - a.data.at || (a.id < b.id ? -1 : 1));
  const shown = behind.slice(0, most);
  const { data, id: last } = shown.at(-1) ?? {};
  return { rows: shown, next: behind.length > most ? ["newest", data!.at, last!] : undefined };
}

/** Reads all users, to find and sort them by what is shown. */
async function readSmall(
  reading: Reading,
  [after, afterId]: readonly (string | number)[],
  most: number,
): Promise<Step> {
  const { rows, sort, sees } = reading;
  const users = await readUsers(reading, rows);
  const compare = (a: string, b: string) => a.localeCompare(b, "en");
  const all = rows.flatMap((row, index) => {
    const user = users[index];
    if (!fits(reading, user)) return [];
    // Those without a name are last.
    const name = showName(user, sees).toLowerCase() || "\u{10FFFF}";
    return [{ row, key: sort === "name" ? name : -row.data.at }];
  });
  const order = (a: typeof all[number]["key"], b: typeof a, aId: string, bId: string) =>
    (typeof a === "number" ? a - Number(b) : compare(a, String(b)) || compareText(a, String(b))) ||
    compareText(aId, bId);
  const behind = all
    .filter(({ row, key }) => after === undefined || order(key, after, row.id, String(afterId)) > 0)
    .sort((a, b) => order(a.key, b.key, a.row.id, b.row.id));
  const shown = behind.slice(0, most);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ row }) => row),
    next: last && behind.length > most ? ["small", last.key, last.row.id] : undefined,
  };
}

/** Looks at some rows of the index. */
async function readInRows(
  reading: Reading,
  [after = ""]: readonly (string | number)[],
  most: number,
): Promise<Step> {
  const { acting: { call: { records }, org }, query, isWhole } = reading;
  const limit = query === "" ? most : BATCH;
  const batch = isWhole
    ? reading.rows.filter(({ id }) => id > String(after)).slice(0, limit)
    : await members.list(records, ownerOfOrg(org), {
      after: after === "" ? undefined : String(after),
      limit,
    });
  const users = query === "" ? undefined : await readUsers(reading, batch);
  const fitting = users ? batch.filter((_, index) => fits(reading, users[index])) : batch;
  const rows = fitting.slice(0, most);
  // Where more fit than the page takes, the next one goes on behind the last of this.
  const last = fitting.length > most
    ? rows.at(-1)
    : batch.length < limit
    ? undefined
    : batch.at(-1);
  return { rows, next: last && ["rows", last.id] };
}

/** Looks at some users in the order of the store, and keeps the members. */
async function readInUsers(
  reading: Reading,
  [key, id]: readonly (string | number)[],
  most: number,
  by: "email" | "name",
): Promise<Step> {
  const { acting: { call: { records, config: { store } }, org }, query, sees, isWhole } = reading;
  const address = query.toLowerCase();
  const page = await store.listUsers!({
    by,
    // Stores fold the letters a to z of names; a capital letter of another alphabet stays one.
    prefix: by === "name" ? query : address,
    after: key === undefined ? null : { key: String(key), id: String(id) },
    limit: Math.max(most, LEAST),
  });
  // A store that looks at users one by one has looked at more than it returns.
  reading.examined += page.isIndexed ? 1 + page.users.length / PER_READ : MOST_EXAMINED / 2;
  if (!page.isIndexed) reading.search = "scan";
  const known = isWhole ? new Map(reading.rows.map((row) => [row.data.userId, row])) : undefined;
  const rows = await Promise.all(page.users.map(async (user) => {
    // Those were found by their address, which stores compare as it is stored.
    const isElsewhere = by === "name" && sees && user.email?.startsWith(address);
    if (isElsewhere || !fits(reading, user)) return [];
    const userId = ownerOf(user.id);
    const row = known ? known.get(userId) : await members.get(records, { org, userId });
    if (row) reading.users.set(userId, user);
    return row ?? [];
  }));
  return { rows: rows.flat(), next: page.next ? [by, page.next.key, page.next.id] : undefined };
}

/** The users of rows, who are read one by one. */
async function readUsers(reading: Reading, rows: readonly Row[]): Promise<(AdapterUser | null)[]> {
  const { store } = reading.acting.call.config;
  const found: (AdapterUser | null)[] = [];
  for (let from = 0; from < rows.length; from += BATCH) {
    const part = rows.slice(from, from + BATCH);
    found.push(...await Promise.all(part.map(({ data: { userId } }) => store.getUser(userId))));
  }
  for (const user of found) if (user) reading.users.set(ownerOf(user.id), user);
  reading.examined += rows.length;
  reading.search = "scan";
  return found;
}

/** Whether a user is searched for. A visitor who may not see an address cannot find it. */
function fits({ query, sees }: Reading, user: AdapterUser | null | undefined): user is AdapterUser {
  if (!user) return false;
  if (query === "") return true;
  const begins = (text: string | null | undefined) =>
    text != null && foldText(text).startsWith(foldText(query));
  return begins(showName(user, sees)) || sees && (begins(user.email) || begins(user.name));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a place is for; it is none of any other list. */
function listOf({ acting: { org }, query, sort, sees }: Reading): string {
  return JSON.stringify([org, query, sort, sees]);
}

/** A place for URLs: the positions of the pages until it, the last of which is its own. */
async function sealPlace(reading: Reading, positions: readonly Position[]): Promise<string> {
  if (positions.length === 0) return "";
  const trail = positions.slice(-MOST_BACK);
  while (trail.length > 1 && JSON.stringify(trail).length > MOST_TRAIL) trail.shift();
  const { acting: { call: { config: { jwt: { secret } } } } } = reading;
  return await sealText(secret, SEAL, { list: listOf(reading), trail });
}

/** The positions of a place; none for a text that is no place of this list, which begins anew. */
async function openPlace(reading: Reading): Promise<readonly Position[]> {
  const { after, acting: { call: { config: { jwt: { secret } } } } } = reading;
  if (!after || after.length > MOST_PLACE) return [];
  try {
    const found = await openText<{ list: string; trail: Position[] }>(secret, SEAL, after);
    return found?.list === listOf(reading) ? found.trail : [];
  } catch {
    return [];
  }
}

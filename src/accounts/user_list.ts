/**
 * Users, for the people who run the app: pages of a search. A page looks at a bounded number of
 * users, so one with a state that few have can be short, and leads on.
 *
 * @module
 */

import { fromBase64url, toBase64url } from "../base/crypto/bytes.ts";
import { checkDemands, type Rules } from "../base/demands.ts";
import { foldText } from "../base/fold.ts";
import { loadPart } from "../hooks/topics.ts";
import { requireSessions } from "../config/needs.ts";
import { AuthError } from "../errors.ts";
import type { AdapterUser, UserPosition, UserSearch } from "../types/adapter.ts";
import { type ListedUser, toListedUser } from "./user_facts.ts";
import type { WithStore } from "./manage.ts";
import { toNormalForm } from "../base/address.ts";
import { isUserId } from "../records/owner.ts";
import type { Store } from "../types/internal.ts";

/** State of users that a list can be about. */
export type UserState =
  /** They may sign in. */
  | "active"
  /** They may not sign in. */
  | "suspended"
  /** Their address was never proven. */
  | "unconfirmed";

/** Which users to list. */
export interface UserQuery {
  /**
   * Beginning of an address or a name, up to 100 characters; the id of a user finds that user.
   * Default: all users.
   */
  readonly query?: string | undefined;
  /** State of the users. Default: any. */
  readonly state?: UserState;
  /** Id or slug of an organization of which they are members. Default: users of any, and of none. */
  readonly organization?: string;
  /** `next` of the page before. Default: the first page. */
  readonly after?: string | undefined;
  /** Number of users at most, from 1 to 100. Default 50. */
  readonly limit?: number | undefined;
}

/** A page of users. */
export interface UserListPage {
  /** The users; a page may have fewer than its limit, or none, and still have a next one. */
  readonly users: readonly ListedUser[];
  /** Where the next page begins; absent at the end. */
  readonly next?: string;
  /**
   * How they were found: by an index, by looking at users one by one, or by the exact id and address
   * alone, since the adapter has no `listUsers`.
   */
  readonly search: "index" | "scan" | "exact";
}

const STATES: readonly UserState[] = ["active", "suspended", "unconfirmed"];

const RULES: Rules<keyof UserQuery> = {
  query: "free",
  state: "text",
  organization: "text",
  after: "free",
  limit: "free",
};

const LIMIT = { default: 50, most: 100 };

/** Most characters of a query. */
const MOST_QUERY = 100;

/** Most characters of a place in a list: an address or a name, and an id. */
const MOST_PLACE = 8192;

/** Most characters of the id of a record. */
const MOST_RECORD_ID = 512;

/** Users from which on a page ends, although it has fewer than its limit. */
const MOST_EXAMINED = 500;

/** Part of a list: the user of an id, users in an order, or members of an organization. */
type Phase = "exact" | "id" | "email" | "name" | "member";

/** A place in a list. */
interface ListPosition {
  readonly phase: Phase;
  /** `null`: the beginning of the phase. */
  readonly position: UserPosition | null;
}

/** Users that a phase has next. */
interface Found {
  readonly users: readonly AdapterUser[];
  readonly next: ListPosition | null;
  readonly isIndexed: boolean;
}

/** A query that was checked. */
interface Checked {
  /** As it was given; `""` for all users. */
  readonly query: string;
  readonly state: UserState | undefined;
  readonly organization: string | undefined;
  readonly limit: number;
  readonly place: ListPosition;
}

/** Finds the user with an id, or with a whole address. */
export async function findNamedUser(
  store: Pick<Store, "getUser" | "getUserByEmail">,
  named: string,
): Promise<AdapterUser | null> {
  const found = isUserId(named) ? await store.getUser(named) : null;
  if (found || !named.includes("@")) return found;
  return await store.getUserByEmail(toNormalForm(named.trim().toLowerCase()));
}

/**
 * Lists users.
 *
 * @throws {AuthError} for a query that is none, with the member as `cause.field`
 * @throws {TypeError} for a state or an organization without a value, and for a member that there is not
 */
export async function listUsers(config: WithStore, given: UserQuery): Promise<UserListPage> {
  const checked = check(given);
  const { limit, organization, state } = checked;
  if (state === "active" || state === "suspended") requireSessions(config, "`users.list`");
  const read = organization !== undefined
    ? await readMembers(config, organization, checked)
    : config.store.has("listUsers")
    ? (place: ListPosition, count: number) => readUsers(config, checked, place, count)
    : undefined;
  if (!read) {
    const users = await findExact(config, checked.query);
    return { users: await keep(config, users, state), search: "exact" };
  }
  const users: ListedUser[] = [];
  let place: ListPosition | null = checked.place;
  let isIndexed = state === undefined;
  for (let examined = 0; place && users.length < limit && examined < MOST_EXAMINED;) {
    const count = limit - users.length;
    const page: Found = await read(place, count);
    // A store that looks at users one by one has looked at more than it returns.
    examined += Math.max(page.users.length, page.isIndexed ? 1 : MOST_EXAMINED / 2);
    isIndexed &&= page.isIndexed;
    users.push(...await keep(config, page.users, state));
    place = page.next;
  }
  return {
    users,
    ...place ? { next: toText(place) } : {},
    search: isIndexed ? "index" : "scan",
  };
}

/** The users with a state, as they are listed. */
async function keep(
  config: WithStore,
  found: readonly AdapterUser[],
  state: UserState | undefined,
): Promise<ListedUser[]> {
  const users = await Promise.all(found.map((user) => toListedUser(config, user)));
  return users.filter(({ emailVerified, suspendedAt }) => {
    if (state === "unconfirmed") return emailVerified === null;
    return state === undefined || (suspendedAt !== null) === (state === "suspended");
  });
}

async function readUsers(
  { store }: WithStore,
  { query }: Checked,
  { phase, position: after }: ListPosition,
  limit: number,
): Promise<Found> {
  if (phase === "exact") {
    const user = await store.getUser(query);
    // One whose address or name begins with it follows in its order.
    const users = user && !isFound(user, query) ? [user] : [];
    return { users, next: { phase: "email", position: null }, isIndexed: true };
  }
  const by = phase as UserSearch["by"];
  const address = query.toLowerCase();
  // Stores fold the letters a to z of names; a capital letter of another alphabet stays one.
  const prefix = by === "name" ? query : address;
  const page = await store.listUsers!({ by, prefix, after, limit });
  const next: ListPosition | null = page.next
    ? { phase, position: page.next }
    : by === "email" && query !== ""
    ? { phase: "name", position: null }
    : null;
  const users = by === "name"
    // Those were listed by their address.
    ? page.users.filter(({ email }) => !email?.startsWith(address))
    : page.users;
  return { users, next, isIndexed: page.isIndexed };
}

/** Makes the reader of the members of an organization. */
async function readMembers(
  config: WithStore,
  name: string,
  { query }: Checked,
): Promise<(place: ListPosition, count: number) => Promise<Found>> {
  const members = await loadPart(config, "members");
  if (!members) throw wrong("organization", "the app has no `organizations`");
  const found = await members.ofOrganization({ config }, name);
  if (!found.ok) throw wrong("organization", "there is no such organization");
  const { id } = found.organization;
  return async ({ position }, count) => {
    const limit = query === "" ? count : LIMIT.most;
    const rows = await members.listIn({ config }, id, { after: position?.id, limit });
    const users = await Promise.all(
      rows.map(({ userId }) => userId === undefined ? null : config.store.getUser(userId)),
    );
    const fitting = rows.flatMap(({ place }, index) => {
      const user = users[index];
      return user && (query === "" || isFound(user, query)) ? [{ user, place }] : [];
    });
    const shown = fitting.slice(0, count);
    // Where more fit than the page takes, the next one goes on behind the last of this.
    const next = fitting.length > count
      ? shown.at(-1)!.place
      : rows.length < limit
      ? undefined
      : rows.at(-1)!.place;
    return {
      users: shown.map(({ user }) => user),
      next: next === undefined ? null : { phase: "member", position: { key: "", id: next } },
      isIndexed: query === "",
    };
  };
}

/** Returns `true` for a user whose address or name begins with a text, as stores compare them. */
function isFound({ email, name }: AdapterUser, text: string): boolean {
  return email?.toLowerCase().startsWith(text.toLowerCase()) ||
    name != null && foldText(name).startsWith(foldText(text));
}

/** The users who have exactly an id or an address. */
async function findExact({ store }: WithStore, query: string): Promise<AdapterUser[]> {
  if (query === "") return [];
  const found = await Promise.all([
    store.getUserByEmail(query.toLowerCase()),
    store.getUser(query),
  ]);
  const users = found.flatMap((user) => user ?? []);
  return users.filter(({ id }, index) => users.findIndex((one) => one.id === id) === index);
}

function check(given: UserQuery): Checked {
  const { query: typed = "", state, organization, after, limit = LIMIT.default } = checkDemands(
    "list users",
    given,
    RULES,
  );
  if (typeof typed !== "string" || typed.length > MOST_QUERY) {
    throw wrong("query", `it is no text of up to ${MOST_QUERY} characters`);
  }
  if (state !== undefined && !STATES.includes(state)) {
    throw wrong("state", `it is none of ${STATES.join(", ")}`);
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT.most) {
    throw wrong("limit", `it is no number from 1 to ${LIMIT.most}`);
  }
  const query = typed.trim();
  const phases: readonly Phase[] = organization !== undefined
    ? ["member"]
    : query === ""
    ? ["id"]
    : ["exact", "email", "name"];
  const place = after === undefined ? { phase: phases[0]!, position: null } : toPlace(after);
  if (!place || !phases.includes(place.phase)) {
    throw wrong("after", "it is no place in this list; begin with the first page");
  }
  return { query, state, organization, limit, place };
}

function wrong(field: keyof UserQuery, what: string): AuthError {
  return new AuthError(`Cannot list users: \`${field}\`: ${what}`, { cause: { field } });
}

/** A place as a text for URLs. */
function toText({ phase, position }: ListPosition): string {
  const parts = [phase, ...position ? [position.key, position.id] : []];
  return toBase64url(new TextEncoder().encode(JSON.stringify(parts)));
}

function isRecordId(id: string): boolean {
  return id !== "" && id.length <= MOST_RECORD_ID && id.isWellFormed() && !id.includes("\0");
}

/** The place that a text says; `undefined` for any other text. */
function toPlace(text: unknown): ListPosition | undefined {
  if (typeof text !== "string" || text.length > MOST_PLACE) return undefined;
  try {
    const [phase, key, id] = JSON.parse(new TextDecoder().decode(fromBase64url(text)));
    if (key === undefined && id === undefined) return { phase, position: null };
    if (typeof key !== "string" || typeof id !== "string") return undefined;
    // A record has such an id.
    if (phase === "member" && !isRecordId(id)) return undefined;
    return { phase, position: { key, id } };
  } catch {
    return undefined;
  }
}

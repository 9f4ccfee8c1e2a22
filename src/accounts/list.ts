/**
 * Lists of users, for people who help them: named members only, and nothing that would open something.
 *
 * @module
 */

import { toNormalForm } from "../base/address.ts";
import { AuthError } from "../errors.ts";
import { requireMethods } from "../hooks/adapter.ts";
import { findSuspension } from "../session/access.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { WithStore } from "./manage.ts";

/** Which users are listed. */
export interface ListUsersOptions {
  /**
   * How their addresses begin: `"ada@ex"`. Default: all users. With a store that cannot list, the whole
   * address of one user.
   */
  readonly email?: string | undefined;
  /** `after` of the page before. Default: the first page. */
  readonly after?: string | null | undefined;
  /** Most users of a page, from 1 to 500. Default 50. */
  readonly limit?: number | undefined;
}

/** A user in a list. JSON can hold it. */
export interface UserSummary {
  /** Id. */
  readonly id: string;
  /** Name; `null` without one. */
  readonly name: string | null;
  /** Address; `null` without one. */
  readonly email: string | null;
  /** Time of the first proof of the address; `null` before. */
  readonly emailVerified: Date | null;
  /** Time of the suspension; `null` for a user who is not suspended. */
  readonly suspendedAt: Date | null;
}

/** A page of users. */
export interface UserList {
  /** The users: in the order of ids, and with `email` in the order of addresses. */
  readonly users: readonly UserSummary[];
  /** What the next page begins after; `null` for the last page. */
  readonly after: string | null;
}

const LIMIT = { usual: 50, most: 500 } as const;

/** Longest beginning of an address, and longest cursor, in characters. */
const MAX_LENGTH = 512;

/** Lists users. */
export async function listUsers(
  config: WithStore,
  { email, after, limit = LIMIT.usual }: ListUsersOptions = {},
): Promise<UserList> {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT.most) {
    throw bad("limit", `it is no whole number from 1 to ${LIMIT.most}`);
  }
  const last = after ?? undefined;
  requireText("after", last);
  requireText("email", email);
  const beginning = email === undefined || email === "" ? undefined : toBeginning(email);
  const { store } = config;
  if (!store.has("listUsers") && beginning !== undefined) {
    // One user at the most has the address, so there is no second page.
    const found = last === undefined ? await store.getUserByEmail(beginning) : null;
    return { users: found ? [await summarize(config, found)] : [], after: null };
  }
  requireMethods(store, ["listUsers"]);
  const found = await store.listUsers({ email: beginning, after: last, limit: limit + 1 });
  const page = found.slice(0, limit);
  const end = page.at(-1);
  return {
    users: await Promise.all(page.map((user) => summarize(config, user))),
    after: found.length <= limit || !end ? null : beginning === undefined ? end.id : end.email,
  };
}

/** The beginning of an address as addresses are stored. */
function toBeginning(typed: string): string {
  return toNormalForm(typed.normalize("NFKC").trim().toLowerCase());
}

async function summarize({ records }: WithStore, user: AdapterUser): Promise<UserSummary> {
  const { id, name, email, emailVerified } = user;
  return {
    id,
    name: name ?? null,
    email: email ?? null,
    emailVerified: emailVerified ?? null,
    suspendedAt: records ? await findSuspension(records, id) : null,
  };
}

function requireText(option: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== "string") throw bad(option, "it is no text");
  if (value.length > MAX_LENGTH) throw bad(option, `it has more than ${MAX_LENGTH} characters`);
}

function bad(option: string, reason: string): AuthError {
  return new AuthError(`Cannot list users: \`${option}\` cannot be used: ${reason}`, {
    cause: { option },
  });
}

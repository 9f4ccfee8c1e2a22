/**
 * A site with organizations, as the cases of organizations see it. Each library has one: every
 * action is a request with the cookies of a sign-in, or a documented call of the app.
 *
 * @module
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";

/** Roles of the site. A treasurer manages the billing, which neither admins nor members may. */
export type Role = "owner" | "admin" | "member" | "treasurer";

/** A user, and a browser in which the user is signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly browser: TestBrowser;
}

/** An organization; `id` and `slug` may be those of none. */
export interface Organization {
  readonly id: string;
  readonly slug: string;
}

/** An answer to a request. */
export interface Answer {
  /** `true` when the site did what was asked. */
  readonly ok: boolean;
  /** Status, headers and body, without the date. */
  readonly seen: string;
}

/** What a site is made of. */
export interface SiteOptions {
  /** Sessions are answered for without the store where the library can do so, for minutes. */
  readonly cachesSessions?: true;
}

/** Time that a call of the store takes, in milliseconds. */
export const LATENCY = 3;

/** One of the two instances of an app, which have nothing in common but the store. */
export type Instance = 0 | 1;

const instances = new AsyncLocalStorage<Instance>();

/** Sends the requests of the work to an instance. */
export function onInstance<T>(instance: Instance, work: () => Promise<T>): Promise<T> {
  return instances.run(instance, work);
}

/** Instance that answers the present request. */
export function presentInstance(): Instance {
  return instances.getStore() ?? 0;
}

/** A site with organizations. */
export interface Site {
  /** Creates a user with an account of this name, and signs the user in. */
  signUp(name: string, options?: { isProven: boolean }): Promise<Person>;
  /** Creates an organization. */
  create(owner: Person): Promise<Organization>;
  /** Invites; returns what the email to the address contains, if one was sent. */
  invite(
    actor: Person,
    organization: Organization,
    email: string,
    role: Role,
  ): Promise<Answer & { token: string | undefined }>;
  accept(person: Person, token: string): Promise<Answer>;
  changeRole(
    actor: Person,
    organization: Organization,
    of: Person,
    role: Role,
  ): Promise<Answer>;
  removeMember(actor: Person, organization: Organization, whom: Person): Promise<Answer>;
  leave(person: Person, organization: Organization): Promise<Answer>;
  deleteOrganization(actor: Person, organization: Organization): Promise<Answer>;
  /** The user deletes the account. */
  deleteOwnAccount(person: Person): Promise<Answer>;
  /** The administrator of the app bans the user. */
  ban(person: Person): Promise<void>;
  /** The administrator of the app deletes the user; `false` when that is refused. */
  deleteUser(person: Person): Promise<boolean>;
  /** Whether the app still has a session of the person. */
  isSignedIn(person: Person): Promise<boolean>;
  /** Makes the organization the one that the session is about. */
  select(person: Person, organization: Organization): Promise<Answer>;
  /** Asks every door that shows data of an organization; the answers by the names of the doors. */
  read(person: Person, organization: Organization): Promise<ReadonlyMap<string, Answer>>;
  /** The same doors, for the organization that was selected. */
  readSelected(person: Person, organization: Organization): Promise<ReadonlyMap<string, Answer>>;
  /** Role of the user; `undefined` for no member. Asked from the store by the app itself. */
  roleOf(person: Person, organization: Organization): Promise<string | undefined>;
  /** Memberships that the organization has, counted in the store. */
  countMembers(organization: Organization): Promise<number>;
  /** Makes each call of the store take {@linkcode LATENCY} milliseconds, or no time. */
  setSlow(isSlow: boolean): void;
  close(): void;
}

/**
 * Every method of a store, and of its records, takes {@linkcode LATENCY} milliseconds while
 * `isSlow()`. So does the beginning of a transaction, as it does at a database that is another
 * machine, and each call in it.
 */
export function slowed<T extends object>(store: T, isSlow: () => boolean): T {
  const members = new Map<string | symbol, unknown>();
  const slow = (name: string | symbol, value: unknown): unknown => {
    if (name === "records" && value) return slowed(value, isSlow);
    if (typeof value !== "function") return value;
    return async (...args: unknown[]) => {
      if (isSlow()) await new Promise((resolve) => setTimeout(resolve, LATENCY));
      if (name !== "transaction") return await value.apply(store, args);
      const [work] = args as [(inner: T) => unknown];
      return await value.call(store, (inner: T) => work(slowed(inner, isSlow)));
    };
  };
  return new Proxy(store, {
    get(target, name) {
      // Always the same one, since libraries know a store by its identity.
      if (!members.has(name)) members.set(name, slow(name, Reflect.get(target, name)));
      return members.get(name);
    },
  });
}

/** Reads an answer. */
export async function toAnswer(
  response: Response,
  isDone: (text: string) => boolean = () => response.ok,
): Promise<Answer & { text: string }> {
  const text = await response.text();
  const headers = [...response.headers].filter(([name]) => name !== "date").sort()
    .map(([name, value]) => `${name}: ${value}`);
  return { ok: isDone(text), text, seen: [response.status, ...headers, text].join("\n") };
}

/**
 * The type of an adapter check, and functions shared by the checks.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import { nowMs } from "../../../base/time.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterExtras,
  AdapterSession,
  AdapterTraits,
  AdapterUser,
} from "../../../types/adapter.ts";
import type { Awaitable } from "../../../types/entities.ts";

/** An adapter with every member that the check needs. */
export type FullAdapter = Required<Adapter> & Required<AdapterExtras> & AdapterTraits;

/** One rule for adapters, and its test. */
export interface AdapterCheck {
  /** The rule, as a sentence about the adapter. */
  name: string;
  /** Members that the check uses; it is skipped when one is missing. */
  needs: readonly (keyof Adapter | keyof AdapterExtras)[];
  /** Throws when the adapter breaks the rule; may return a line to print. */
  run(adapter: FullAdapter): Awaitable<string | void>;
}

/** Number of concurrent calls. */
export const CROWD = 50;

/** Fails the check unless the condition holds. */
export function expect(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Fails the check unless both are equal; ignores prototypes and `undefined` members. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(plain(actual), plain(expected))) return;
  throw new Error(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/** Fails the check unless the row has these members; a store may have further columns. */
export function expectRow(actual: unknown, expected: object, what: string): void {
  const row = Object(actual) as Record<string, unknown>;
  const members = Object.keys(expected).map((name) => [name, row[name]]);
  expectEqual(actual && Object.fromEntries(members), expected, what);
}

/** Fails the check unless it rejects. */
export async function expectRejects(run: () => Awaitable<unknown>, what: string): Promise<void> {
  try {
    await run();
  } catch {
    return;
  }
  throw new Error(`${what}: expected a rejection`);
}

/** A new user; each has its own email address. */
export function newUser(members: Partial<AdapterUser> = {}): AdapterUser {
  return {
    id: crypto.randomUUID(),
    name: "Ada Lovelace",
    email: `${crypto.randomUUID()}@example.com`,
    emailVerified: null,
    image: null,
    ...members,
  };
}

/** A new account. */
export function newAccount(userId: string, members: Partial<AdapterAccount> = {}): AdapterAccount {
  return {
    userId,
    type: "oauth",
    provider: "github",
    providerAccountId: crypto.randomUUID(),
    access_token: "access",
    expires_at: 1_900_000_000,
    ...members,
  } as AdapterAccount;
}

/** The members by which an account is found; stores refuse others in a lookup. */
export function keyOf(
  { provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">,
): Pick<AdapterAccount, "provider" | "providerAccountId"> {
  return { provider, providerAccountId };
}

/** A new session, valid for an hour. */
export function newSession(userId: string, members: Partial<AdapterSession> = {}): AdapterSession {
  return { sessionToken: crypto.randomUUID(), userId, expires: inAnHour(), ...members };
}

/** A new passkey. */
export function newAuthenticator(userId: string): AdapterAuthenticator {
  return {
    userId,
    credentialID: btoa(crypto.randomUUID()),
    providerAccountId: crypto.randomUUID(),
    credentialPublicKey: "cHVibGljIGtleQ==",
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal,hybrid",
  };
}

/** The time in an hour, rounded up to a second because some stores do not keep milliseconds. */
export function inAnHour(): Date {
  return new Date(Math.ceil(nowMs() / 1000) * 1000 + 3_600_000);
}

/** Results of concurrent calls. */
export async function crowd<T>(
  run: (index: number) => Awaitable<T>,
): Promise<PromiseSettledResult<Awaited<T>>[]> {
  return await Promise.allSettled(
    Array.from({ length: CROWD }, async (_, index) => await run(index)),
  );
}

/** The values of the calls that did not fail. */
export function valuesOf<T>(results: readonly PromiseSettledResult<T>[]): T[] {
  return results.flatMap((result) => result.status === "fulfilled" ? [result.value] : []);
}

/** A copy without prototypes and `undefined` members. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, plain(member)]),
  );
}

function show(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}

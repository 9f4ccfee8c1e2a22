/**
 * What a check of an adapter is, and what the checks share.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterExtras,
  AdapterSession,
  AdapterUser,
} from "../../types/adapter.ts";
import type { Awaitable } from "../../types/entities.ts";

/** An adapter whose needed methods are there. */
export type FullAdapter = Required<Adapter> & Required<AdapterExtras>;

/** One rule an adapter keeps. */
export interface AdapterCheck {
  /** The rule, as a sentence about the adapter. */
  name: string;
  /** Methods without which the rule says nothing. */
  needs: readonly (keyof Adapter | keyof AdapterExtras)[];
  /** Throws when the rule is broken; may return a line worth printing. */
  run(adapter: FullAdapter): Awaitable<string | void>;
}

/** How many try at once. */
export const CROWD = 50;

/** Fails the check. */
export function expect(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Fails the check unless both are the same, dates and prototypes of rows aside. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(plain(actual), plain(expected))) return;
  throw new Error(`${what}: expected ${show(expected)}, got ${show(actual)}`);
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

/** A user's row. Each call has another address. */
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

/** An account's row. */
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

/** A session's row, an hour long. */
export function newSession(userId: string, members: Partial<AdapterSession> = {}): AdapterSession {
  return { sessionToken: crypto.randomUUID(), userId, expires: inAnHour(), ...members };
}

/** A passkey's row. */
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

/** An hour from now, on a whole second: some stores keep no more. */
export function inAnHour(): Date {
  return new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
}

/** The outcomes of many calls at once. */
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

/** Ignores prototypes and what is `undefined`. */
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

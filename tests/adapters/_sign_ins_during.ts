/**
 * Sign-ins while something bad happens to a server or its connections.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { LIMIT, waitUntil } from "../_wait.ts";
import { addressOf, createApp, tokenOf } from "./_app.ts";

/** Number of people who sign in at the same time. */
export const WORKERS = 8;

const PERSONS_PER_WORKER = 15;

/** A session that a browser has received. */
export interface Received {
  person: string;
  token: string;
  browser: TestBrowser;
}

/** Does something bad to the server or its connections. */
export type Trouble = () => Promise<unknown>;

/** Signs a person in; the browser has no session when that failed. */
type SignIn = (person: string) => Promise<TestBrowser>;

/** Options of {@linkcode signInAll}. */
interface Options {
  /** Persons of each worker. */
  persons: number;
  /** Number of sign-ins between two troubles. */
  every: number;
}

/**
 * Signs persons in on an adapter, each twice, while trouble is made again and again.
 *
 * @param persons persons of each worker
 */
export async function signInDuring(
  trouble: Trouble,
  adapter: AuthConfig["adapter"],
  persons = PERSONS_PER_WORKER,
) {
  let failures = 0;
  const logger = { error: () => void failures++, warn: () => {}, debug: () => {} };
  const open = async () => {
    const app = await createApp(adapter, { logger });
    return (person: string) => app.signIn(person);
  };
  const { received, times } = await signInAll(trouble, open, {
    persons,
    every: 2 * WORKERS,
  });
  return { received, failures, times };
}

/**
 * Signs persons in, each twice: with one browser, and with another that tries until it
 * has a session. Makes trouble again and again until all of them are signed in.
 *
 * @param open opens the app for a worker
 */
export async function signInAll(
  trouble: Trouble,
  open: (worker: number) => Promise<SignIn>,
  { persons, every }: Options,
) {
  const received: Received[] = [];
  let done = false;
  const work = async (worker: number) => {
    const signIn = await open(worker);
    for (let index = 0; index < persons; index++) {
      const person = `${worker}-${index}`;
      for (let signIns = 0; signIns < 2; signIns++) {
        const { browser, token } = await waitUntil(`${person} is signed in`, async () => {
          const browser = await signIn(person);
          const token = tokenOf(browser);
          return token && { browser, token };
        }, { pause: 0 });
        received.push({ person, token, browser });
      }
    }
  };
  const working = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
    .finally(() => done = true);
  let times = 0;
  let seen = 0;
  await waitUntil("everyone is signed in", async () => {
    if (!done && received.length >= seen + every) {
      await trouble();
      seen = received.length;
      times++;
    }
    return done;
  }, { pause: 0, limit: 3 * LIMIT });
  await working;
  return { received, times };
}

/** A user with its account; `null` for one that is missing. */
export interface Pair {
  email: string | null;
  person: string | null;
}

/** Checks that every session is there, and that no person has two users or accounts. */
export async function assertNothingLostOrDoubled(
  received: readonly Received[],
  adapter: Pick<FullAdapter, "getSessionAndUser">,
  pairsOf: () => Promise<Pair[]>,
  persons = PERSONS_PER_WORKER,
): Promise<void> {
  for (const { person, token } of received) {
    const found = await adapter.getSessionAndUser(token);
    assertEquals(found?.user.email, addressOf(person), "a session that a browser received");
  }
  const names = [...new Set(received.map(({ person }) => person))].toSorted();
  assertEquals(names.length, WORKERS * persons);
  const pairs = await pairsOf();
  assertEquals(pairs.map(({ person }) => person).toSorted(), names);
  for (const { email, person } of pairs) assertEquals(email, addressOf(String(person)));
}

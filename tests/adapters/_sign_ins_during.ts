/**
 * Sign-ins while something bad happens to a server or its connections.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { waitUntil } from "../_wait.ts";
import { addressOf, createApp, tokenOf } from "./_app.ts";

const WORKERS = 8;
const PERSONS_PER_WORKER = 15;

/** A session that a browser has received. */
export interface Received {
  person: string;
  token: string;
}

/** Does something bad to the server or its connections. */
export type Trouble = () => Promise<unknown>;

/**
 * Signs persons in, each twice: with one browser, and with another that tries until it
 * has a session. Makes trouble again and again until all of them are signed in.
 */
export async function signInDuring(trouble: Trouble, adapter: AuthConfig["adapter"]) {
  const received: Received[] = [];
  let failures = 0;
  let done = false;
  const logger = { error: () => void failures++, warn: () => {}, debug: () => {} };
  const work = async (worker: number) => {
    const app = await createApp(adapter, { logger });
    for (let index = 0; index < PERSONS_PER_WORKER; index++) {
      const person = `${worker}-${index}`;
      for (let signIns = 0; signIns < 2; signIns++) {
        const token = await waitUntil(
          `${person} is signed in`,
          async () => tokenOf(await app.signIn(person)),
          { pause: 0 },
        );
        received.push({ person, token });
      }
    }
  };
  const working = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
    .finally(() => done = true);
  let times = 0;
  let seen = 0;
  await waitUntil("everyone is signed in", async () => {
    if (!done && received.length >= seen + 2 * WORKERS) {
      await trouble();
      seen = received.length;
      times++;
    }
    return done;
  }, { pause: 0 });
  await working;
  return { received, failures, times };
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
): Promise<void> {
  for (const { person, token } of received) {
    const found = await adapter.getSessionAndUser(token);
    assertEquals(found?.user.email, addressOf(person), "a session that a browser received");
  }
  const persons = [...new Set(received.map(({ person }) => person))].toSorted();
  assertEquals(persons.length, WORKERS * PERSONS_PER_WORKER);
  const pairs = await pairsOf();
  assertEquals(pairs.map(({ person }) => person).toSorted(), persons);
  for (const { email, person } of pairs) assertEquals(email, addressOf(String(person)));
}

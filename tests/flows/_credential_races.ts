/**
 * Races of a credential with the end of its user: a key and a session without cookies are made while
 * the user is suspended or deleted. Two hours later neither opens anything.
 *
 * @module
 */

import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { counted } from "./_counted_store.ts";
import {
  APP,
  ask,
  callNative,
  createCredentialApp,
  createPerson,
  type CredentialApp,
  type Person,
  requestOf,
} from "./_credential_app.ts";
import { later } from "./_later.ts";
import type { Strategy } from "./_strategies.ts";

/** Seconds for which access tokens are valid in these races: longer than the clock moves. */
export const ACCESS_MAX_AGE = 86_400;

/** Milliseconds by which the clock moves. */
const AHEAD_MS = 2 * 60 * 60 * 1000;

/** The end of the user begins at the first call of the store, or at one of so many after it. */
const ORDERS = 24;

/** So a few rounds are spread over all orders. */
const STEP = 7;

/** Counts of races. */
export interface RaceCounts {
  /** Users whose end met a key and a sign-in. */
  readonly rounds: number;
  /** Credentials that were written although the user's end had begun. */
  written: number;
  /** Credentials that were refused when they were made. */
  refused: number;
  /** Those that opened something two hours later, or after a resumption: must be none. */
  opened: number;
  /** Refresh tokens that gave tokens two hours later: must be none. */
  refreshed: number;
  /** Records that a deleted user has left: must be none. */
  left: number;
}

/** What a round leaves. */
interface Round {
  readonly person: Person;
  readonly isDeletion: boolean;
  readonly secrets: readonly string[];
  readonly refreshTokens: readonly string[];
}

/** Settings of the app of these races, whose store is counted. */
export interface RaceStore {
  readonly app: CredentialApp;
  /** See `counted`. */
  afterCalls(number: number): Promise<void>;
}

/** Creates the app of the races. */
export function createRace(
  strategy: Strategy,
  adapter: FullAdapter,
  records?: RecordStore,
): RaceStore {
  const { store, afterCalls } = counted(records ? { ...adapter, records } : adapter);
  const options = { accessMaxAge: ACCESS_MAX_AGE };
  return { app: createCredentialApp(strategy, store, options), afterCalls };
}

/** Runs the races, and then moves the clock. */
export async function raceWithEnds(race: RaceStore, rounds: number): Promise<RaceCounts> {
  const counts = { rounds, written: 0, refused: 0, opened: 0, refreshed: 0, left: 0 };
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) done.push(await runRound(race, round, counts));
  using _later = later(AHEAD_MS);
  for (const round of done) await lookAt(race.app, round, counts);
  return counts;
}

async function runRound(
  { app, afterCalls }: RaceStore,
  round: number,
  counts: RaceCounts,
): Promise<Round> {
  const { keys, users } = app.auth;
  const person = await createPerson(app);
  const isDeletion = round % 2 === 1;
  const makeKey = () =>
    keys.create(requestOf(person, "POST"), { name: "key", scopes: "all" })
      .then((made) => made.ok ? { secret: made.secret } : undefined, () => undefined);
  const signIn = () =>
    callNative(app, { user: person.id }).then(
      ({ tokens }) => tokens && { secret: tokens.accessToken, refresh: tokens.refreshToken },
      () => undefined,
    );
  // Each order comes with a suspension and with a deletion.
  const begins = afterCalls(Math.floor(round / 2) * STEP % ORDERS);
  const making = Promise.all([makeKey(), signIn()]);
  const end = Promise.race([begins, making]).then(() =>
    isDeletion ? users.delete(person.id) : users.suspend(person.id)
  );
  const [made] = await Promise.all([making, end]);
  const written = made.filter((one) => one !== undefined && one !== null);
  counts.written += written.length;
  counts.refused += made.length - written.length;
  return {
    person,
    isDeletion,
    secrets: written.map(({ secret }) => secret),
    refreshTokens: written.flatMap((one) => "refresh" in one && one.refresh ? [one.refresh] : []),
  };
}

/** Presents everything that a round made. */
async function lookAt(
  app: CredentialApp,
  { person, isDeletion, secrets, refreshTokens }: Round,
  counts: RaceCounts,
): Promise<void> {
  const present = async () => {
    for (const secret of secrets) {
      const seen = await ask(app, { authorization: `Bearer ${secret}` });
      if (seen.isAccepted) counts.opened++;
    }
    for (const token of refreshTokens) if (await refreshes(app, token)) counts.refreshed++;
  };
  await present();
  if (isDeletion) {
    const kinds = ["anchor", "key", "native", "session"];
    const found = await Promise.all(kinds.map((kind) => app.records!.list(person.id, kind)));
    counts.left += found.flat().length;
    return;
  }
  // A suspension ends credentials for good.
  await app.auth.users.resume(person.id);
  await present();
}

async function refreshes({ auth }: CredentialApp, token: string): Promise<boolean> {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
  const response = await auth.handler(
    new Request(`${APP}/auth/native/token`, { method: "POST", body }),
  );
  await response.body?.cancel();
  return response.ok;
}

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

/** Records whose write waits, in some rounds, until the end of the user is complete. */
const HELD = [undefined, "anchor", "key", "session", "native"] as const;

/** The app of these races, and the means to order its calls of the store. */
export interface RaceStore {
  readonly app: CredentialApp;
  /** See `counted`. */
  afterCalls(number: number): Promise<void>;
  /** Holds the next write of a record of a kind. */
  hold(kind: string): Held;
}

/** A write that waits. */
interface Held {
  /** Resolves when the write has begun. */
  readonly hasBegun: Promise<void>;
  /** Lets it go on. */
  release(): void;
}

/** Creates the app of the races. */
export function createRace(
  strategy: Strategy,
  adapter: FullAdapter,
  records: RecordStore = adapter.records,
): RaceStore {
  const holds = new Map<string, () => Promise<void>>();
  const held: RecordStore = {
    get: (kind, id) => records.get(kind, id),
    async put(entry, expected) {
      const wait = holds.get(entry.kind);
      holds.delete(entry.kind);
      await wait?.();
      return await records.put(entry, expected);
    },
    take: (kind, id) => records.take(kind, id),
    list: (owner, kind, page) => records.list(owner, kind, page),
    deleteOwner: (owner, kind, exceptId) => records.deleteOwner(owner, kind, exceptId),
  };
  const { store, afterCalls } = counted({ ...adapter, records: held });
  const app = createCredentialApp(strategy, store, { accessMaxAge: ACCESS_MAX_AGE });
  return {
    app,
    afterCalls,
    hold(kind) {
      const begun = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.set(kind, () => {
        begun.resolve();
        return released.promise;
      });
      return {
        hasBegun: begun.promise,
        release() {
          holds.delete(kind);
          released.resolve();
        },
      };
    },
  };
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
  { app, afterCalls, hold }: RaceStore,
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
  const turn = Math.floor(round / 2);
  const kind = HELD[turn % HELD.length];
  const held = kind && hold(kind);
  const begins = held?.hasBegun ?? afterCalls(turn * STEP % ORDERS);
  const making = Promise.all([makeKey(), signIn()]);
  const end = Promise.race([begins, making])
    .then(() => isDeletion ? users.delete(person.id) : users.suspend(person.id))
    .finally(() => held?.release());
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
  if (isDeletion) {
    // Before anything is read: a read may take away what it finds.
    const kinds = ["anchor", "key", "native", "session"];
    const found = await Promise.all(kinds.map((kind) => app.records!.list(person.id, kind)));
    counts.left += found.flat().length;
  }
  await present();
  if (isDeletion) return;
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

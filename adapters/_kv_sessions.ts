/**
 * Reads a session with its user from Deno KV, in one round trip where possible.
 *
 * @module
 */

import type { AdapterSession, AdapterUser } from "../src/types/adapter.ts";
import { isReadable, type Keys } from "./_kv_keys.ts";
import type { KvStore } from "./_kv_store.ts";

/** Largest number of cached session owners; the oldest entry is removed first. */
const MAX_REMEMBERED = 10_000;

/** A session with its user. */
interface Found {
  session: AdapterSession;
  user: AdapterUser;
}

/** Makes the adapter method `getSessionAndUser`. */
export function sessionsIn(
  kv: KvStore,
  { sessionKey, userKey }: Keys,
  preferred: "strong" | "eventual",
): (sessionToken: string) => Promise<Found | null> {
  // The owner of a session never changes, so from the second time on both rows are
  // read at once. The cached owner is only a guess: the stored row decides.
  const owners = new Map<string, string>();

  const find = async (
    sessionToken: string,
    consistency: "strong" | "eventual",
  ): Promise<Found | null> => {
    const guess = owners.get(sessionToken);
    const options = { consistency };
    const key = sessionKey(sessionToken);
    const [{ value: session }, guessed] = guess === undefined
      ? [await kv.get<AdapterSession>(key, options)]
      : await kv.getMany<[AdapterSession, AdapterUser]>([key, userKey(guess)], options);
    if (!session) {
      owners.delete(sessionToken);
      return null;
    }
    const user = guessed && session.userId === guess
      ? guessed.value
      : (await kv.get<AdapterUser>(userKey(session.userId), options)).value;
    if (session.userId !== guess) remember(sessionToken, session.userId);
    return user && { session, user };
  };

  const remember = (sessionToken: string, userId: string): void => {
    owners.delete(sessionToken);
    owners.set(sessionToken, userId);
    if (owners.size > MAX_REMEMBERED) owners.delete(owners.keys().next().value!);
  };

  return async (sessionToken) => {
    if (!isReadable([sessionToken])) return null;
    const found = await find(sessionToken, preferred);
    return found ?? (preferred === "eventual" ? await find(sessionToken, "strong") : null);
  };
}

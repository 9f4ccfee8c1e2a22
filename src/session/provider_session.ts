/**
 * Index of sessions by the sessions and subjects at OpenID Connect providers from which
 * they came, so that a provider can end them.
 *
 * An entry leads from a key, the hash of an issuer and a session id or subject, to one
 * session. Its owner is the key, so that any number of sessions have one without sharing a
 * record. A link leads from a session back to its keys; its owner is the user. A mark says
 * that what a key stands for has ended: a sign-in reads it after its entries are written,
 * and what ends sessions writes it before it reads the entries, so that a sign-in at the
 * same time leaves no session.
 *
 * @module
 */

import { hashParts } from "../base/hashed.ts";
import { msFromNow, nowMs } from "../base/time.ts";
import { SignedOutUpstream } from "../errors.ts";
import { defineKind, type FoundRecord } from "../records/kind.ts";
import type { Context, ResolvedConfig, ResolvedRevocation } from "../types/internal.ts";
import type { SessionIdentity } from "../types/identity.ts";
import type { Json, RecordStore } from "../types/records.ts";
import type { ProviderSession, ProviderSignOutStatement } from "../types/provider_session.ts";

/** Milliseconds for which a mark refuses sign-ins that came from what has ended. */
const MARK_MS = 60 * 60 * 1000;

/** Milliseconds that entries outlast the session, whose record has some time beyond its expiry. */
const SLACK_MS = 60 * 60 * 1000;

/** Most keys of a session: those of its newest sign-ins. */
const MAX_KEYS = 20;

/** Records that are read or written at once. */
const AT_ONCE = 50;

/** Data of a link. */
type Link = {
  keys: string[];
  /** Expiry of the entries, in milliseconds since 1970. */
  untilMs: number;
};

/** From a key to a session; the owner is the key. */
const entries = defineKind<[key: string, session: string], null>(
  "upstream.session",
  ([key, session]) => entryId(key, session),
);

/** From a session to its keys, by the id of the session; the owner is the user. */
const links = defineKind<string, Link>("session.upstream", (id) => id);

/** Marks of what has ended, by its key, with the time of the ending by the clock of the provider. */
const marks = defineKind<string, { endedAt: number }>("upstream.ended", (key) => key);

/** Keys of a session at a provider: that of its subject, then that of its id. */
async function keysOf({ issuer, subject, sid }: ProviderSignOutStatement): Promise<string[]> {
  const keys: Promise<string>[] = [];
  if (subject !== undefined) keys.push(makeKey("sub", issuer, subject));
  if (sid !== undefined) keys.push(makeKey("sid", issuer, sid));
  return await Promise.all(keys);
}

async function makeKey(...names: ["sub" | "sid", issuer: string, id: string]): Promise<string> {
  // Without the secret, which may change while the session lives.
  return await hashParts("upstream", names);
}

/** Makes a session findable by a session at a provider. */
export async function add(
  { config }: Context,
  session: SessionIdentity,
  upstream: ProviderSession | undefined,
): Promise<void> {
  if (!upstream) return;
  // Only configs that keep records have an index.
  const { records } = config.revocation!;
  await write(records, session, await keysOf(upstream), expiryOf(config));
}

/** Entries live twice as long as a session that is not used, so that few uses extend them. */
function expiryOf({ session: { maxAge } }: ResolvedConfig): number {
  return nowMs() + 2 * maxAge * 1000 + SLACK_MS;
}

/** Writes entries, and adds their keys to the link of the session. */
async function write(
  records: RecordStore,
  { id, userId }: SessionIdentity,
  added: readonly string[],
  untilMs: number,
): Promise<void> {
  const expires = new Date(untilMs);
  // Most records are new, so the first try reads none.
  await links.update(records, id, (known) => {
    const keys = [...new Set([...known?.data.keys ?? [], ...added])].slice(-MAX_KEYS);
    return { userId, expires, data: { keys, untilMs } };
  }, null);
  await Promise.all(added.map((key) =>
    entries.update(records, [key, id], (known) => {
      if (known?.expires && known.expires >= expires) return undefined;
      return { userId: key, expires, data: null };
    }, null)
  ));
}

function entryId(key: string, sessionId: string): string {
  return `${key}.${sessionId}`;
}

/**
 * Refuses a sign-in whose session at the provider has ended. Call it when everything is
 * written by which an ending finds the session.
 *
 * @throws {SignedOutUpstream}
 */
export async function requireLive(
  { records }: ResolvedRevocation,
  upstream: ProviderSession | undefined,
): Promise<void> {
  if (!upstream) return;
  const { issuer, subject, sid, sidRecurs, issuedAt } = upstream;
  const endedAt = async (key: string) => (await marks.get(records, key))?.data.endedAt ?? -Infinity;
  // A later token of the subject is a new sign-in. Both times are by the provider's clock.
  const hasEnded = await endedAt(await makeKey("sub", issuer, subject)) >= issuedAt ||
    (sid !== undefined &&
      await endedAt(await makeKey("sid", issuer, sid)) >= (sidRecurs ? issuedAt : 0));
  if (hasEnded) throw new SignedOutUpstream("The provider ended its session during the sign-in");
}

/** Extends the entries of a session, when it can now live longer than they do. */
export async function extend(
  { config }: Context,
  { id, owner }: Pick<FoundRecord<Json>, "id" | "owner">,
  expires: Date,
): Promise<void> {
  const { records } = config.revocation!;
  const link = await findLink(records, id);
  if (!link || owner === undefined || link.untilMs >= expires.valueOf()) return;
  await write(records, { id, userId: owner }, link.keys, expiryOf(config));
}

/**
 * Makes the copy of a session findable as the session is.
 *
 * @param first id of the session that is copied
 * @param beganAt its start, in milliseconds since 1970
 * @throws {SignedOutUpstream} when its session at the provider has ended since
 */
export async function copy(
  { config }: Context,
  first: string,
  session: SessionIdentity,
  beganAt: number,
): Promise<void> {
  const { records } = config.revocation!;
  const link = await findLink(records, first);
  if (!link) return;
  await write(records, session, link.keys, expiryOf(config));
  // After the write, for the same reason as at a sign-in.
  await inParts(link.keys, async (key) => {
    const mark = await marks.get(records, key);
    if (mark && mark.data.endedAt * 1000 >= beganAt - 1000) {
      throw new SignedOutUpstream("The provider ended its session meanwhile");
    }
  });
}

/** Removes the entries of a session that has ended; after a failure they expire. */
export async function remove(records: RecordStore, id: string): Promise<void> {
  try {
    await drop(records, id);
  } catch {
    // They lead to a session that does not exist.
  }
}

/** Removes the entries of a user's sessions except one; after a failure they expire. */
export async function removeAll(
  records: RecordStore,
  owner: string,
  exceptId: string | undefined,
): Promise<void> {
  try {
    const ended: string[] = [];
    for await (const { id } of links.listAll(records, owner)) if (id !== exceptId) ended.push(id);
    await inParts(ended, (id) => drop(records, id));
  } catch {
    // They lead to sessions that do not exist.
  }
}

async function drop(records: RecordStore, id: string): Promise<void> {
  const link = await findLink(records, id);
  if (!link) return;
  await Promise.all(link.keys.map((key) => entries.take(records, [key, id])));
  await links.take(records, id);
}

/** Refuses sign-ins that come from what a provider has ended. */
export async function markEnded(
  records: RecordStore,
  ending: ProviderSignOutStatement,
): Promise<void> {
  const { issuedAt: endedAt } = ending;
  await marks.update(records, await mostSpecificKey(ending), (known) => {
    if (known && known.data.endedAt >= endedAt) return undefined;
    return { expires: msFromNow(MARK_MS), data: { endedAt } };
  }, null);
}

/** A session at the provider, when one is named; else the subject. */
async function mostSpecificKey({ sid, ...rest }: ProviderSignOutStatement): Promise<string> {
  const [key] = await keysOf(sid === undefined ? rest : { ...rest, subject: undefined, sid });
  return key!;
}

/** Sessions that a provider has ended. With a session and a subject, both must match. */
export async function findEnded(
  records: RecordStore,
  ending: ProviderSignOutStatement,
): Promise<SessionIdentity[]> {
  const found = await inParts(await keysOf(ending), async (key) => {
    const sessions = new Set<string>();
    for await (const { id } of entries.listAll(records, key)) {
      sessions.add(id.slice(entryId(key, "").length));
    }
    return sessions;
  });
  const [first = new Set<string>(), ...others] = found;
  const ids = [...first].filter((id) => others.every((ids) => ids.has(id)));
  const known = await inParts(ids, (id) => links.get(records, id));
  return known.flatMap((link) =>
    link?.owner === undefined ? [] : [{ id: link.id, userId: link.owner }]
  );
}

async function findLink(records: RecordStore, id: string): Promise<Link | undefined> {
  return (await links.get(records, id))?.data;
}

/** Runs a function for each item, a few at a time, so that no store is flooded. */
async function inParts<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...await Promise.all(items.slice(from, from + AT_ONCE).map(run)));
  }
  return results;
}

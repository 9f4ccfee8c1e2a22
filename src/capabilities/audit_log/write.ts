/**
 * Writes entries. Each process has a chain of its own for each day, so no two of them wait for each
 * other: a hash is made after the one before it, and the writes of a chain run side by side.
 *
 * Nothing waits for a write unless the app says so. One that fails twice is a gap, which
 * `auth.audit.verify()` shows: what the entry is about has happened, and cannot be taken back.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { type HmacSha256, prepareHmacSha256 } from "../../base/crypto/hash.ts";
import { nowMs } from "../../base/time.ts";
import { EventError } from "../../errors.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
import { count } from "../../limits/rate.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { ownerOfOrg } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import type { AuditEntry } from "../../types/audit.ts";
import type { RecordStore } from "../../types/records.ts";
import type { Moments } from "../../types/topics.ts";
import { chainMac, entryHash, keyNameOf, makeDigest, makePseudonym } from "./hashes.ts";
import {
  actorParts,
  type ChainData,
  CHAINS,
  chains,
  DAY_MS,
  dayOf,
  entries,
  makeChainId,
  makeEntryId,
  organizationParts,
  ownerOfDay,
  userParts,
} from "./kinds.ts";
import { isOfDeletedUser, splitEntry } from "./personal.ts";
import { type AuditConfig, keysIn, type Settings, settingsIn } from "./settings.ts";

/** The writes of a process to a store, with one key. */
interface Writer {
  readonly records: RecordStore;
  readonly hmac: HmacSha256;
  readonly keyName: string;
  /** The chain of the day. */
  chain?: Chain;
}

/**
 * Most refusals of one name in a minute that a process stores: those that name nobody together, and
 * those of each user, or of an organization where no user is named.
 */
const PER_MINUTE = { untrusted: 300, each: 60 };

/** Most counts that a process has; the one that was used least recently is forgotten. */
const MOST_COUNTS = 1000;

/** What a process writes to a store. */
interface Writes {
  /** Times at which the counts of refusals are empty, by name and by whom they name. */
  readonly counts: Map<string, number>;
  /** Entries get their places one after the other, in the order of the events. */
  turn: Promise<unknown>;
  /** Those that run. */
  readonly running: Set<Promise<void>>;
}

/** A chain that this process writes. */
interface Chain {
  readonly id: string;
  readonly day: number;
  readonly expires: Date;
  /** Number of entries that have a place. */
  count: number;
  /** Hash of the last one. */
  hash: string;
  /** Time of the last one: a clock that is set back does not change the order. */
  at: number;
  /** Entries whose writes have not ended, and those after them. */
  readonly open: { readonly hash: string; isOver: boolean }[];
  /** What the head says: the entries before the first one that is open. */
  readonly head: { count: number; hash: string };
  /** Number of entries of the head that was written last; -1 before the first one. */
  written: number;
  /** The head as it is stored. */
  stored?: FoundRecord<ChainData> | undefined;
  /** The write of the head that runs. */
  writing?: Promise<void> | undefined;
}

const writers = new WeakMap<RecordStore, Map<string, Promise<Writer>>>();

const writes = new WeakMap<RecordStore, Writes>();

async function writerFor(records: RecordStore, key: string): Promise<Writer> {
  let known = writers.get(records);
  if (!known) writers.set(records, known = new Map());
  let writer = known.get(key);
  if (!writer) known.set(key, writer = makeWriter(records, key));
  return await writer;
}

async function makeWriter(records: RecordStore, key: string): Promise<Writer> {
  const hmac = await prepareHmacSha256(new TextEncoder().encode(key));
  const keyName = await keyNameOf(hmac);
  return { records, hmac, keyName };
}

/** Stores an entry. */
export async function hear({ config, entry }: Moments["audit.entry"]): Promise<void> {
  const known = config as AuditConfig;
  const { records } = known;
  const settings = settingsIn(known);
  let all = writes.get(records);
  if (!all) writes.set(records, all = makeWrites());
  const flood = findFlood(all, entry);
  if (flood !== undefined) {
    const message =
      `Cannot store each entry "${entry.name}" of the audit log: ${flood} in a minute`;
    rateLimitedLog(known.logger, new EventError(message), message);
    return;
  }
  const { turn, running } = all;
  const isGone = isOfDeletedUser(known, entry);
  const placed = turn.then(async () => {
    const [key] = await keysIn(known);
    const writer = await writerFor(records, key!);
    return { writer, ...await place(settings, writer, entry, await isGone) };
  });
  all.turn = placed.catch(() => {});
  const work = append(known, entry, placed);
  running.add(work);
  const over = work.then(() => void running.delete(work));
  settings.waitUntil?.(over);
  if (settings.beforeAnswer) await over;
}

function makeWrites(): Writes {
  return { counts: new Map(), turn: Promise.resolve(), running: new Set() };
}

/**
 * Who causes too many, if anybody does: any client can cause refusals, such as with made-up cookies, and
 * so can who has a credential that has ended. The store must not fill.
 */
function findFlood({ counts }: Writes, { name, userId, organization }: AuditEntry) {
  if (!name.endsWith(".refused")) return undefined;
  // Whom the entry names by itself: ids of credentials may be made up.
  const about = userId ?? organization;
  const perMinute = about === undefined ? PER_MINUTE.untrusted : PER_MINUTE.each;
  const key = about === undefined ? name : `${name} ${about}`;
  const { emptyAtMs, freeAtMs } = count(counts.get(key) ?? 0, perMinute, nowMs());
  // The last one of the map is the one that was used last.
  counts.delete(key);
  counts.set(key, emptyAtMs);
  if (counts.size > MOST_COUNTS) counts.delete(counts.keys().next().value!);
  if (freeAtMs === undefined) return undefined;
  const who = about === undefined ? "strangers cause" : "one user or organization causes";
  return `${who} more than ${perMinute}`;
}

/** Fulfilled when the entry is stored, or when its failure is logged. */
async function append(
  config: AuditConfig,
  { name }: AuditEntry,
  placed: Promise<Placed & { readonly writer: Writer }>,
): Promise<void> {
  try {
    const { writer, ...at } = await placed;
    await write(config, writer, at);
  } catch (error) {
    const what = `the entry "${name}" of the audit log: it is a gap, which \`verify\` shows`;
    report(config, what, error);
  }
}

function report({ logger }: AuditConfig, what: string, cause: unknown): void {
  const err = cause instanceof Error ? cause : new Error(String(cause));
  logger.error(new EventError(`Cannot write ${what}`, { cause: { err, event: "audit" } }));
}

async function write(config: AuditConfig, writer: Writer, placed: Placed): Promise<void> {
  const { id, chain, open, parts } = placed;
  // With the first entry: else nobody would know how many there were.
  const begins = chain.written < 0 ? writeHead(config, writer, chain) : undefined;
  try {
    await Promise.all(parts.map((add) => retryOnce(() => add(writer.records, id))));
  } finally {
    open.isOver = true;
    moveHead(chain);
    await begins;
    await writeHead(config, writer, chain);
  }
}

/** An entry with its place. */
interface Placed {
  readonly id: string;
  readonly chain: Chain;
  readonly open: Chain["open"][number];
  readonly parts: readonly ((records: RecordStore, id: string) => Promise<unknown>)[];
}

async function place(
  { maxAgeMs }: Settings,
  writer: Writer,
  entry: AuditEntry,
  isGone: boolean,
): Promise<Placed> {
  const { hmac } = writer;
  const { user, actor, main, personal } = splitEntry(entry);
  const salt = randomBase64url(16);
  const text = JSON.stringify(personal);
  const body = JSON.stringify({
    ...main,
    ...user === undefined ? {} : { user: await makePseudonym(hmac, user) },
    ...actor === undefined ? {} : { actor: await makePseudonym(hmac, actor) },
    ...user === undefined || isGone ? {} : { personal: await makeDigest(salt, text) },
  });
  const chain = chainFor(writer, entry.at.getTime(), maxAgeMs);
  const seq = chain.count;
  const prev = chain.hash;
  const id = makeEntryId(chain.at, chain.id, seq);
  const hash = await entryHash(hmac, { id, prev, body });
  chain.count++;
  chain.hash = hash;
  const open = { hash, isOver: false };
  chain.open.push(open);
  const { expires } = chain;
  const data = { chain: chain.id, seq, prev, hash, body };
  const organization = entry.organization;
  return {
    id,
    chain,
    open,
    parts: [
      (records, id) => entries.add(records, id, { userId: ownerOfDay(chain.day), expires, data }),
      ...user === undefined || isGone ? [] : [
        (records: RecordStore, id: string) =>
          userParts.add(records, id, { userId: user, expires, data: { salt, body: text } }),
      ],
      ...actor === undefined ? [] : [
        (records: RecordStore, id: string) =>
          actorParts.add(records, id, { userId: actor, expires, data: null }),
      ],
      ...organization === undefined ? [] : [
        (records: RecordStore, id: string) =>
          organizationParts.add(records, id, {
            userId: ownerOfOrg(organization),
            expires,
            data: null,
          }),
      ],
    ],
  };
}

function chainFor(writer: Writer, at: number, maxAgeMs: number): Chain {
  const time = Math.max(at, writer.chain?.at ?? 0);
  const day = dayOf(time);
  if (writer.chain?.day !== day) {
    writer.chain = {
      id: makeChainId(day, randomBase64url(12)),
      day,
      // All of a chain ends at once: what is left of it never looks like a gap.
      expires: new Date((day + 1) * DAY_MS + maxAgeMs),
      count: 0,
      hash: "",
      at: time,
      open: [],
      head: { count: 0, hash: "" },
      written: -1,
    };
  }
  writer.chain.at = time;
  return writer.chain;
}

function moveHead({ open, head }: Chain): void {
  while (open[0]?.isOver) {
    head.count++;
    head.hash = open.shift()!.hash;
  }
}

/**
 * Fulfilled when the head says what it can say now. Of many calls at once, one write follows the one
 * that runs, and has the entries of all of them; nobody waits for entries that come later.
 */
async function writeHead(config: AuditConfig, writer: Writer, chain: Chain): Promise<void> {
  const { count } = chain.head;
  if (chain.writing) await chain.writing;
  if (count > chain.written) await (chain.writing ??= putNewest(config, writer, chain));
}

async function putNewest(config: AuditConfig, writer: Writer, chain: Chain): Promise<void> {
  try {
    await putHead(writer, chain);
  } catch (error) {
    report(config, "the head of the audit log: the next entry writes it", error);
  } finally {
    chain.writing = undefined;
  }
}

async function putHead({ records, hmac, keyName: key }: Writer, chain: Chain): Promise<void> {
  const { count, hash } = chain.head;
  const { id, expires, stored } = chain;
  const data = { key, count, hash, mac: await chainMac(hmac, { id, count, hash }) };
  const value = { userId: CHAINS, expires, data };
  const put = await retryOnce(() => chains.put(records, id, value, stored ?? null));
  chain.stored = put ?? await chains.get(records, id) ?? undefined;
  if (!put) throw new Error("another program has changed or removed it");
  chain.written = count;
}

/** Waits until the entries that this process has now are stored: further ones may never end. */
export async function flush(records: RecordStore): Promise<void> {
  await Promise.all(writes.get(records)?.running ?? []);
}

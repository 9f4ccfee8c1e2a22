/**
 * Compares the hashes of the log. It reads a day at a time, the newest entry of each chain first, and
 * holds the hash that the next one must have.
 *
 * What it cannot see: a chain that was removed with its head, an older head or an older copy of the store,
 * unless heads were kept elsewhere; and the part of a user, which a deletion removes rightly.
 *
 * @module
 */

import { type HmacSha256, isEqual, prepareHmacSha256 } from "../../base/crypto/hash.ts";
import { nowMs } from "../../base/time.ts";
import type { FoundRecord } from "../../records/kind.ts";
import type { Json, RecordStore } from "../../types/records.ts";
import { chainMac, entryHash, keyNameOf, makeDigest, makePseudonym } from "./hashes.ts";
import {
  afterDay,
  beforeDay,
  type ChainData,
  CHAINS,
  chains,
  DAY_MS,
  dayOf,
  dayOfChain,
  entries,
  type EntryData,
  makeEntryId,
  ownerOfDay,
  timeOfEntry,
} from "./kinds.ts";
import { readParts } from "./read.ts";
import { type AuditConfig, keysIn, settingsIn } from "./settings.ts";
import type { AuditFault, AuditHead, AuditQuery, AuditVerification } from "./typed.ts";

/** Entries that are read at once. */
const PAGE = 200;

/** Faults that are told. */
const MOST_FAULTS = 100;

/** Milliseconds before its end after which a chain is not compared: its records end one by one. */
const MARGIN_MS = 60_000;

/** Most characters of what a fault repeats. */
const MOST_CHARACTERS = 64;

/** A chain that is compared. */
interface Compared {
  readonly head: ChainData;
  readonly hmac: HmacSha256;
  /** Place of the entry that was read last; the number of entries of the head before. */
  seen: number;
  /** Hash that the next older entry must have. */
  wanted: string | undefined;
  /** Hashes at the ends of heads that were kept elsewhere, by place. */
  readonly kept: Map<number, string>;
}

/** A comparison of the log. */
interface Pass {
  readonly records: RecordStore;
  readonly macs: ReadonlyMap<string, HmacSha256>;
  readonly faults: AuditFault[];
  readonly unverifiable: string[];
  readonly heads: AuditHead[];
  readonly kept: ReadonlyMap<string, readonly AuditHead[]>;
  entries: number;
}

/** Compares the days that are wanted. */
export async function verifyLog(
  config: AuditConfig,
  { from, to }: Pick<AuditQuery, "from" | "to">,
  heads: readonly AuditHead[],
): Promise<AuditVerification> {
  const { records } = config;
  const macs = new Map<string, HmacSha256>();
  for (const key of await keysIn(config)) {
    const hmac = await prepareHmacSha256(new TextEncoder().encode(key));
    macs.set(await keyNameOf(hmac), hmac);
  }
  const kept = new Map<string, AuditHead[]>();
  for (const head of heads) kept.set(head.chain, [...kept.get(head.chain) ?? [], head]);
  const pass: Pass = { records, macs, faults: [], unverifiable: [], heads: [], kept, entries: 0 };
  const oldest = from ? dayOf(from.getTime()) : 0;
  // Another process may have a clock that is ahead; no later day has an entry.
  const newest = Math.min(dayOf(to ? Math.max(to.getTime() - 1, 0) : nowMs()), dayOf(nowMs()) + 1);
  // Also days whose heads are gone, as far back as entries are stored.
  const since = Math.max(oldest, dayOf(nowMs() - settingsIn(config).maxAgeMs) - 1);
  for (let day: number | undefined = newest; day !== undefined && day >= oldest;) {
    await verifyDay(pass, day);
    day = day > since ? day - 1 : await earlierDay(records, day);
  }
  for (const chain of kept.keys()) {
    const day = dayOfChain(chain);
    const isStored = (day + 1) * DAY_MS + settingsIn(config).maxAgeMs - MARGIN_MS > nowMs();
    const isWanted = isStored && day >= oldest && day <= newest;
    if (isWanted && !await chains.get(records, chain)) findFault(pass, "older", chain, 0);
  }
  const { faults, unverifiable } = pass;
  return {
    ok: faults.length === 0 && unverifiable.length === 0,
    entries: pass.entries,
    faults,
    unverifiable,
    heads: pass.heads,
  };
}

/** The next earlier day that has a chain. */
async function earlierDay(records: RecordStore, day: number): Promise<number | undefined> {
  const [chain] = await chains.list(records, CHAINS, { after: afterDay(day), limit: 1 });
  return chain && dayOfChain(chain.id);
}

function findFault(
  { faults }: Pass,
  kind: AuditFault["kind"],
  chain: string,
  first: number,
  last = first,
): void {
  if (faults.length < MOST_FAULTS) faults.push({ kind, chain, first, last });
}

async function verifyDay(pass: Pass, day: number): Promise<void> {
  const { records } = pass;
  // First: a head says only what was written before.
  const compared = await readChains(pass, day);
  const unknown = new Set<string>();
  let after: string | undefined;
  do {
    const page = await entries.list(records, ownerOfDay(day), {
      ...after === undefined ? {} : { after },
      limit: PAGE,
    });
    for (const entry of page) {
      const chain = compared.get(entry.data.chain);
      if (chain) await verifyEntry(pass, chain, entry);
      else await findUnknown(pass, unknown, entry);
    }
    after = page.length < PAGE ? undefined : page.at(-1)!.id;
  } while (after !== undefined);
  for (const [id, chain] of compared) {
    if (chain.seen > 0) findFault(pass, "missing", id, 0, chain.seen - 1);
  }
}

async function readChains(pass: Pass, day: number): Promise<Map<string, Compared>> {
  const { records, macs } = pass;
  const compared = new Map<string, Compared>();
  let after: string | undefined = beforeDay(day);
  do {
    const page: FoundRecord<ChainData>[] = await chains.list(records, CHAINS, {
      after,
      limit: PAGE,
    });
    for (const { id, data, expires } of page) {
      if (dayOfChain(id) !== day) return compared;
      if (expires && expires.getTime() - MARGIN_MS < nowMs()) continue;
      const hmac = macs.get(data.key);
      if (!hmac) {
        pass.unverifiable.push(id);
        continue;
      }
      const { count, hash } = data;
      if (!isSame(data.mac, await chainMac(hmac, { id, count, hash }))) {
        findFault(pass, "changed", id, count);
        continue;
      }
      pass.heads.push({ chain: id, count, hash });
      const kept = pass.kept.get(id) ?? [];
      for (const one of kept) {
        if (one.count > count) findFault(pass, "older", id, count, one.count - 1);
      }
      compared.set(id, {
        head: data,
        hmac,
        seen: count,
        wanted: hash,
        kept: new Map(kept.map((one) => [one.count - 1, one.hash])),
      });
    }
    after = page.length < PAGE ? undefined : page.at(-1)!.id;
  } while (after !== undefined);
  return compared;
}

async function findUnknown(
  { records, unverifiable, ...rest }: Pass,
  known: Set<string>,
  { data: { chain: stored, seq } }: FoundRecord<EntryData>,
): Promise<void> {
  const chain = String(stored).slice(0, MOST_CHARACTERS);
  if (known.has(chain) || unverifiable.includes(chain)) return;
  known.add(chain);
  // It may have begun since the heads were read.
  if (await chains.get(records, chain)) return;
  findFault({ records, unverifiable, ...rest }, "unknown-chain", chain, 0, seq);
}

async function verifyEntry(
  pass: Pass,
  chain: Compared,
  { id, data }: FoundRecord<EntryData>,
): Promise<void> {
  const { chain: name, seq, prev, hash, body } = data;
  pass.entries++;
  const isOwn = id === makeEntryId(timeOfEntry(id), name, seq) &&
    isSame(hash, await entryHash(chain.hmac, { id, prev, body }));
  if (!isOwn || !await arePartsOwn(pass.records, chain.hmac, id, body)) {
    findFault(pass, "changed", name, seq);
  }
  const kept = chain.kept.get(seq);
  if (kept !== undefined && !isSame(kept, hash)) findFault(pass, "older", name, seq);
  // What the head does not count yet may still be on its way.
  if (!(seq < chain.head.count)) return;
  if (seq >= chain.seen) return findFault(pass, "changed", name, seq);
  if (seq < chain.seen - 1) findFault(pass, "missing", name, seq + 1, chain.seen - 1);
  else if (isOwn && chain.wanted !== undefined && !isSame(chain.wanted, hash)) {
    findFault(pass, "changed", name, seq);
  }
  chain.seen = seq;
  chain.wanted = isOwn ? prev : undefined;
}

/** Compares what a record says, which may be anything. */
function isSame(stored: unknown, wanted: string): boolean {
  return typeof stored === "string" && isEqual(stored, wanted);
}

/** Compares what belongs to the user and to the actor with the entry, as far as it is there. */
async function arePartsOwn(
  records: RecordStore,
  hmac: HmacSha256,
  id: string,
  body: string,
): Promise<boolean> {
  const { user, actor: acted, personal } = parse(body);
  if (user === undefined && acted === undefined) return true;
  const parts = await readParts(records, id);
  const isOwned = async (part: FoundRecord<Json> | null, pseudonym: Json | undefined) =>
    part === null ||
    part.owner !== undefined && isSame(String(pseudonym), await makePseudonym(hmac, part.owner));
  return await isOwned(parts.user, user) && await isOwned(parts.actor, acted) &&
    (parts.user === null ||
      isSame(String(personal), await makeDigest(parts.user.data.salt, parts.user.data.body)));
}

function parse(body: string): { readonly [name: string]: Json } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

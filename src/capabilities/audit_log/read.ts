/**
 * Reads entries, the newest first. Lists of a user, of an actor, of an organization and of a day are
 * read from where a page begins, so a page costs the same in a log of any length.
 *
 * @module
 */

import { withoutUndefined } from "../../base/objects.ts";
import { loadPart } from "../../hooks/topics.ts";
import type { FoundRecord, RecordKind } from "../../records/kind.ts";
import { ownerOfOrg } from "../../records/owner.ts";
import type { RecordReader, ResolvedConfig } from "../../types/internal.ts";
import type { Json, RecordStore } from "../../types/records.ts";
import {
  actorParts,
  beforeDay,
  beforeTime,
  CHAINS,
  chains,
  DAY_MS,
  dayOf,
  dayOfChain,
  entries,
  type EntryData,
  organizationParts,
  ownerOfDay,
  timeOfEntry,
  type UserData,
  userParts,
} from "./kinds.ts";
import { flush } from "./write.ts";
import type { AuditQuery, StoredAuditEntry } from "./typed.ts";

/** Entries that are read at once. */
const PAGE = 200;

/** Entries that one page compares with a filter: for a function of the app, and for a visitor. */
export const MOST_COMPARED = { function: 1000, visitor: 200 } as const;

/** Days without the entries that are wanted which one page passes. */
const MOST_DAYS = 31;

/** A page of the entries that match. */
export interface FoundPage {
  readonly entries: readonly StoredAuditEntry[];
  /** Id after which the next page begins; `undefined` at the end. */
  readonly next: string | undefined;
}

/** Ids of entries by owner, in lists of one kind. */
interface Source {
  readonly kind: RecordKind<string, Json>;
  readonly owner: string;
}

/** Returns `true` for an entry of which a reader is not to learn yet. */
export type IsHidden = (entry: StoredAuditEntry) => Promise<boolean>;

/**
 * Entries that neither users nor owners of organizations see yet: those of an operator who acts for
 * the user, while an email is to tell of it first.
 */
export function hiddenIn(config: ResolvedConfig): IsHidden {
  return async ({ via, sessionId }) =>
    via === "operator" && sessionId !== undefined &&
    await (await loadPart(config, "acting"))?.isPutOff(config, sessionId) === true;
}

/** Reads a page. */
export async function readPage(
  records: RecordStore,
  query: AuditQuery,
  limit: number,
  begin: string | undefined,
  { most = MOST_COMPARED.function, isHidden = () => Promise.resolve(false) }: {
    readonly most?: number;
    readonly isHidden?: IsHidden | undefined;
  } = {},
): Promise<FoundPage> {
  const from = query.from?.getTime() ?? 0;
  const source = sourceOf(query);
  const found: StoredAuditEntry[] = [];
  let cursor = begin ?? (query.to ? beforeTime(query.to.getTime()) : undefined);
  let compared = 0;
  for (let days = 0; compared < most && days < MOST_DAYS;) {
    const day = source ? undefined : await dayAt(records, cursor);
    if (!source && day === undefined) return { entries: found, next: undefined };
    const list = source ?? { kind: entries as RecordKind<string, Json>, owner: ownerOfDay(day!) };
    const wanted = Math.min(PAGE, isFiltered(query) ? PAGE : limit - found.length);
    const page = await list.kind.list(records, list.owner, {
      ...cursor === undefined ? {} : { after: cursor },
      limit: wanted,
    });
    const inTime = page.filter(({ id }) => timeOfEntry(id) >= from);
    for (const { id, entry } of await readAll(records, inTime)) {
      compared++;
      cursor = id;
      if (entry && matches(entry, query) && !await isHidden(entry)) found.push(entry);
      if (found.length === limit) return { entries: found, next: cursor };
    }
    if (inTime.length < page.length) return { entries: found, next: undefined };
    if (page.length === wanted) continue;
    if (day === undefined || day === 0) return { entries: found, next: undefined };
    // The day before ends with its last millisecond.
    cursor = beforeTime(day * DAY_MS);
    days++;
  }
  return { entries: found, next: cursor };
}

function sourceOf({ userId, actor, organizationId }: AuditQuery): Source | undefined {
  if (userId !== undefined) return { kind: userParts as RecordKind<string, Json>, owner: userId };
  if (actor !== undefined) return { kind: actorParts, owner: actor };
  if (organizationId !== undefined) {
    return { kind: organizationParts, owner: ownerOfOrg(organizationId) };
  }
}

/** The day of the next entries: days without any have no chain. */
async function dayAt(
  records: RecordStore,
  cursor: string | undefined,
): Promise<number | undefined> {
  const after = cursor === undefined
    ? undefined
    : beforeDay(dayOf(Math.max(timeBefore(cursor), 0)));
  const [chain] = await chains.list(records, CHAINS, {
    ...after === undefined ? {} : { after },
    limit: 1,
  });
  return chain && dayOfChain(chain.id);
}

/** The newest time that can follow a cursor, which is an id, or the end of a time. */
function timeBefore(cursor: string): number {
  return cursor.endsWith("/") ? timeOfEntry(cursor) - 1 : timeOfEntry(cursor);
}

function isFiltered({ userId, actor, organizationId, name }: AuditQuery): boolean {
  return name !== undefined ||
    [userId, actor, organizationId].filter((one) => one !== undefined).length > 1;
}

function matches(
  entry: StoredAuditEntry,
  { userId, actor: by, organizationId, name }: AuditQuery,
): boolean {
  return (userId === undefined || entry.userId === userId) &&
    (by === undefined || entry.actor === by) &&
    (organizationId === undefined || entry.organization === organizationId) &&
    (name === undefined || [name].flat().includes(entry.name));
}

async function readAll(
  records: RecordStore,
  page: readonly FoundRecord<Json>[],
): Promise<{ readonly id: string; readonly entry: StoredAuditEntry | undefined }[]> {
  return await Promise.all(page.map(async (found) => {
    const { id } = found;
    const isEntry = (found.data as Partial<EntryData> | null)?.seq !== undefined;
    const main = isEntry ? found as FoundRecord<EntryData> : await entries.get(records, id);
    return { id, entry: main ? await toEntry(records, main) : undefined };
  }));
}

/** An entry with its parts; `undefined` for one that nobody can read. */
async function toEntry(
  records: RecordStore,
  { id, data: { body } }: FoundRecord<EntryData>,
): Promise<StoredAuditEntry | undefined> {
  const main = parse(body);
  if (!main) return undefined;
  const { at, user, actor: acted, personal, ...facts } = main;
  const [own, by] = await Promise.all([
    personal === undefined ? null : userParts.get(records, id),
    acted === undefined ? null : actorParts.get(records, id),
  ]);
  return {
    address: null,
    device: null,
    ...facts,
    ...own ? { ...parse(own.data.body), userId: own.owner } : {},
    ...by ? { actor: by.owner } : {},
    ...user === undefined ? {} : { pseudonym: user },
    ...acted === undefined ? {} : { actorPseudonym: acted },
    id,
    at: new Date(Number(at)),
  } as StoredAuditEntry;
}

/** An object of a record, which somebody may have changed. */
function parse(text: string): Record<string, Json> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The entries about a user, for the copy of the user's data. It names no other person, operators by
 * their common name, and not why one acted for the user.
 */
export async function listOfUser(
  reader: RecordReader,
  userId: string,
): Promise<{ readonly data: Json }[]> {
  const { config } = reader;
  // The log exists with them alone.
  const records = config.records!;
  await flush(records);
  const found: { readonly data: Json }[] = [];
  const actorName = (await loadPart(config, "acting"))?.nameFor(reader);
  for await (const entry of listEntries(records, { userId }, hiddenIn(config))) {
    const { pseudonym: _, actorPseudonym: _actor, actor, note, at, ...rest } = entry;
    const shown = {
      ...actor === undefined || actor === entry.userId ? { actor } : {},
      ...entry.via === "operator" ? { actorName } : {},
      ...entry.name === "acting.started" ? {} : { note },
    };
    found.push({
      data: withoutUndefined({ ...rest, ...shown, at: at.toISOString() }) as unknown as Json,
    });
  }
  return found;
}

/** All entries that match, a page at a time. */
export async function* listEntries(
  records: RecordStore,
  query: AuditQuery,
  isHidden?: IsHidden,
): AsyncGenerator<StoredAuditEntry> {
  let next: string | undefined;
  do {
    const page = await readPage(records, query, PAGE, next, { isHidden });
    yield* page.entries;
    next = page.next;
  } while (next !== undefined);
}

/** The parts of an entry as they are stored. */
export async function readParts(
  records: RecordStore,
  id: string,
): Promise<{ user: FoundRecord<UserData> | null; actor: FoundRecord<null> | null }> {
  const [user, by] = await Promise.all([userParts.get(records, id), actorParts.get(records, id)]);
  return { user, actor: by };
}

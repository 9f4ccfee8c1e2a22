/**
 * Messages that must arrive. Each is a record, written with the change that it tells of, so it outlives
 * the process. It is sent at least once, and those of one stream, such as those about one user, in their
 * order to each receiver. What fails is tried again after growing pauses; after a day, it is given up.
 *
 * Nothing waits for a message: it is sent after the answer, and what is left over is found by a later
 * request of any process, or by a schedule of the app.
 *
 * @module
 */

import { msFromNow, nowMs } from "../base/time.ts";
import { defineKind, type FoundRecord } from "../records/kind.ts";
import { ownerOfOutbox } from "../records/owner.ts";
import type { Json, RecordPage, RecordStore } from "../types/records.ts";

/** A message that waits. */
export type Waiting<Body extends Json = Json> = {
  receiver: string;
  stream: string;
  body: Body;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Tries so far. */
  attempts: number;
  /** Time before which nobody tries: a try that runs, or the pause after one. */
  dueAt: number;
};

/** What a message says, and to whom. */
export interface Message<Body extends Json> {
  /** Milliseconds since 1970: its place in the stream. */
  readonly at: number;
  /** What makes it unique at that time: the same message is kept once. */
  readonly key: string;
  /** Who gets it. */
  readonly receiver: string;
  /** Messages of one stream arrive in their order. */
  readonly stream: string;
  /** What it says. */
  readonly body: Body;
}

/** What sends, and what learns of failures. */
export interface Sender<Body extends Json> {
  /** Sends a message; fulfilled when it has arrived, or is of no use any more. */
  send(body: Body, id: string): Promise<void>;
  /** Called for the first failure of a receiver in a pass, and for each message that is given up. */
  failed(receiver: string, error: unknown, isFinal: boolean): void | Promise<void>;
}

/** An outbox. */
export interface Outbox<Body extends Json> {
  /** Keeps a message; `false` when it was kept before. */
  add(records: RecordStore, message: Message<Body>): Promise<boolean>;
  /**
   * Sends what is due, after a pass of this process that runs.
   *
   * @returns number of messages that arrived
   */
  deliver(records: RecordStore, sender: Sender<Body>): Promise<number>;
  /** Moves what was given up back, so that it is sent again for a day. */
  retryUndelivered(records: RecordStore): Promise<void>;
  /** The same for one message; `false` when there is none with the id. */
  retryOne(records: RecordStore, id: string): Promise<boolean>;
  /** Lists what was given up, the oldest first. */
  listUndelivered(records: RecordStore, page: RecordPage): Promise<FoundRecord<Waiting>[]>;
  /** Sends after the answer to the request. Of many calls, one pass follows. */
  wake(records: RecordStore, sender: Sender<Body>): void;
  /** The same, where this process has not looked for a while. */
  look(records: RecordStore, sender: Sender<Body>): void;
}

/** Messages that are read at once. */
const PAGE = 200;

/** Streams that are sent at once. */
const AT_ONCE = 8;

/** Failures of a receiver in a row after which a pass tries no further ones. */
const MAX_FAILURES = 3;

/** Milliseconds for which a try has a message alone: no request takes nearly as long. */
const CLAIM_MS = 60_000;

/** First and longest pause between two tries, in milliseconds: each is twice as long as the one before. */
const PAUSE_MS = { first: 30_000, longest: 60 * 60_000 };

/** Milliseconds after which a message that does not arrive is given up. */
const PATIENCE_MS = 24 * 60 * 60_000;

/** Milliseconds for which it is kept then. */
const UNDELIVERED_MS = 30 * 24 * 60 * 60_000;

/** Milliseconds between two looks of a process that has nothing to send itself. */
const LOOK_EVERY_MS = 30_000;

/** Digits of the time in an id, in base 36. */
const DIGITS = 9;

/** By time and key; the owner is the outbox. */
export const messages = defineKind<string, Waiting>("outbox", (id) => id);

/** Those that did not arrive, by the same ids. */
export const undelivered = defineKind<string, Waiting>("outbox.undelivered", (id) => id);

/** What a process does for an outbox. */
interface Work {
  lookedAt: number;
  /** When a pass was planned that has not begun; `-Infinity` without one. */
  plannedAt: number;
  /** The last pass; it has no failure. */
  running: Promise<unknown>;
  /** When it began. */
  begunAt: number;
}

const works = new WeakMap<RecordStore, Map<string, Work>>();

function findWork(records: RecordStore, name: string): Work {
  let known = works.get(records);
  if (!known) works.set(records, known = new Map());
  let work = known.get(name);
  if (!work) {
    known.set(
      name,
      work = {
        ...{ lookedAt: -Infinity, plannedAt: -Infinity, begunAt: -Infinity },
        running: Promise.resolve(),
      },
    );
  }
  return work;
}

/** Defines an outbox. No other one has its name. */
export function defineOutbox<Body extends Json>(name: string): Outbox<Body> {
  const owner = ownerOfOutbox(name);
  const outbox: Outbox<Body> = {
    async add(records, { at, key, receiver, stream, body }) {
      const id = `${at.toString(36).padStart(DIGITS, "0")}.${key}`;
      const data = { receiver, stream, body, createdAt: at, attempts: 0, dueAt: 0 };
      return await messages.add(records, id, { userId: owner, expires: null, data });
    },
    async deliver(records, sender) {
      const work = findWork(records, name);
      await ended(work);
      const pass = deliver(records, owner, sender as Sender<Json>);
      work.begunAt = nowMs();
      work.running = pass.catch(() => {});
      return await pass;
    },
    async retryUndelivered(records) {
      for await (const found of undelivered.listAll(records, owner)) {
        await retry(records, owner, found);
      }
    },
    async retryOne(records, id) {
      const found = await undelivered.get(records, id);
      if (found?.owner !== owner) return false;
      await retry(records, owner, found);
      return true;
    },
    listUndelivered: async (records, page) => await undelivered.list(records, owner, page),
    wake(records, sender) {
      const work = findWork(records, name);
      work.lookedAt = nowMs();
      // A platform can drop what a request has planned when the request ends.
      if (nowMs() - work.plannedAt < CLAIM_MS) return;
      work.plannedAt = nowMs();
      setTimeout(async () => {
        await ended(work);
        work.plannedAt = -Infinity;
        await outbox.deliver(records, sender).catch((error) => sender.failed("", error, false));
      });
    },
    look(records, sender) {
      if (nowMs() - findWork(records, name).lookedAt >= LOOK_EVERY_MS) outbox.wake(records, sender);
    },
  };
  return outbox;
}

/**
 * Waits for the last pass of this process, which has messages alone. One that a platform has dropped
 * does not end: what it had is due once more when its claim is over, and nobody waits longer.
 */
async function ended({ running, begunAt }: Work): Promise<void> {
  const left = begunAt + CLAIM_MS - nowMs();
  if (left <= 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lost = new Promise<void>((resolve) => timer = setTimeout(resolve, left));
  await Promise.race([running, lost]);
  clearTimeout(timer);
}

/** Moves a message back: it is added first, so that a process that stops between both loses none. */
async function retry(
  records: RecordStore,
  owner: string,
  { id, data }: FoundRecord<Waiting>,
): Promise<void> {
  const next = { ...data, createdAt: nowMs(), attempts: 0, dueAt: 0 };
  await messages.add(records, id, { userId: owner, expires: null, data: next });
  await undelivered.take(records, id);
}

/** A pass over an outbox. */
interface Pass {
  readonly records: RecordStore;
  readonly owner: string;
  readonly sender: Sender<Json>;
  /** Streams whose first message waits: none overtakes it. */
  readonly blocked: Set<string>;
  /** Failures in a row, by receiver. */
  readonly failures: Map<string, number>;
  arrived: number;
}

async function deliver(
  records: RecordStore,
  owner: string,
  sender: Sender<Json>,
): Promise<number> {
  const blocked = new Set<string>();
  const pass: Pass = { records, owner, sender, blocked, failures: new Map(), arrived: 0 };
  let after: string | undefined;
  do {
    const page = await messages.list(records, owner, { after, limit: PAGE });
    await sendPage(pass, page);
    after = page.length < PAGE ? undefined : page.at(-1)!.id;
  } while (after !== undefined);
  return pass.arrived;
}

async function sendPage(pass: Pass, page: readonly FoundRecord<Waiting>[]): Promise<void> {
  const streams = new Map<string, FoundRecord<Waiting>[]>();
  for (const message of page) {
    const name = JSON.stringify([message.data.receiver, message.data.stream]);
    streams.set(name, [...streams.get(name) ?? [], message]);
  }
  const rest = [...streams];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await sendStream(pass, ...next);
  }));
}

async function sendStream(
  pass: Pass,
  name: string,
  stream: readonly FoundRecord<Waiting>[],
): Promise<void> {
  for (const message of stream) {
    const isDown = (pass.failures.get(message.data.receiver) ?? 0) >= MAX_FAILURES;
    if (pass.blocked.has(name) || isDown) return;
    if (!await sendOne(pass, message)) pass.blocked.add(name);
  }
}

/** @returns `false` when it still waits, or another process has it */
async function sendOne(
  pass: Pass,
  message: FoundRecord<Waiting>,
): Promise<boolean> {
  const { records, owner, sender, failures } = pass;
  const { id, data } = message;
  if (data.dueAt > nowMs()) return false;
  const value = (dueAt: number) => ({
    userId: owner,
    expires: null,
    data: { ...data, attempts: data.attempts + 1, dueAt },
  });
  // Of all processes, one gets it.
  const claimed = await messages.put(records, id, value(nowMs() + CLAIM_MS), message);
  if (!claimed) return false;
  const { receiver, createdAt, attempts } = claimed.data;
  try {
    await sender.send(data.body, id);
  } catch (error) {
    const count = (failures.get(receiver) ?? 0) + 1;
    failures.set(receiver, count);
    // An app that was stopped for days has tried nothing meanwhile.
    const isOver = attempts > 1 && nowMs() - createdAt >= PATIENCE_MS;
    if (isOver || count === 1) await sender.failed(receiver, error, isOver);
    if (!isOver) {
      await messages.replace(records, id, value(nowMs() + pauseAfter(attempts)), claimed);
      return false;
    }
    const expires = msFromNow(UNDELIVERED_MS);
    await undelivered.add(records, id, { userId: owner, expires, data: claimed.data });
    await messages.take(records, id);
    return true;
  }
  failures.delete(receiver);
  await messages.take(records, id);
  pass.arrived++;
  return true;
}

function pauseAfter(attempts: number): number {
  return Math.min(PAUSE_MS.first * 2 ** (attempts - 1), PAUSE_MS.longest);
}

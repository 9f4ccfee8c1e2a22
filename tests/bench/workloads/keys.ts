/**
 * `authenticate()` for requests with API keys, in a store with few and with many of them, over the
 * least that such a check can be: a SHA-256, and two reads.
 *
 * @module
 */

import { assert } from "@std/assert";
import { createHash } from "node:crypto";
import type { SqliteAdapter } from "../../../adapters/sqlite.ts";
import { type KeyData, keys } from "../../../src/capabilities/keys/kinds.ts";
import { ApiKeys } from "../../../src/capabilities/keys/mod.ts";
import { newKeyId, parseKey } from "../../../src/capabilities/keys/format.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import { hashedId } from "../../../src/records/kind.ts";
import { anchors } from "../../../src/session/anchor.ts";
import { ORIGIN } from "../_browser.ts";
import { openStore, type Store, userOf } from "../_stores.ts";
import { atRandom } from "../_users.ts";
import { NO_REQUEST, type Prepare, type Workload } from "../_workload.ts";
import { COMMON } from "../subjects/mod.ts";

/** Contenders: the floor, the two reads through a store of records, and two sizes of the store. */
export type KeyContender = "floor" | "reads" | "few" | "many";

const FEW = 1_000;
const MANY = 1_000_000;

/** People, of whom each has the same number of keys. */
const PEOPLE = 100;

/** Keys that are written in one transaction. */
const CHUNK = 10_000;

const PREFIX = "bench";

/** A key as its client has it, and the user whose it is. */
interface Known {
  readonly secret: string;
  readonly userId: string;
}

function createApp(store: Store) {
  return defineAuth({
    ...COMMON,
    providers: [],
    adapter: store.adapter,
    session: { strategy: "jwt", revocation: {} },
    keys: ApiKeys({ prefix: PREFIX, scopes: ["project:read"] }),
  });
}

/** Keys that were made by the app, and as many others as the store is to have. */
async function fill(
  auth: ReturnType<typeof createApp>,
  store: Store,
  count: number,
): Promise<readonly Known[]> {
  await store.fill(Array.from({ length: PEOPLE }, (_, index) => userOf(index)), []);
  const known: Known[] = [];
  for (let index = 0; index < FEW; index++) {
    const userId = userOf(index % PEOPLE).id;
    const made = await auth.keys.createFor(userId, { name: "bench", scopes: "all" });
    assert(made.ok);
    known.push({ secret: made.secret, userId });
  }
  const { records } = store.adapter;
  const database = (store.adapter as Partial<ReturnType<typeof SqliteAdapter>>).database;
  const [first] = await keys.list(records, known[0]!.userId, { limit: 1 });
  for (let start = FEW; start < count; start += CHUNK) {
    database?.exec("BEGIN");
    for (let index = start; index < Math.min(start + CHUNK, count); index++) {
      const id = newKeyId();
      const userId = userOf(index % PEOPLE).id;
      const data: KeyData = {
        ...first!.data,
        hash: createHash("sha256").update(id).digest("base64url"),
        owner: { kind: "user", id: userId },
      };
      await keys.add(records, id, { userId, expires: first!.expires, data });
    }
    database?.exec("COMMIT");
  }
  return known;
}

function authenticating(kind: "memory" | "sqlite", size: "few" | "many"): Prepare {
  return async ({ quick }) => {
    const store = await openStore(kind);
    const auth = createApp(store);
    const count = size === "few" ? FEW : quick ? 3 * FEW : MANY;
    const known = await fill(auth, store, count);
    const next = atRandom(known);
    const requestFor = ({ secret }: Known) =>
      new Request(`${ORIGIN}/api`, { headers: { authorization: `Bearer ${secret}` } });
    const run = async (request: Request) => {
      const who = await auth.authenticate(request, { accept: ["key"] });
      assert(who.ok);
    };
    // The first use of a key is noted, and then one in five minutes.
    for (const one of known) await run(requestFor(one));
    return { request: () => requestFor(next()), run, close: () => store.close() };
  };
}

/** What the two reads of a check find. */
interface Found {
  readonly hash: string;
  readonly anchor: string | null;
  readonly present: string | undefined;
}

/** The two reads, of a key and of the anchor of its user. */
type Read = (id: string, userId: string) => Promise<Found> | Found;

/** A check without the rest: a SHA-256, and two reads. */
function checking(
  kind: "memory" | "sqlite",
  reader: (store: Store, known: readonly Known[]) => Promise<Read> | Read,
): Prepare {
  return async () => {
    const store = await openStore(kind);
    const known = await fill(createApp(store), store, FEW);
    const read = await reader(store, known);
    const next = atRandom(known.map((one) => ({ ...one, ...parseKey(PREFIX, one.secret)! })));
    const run = async () => {
      const { id, secret, userId } = next();
      const { hash, anchor, present } = await read(id, userId);
      assert(createHash("sha256").update(secret).digest("base64url") === hash);
      assert(anchor === present);
    };
    await run();
    return { request: () => NO_REQUEST, run, close: () => store.close() };
  };
}

/** Through the store of records, as `authenticate()` reads. */
const throughRecords = ({ adapter: { records } }: Store): Read => async (id, userId) => {
  const [found, anchor] = [await keys.get(records, id), await anchors.get(records, userId)];
  return { hash: found!.data.hash, anchor: found!.data.anchor, present: anchor?.data.id };
};

/** Maps of objects: nothing is parsed, and nothing awaited. */
async function bareMemory({ adapter: { records } }: Store, known: readonly Known[]): Promise<Read> {
  const rows = new Map<string, KeyData>();
  const present = new Map<string, string>();
  for (const { secret, userId } of known) {
    const { id } = parseKey(PREFIX, secret)!;
    rows.set(id, (await keys.get(records, id))!.data);
    present.set(userId, (await anchors.get(records, userId))!.data.id);
  }
  return (id, userId) => {
    const { hash, anchor } = rows.get(id)!;
    return { hash, anchor, present: present.get(userId) };
  };
}

/** One prepared statement, twice. */
async function bareSqlite({ adapter }: Store, known: readonly Known[]): Promise<Read> {
  const { database } = adapter as unknown as ReturnType<typeof SqliteAdapter>;
  const statement = database.prepare(
    "SELECT data, expires FROM auth_records WHERE kind = ? AND id = ?",
  );
  const ids = new Map<string, string>();
  for (const { userId } of known) {
    if (!ids.has(userId)) ids.set(userId, await hashedId("anchor of user")(userId));
  }
  const read = (kind: string, id: string) => {
    const { data } = statement.get(kind, id) as { data: string };
    return JSON.parse(data);
  };
  return (id, userId) => {
    const { hash, anchor } = read("key", id) as KeyData;
    return { hash, anchor, present: read("anchor", ids.get(userId)!).id };
  };
}

/** A workload with the greatest ratios of its contenders. */
export interface KeyWorkload extends Workload<KeyContender> {
  /** Of a check in the small store to the reads alone. */
  readonly overReads: number;
}

function checksOn(
  kind: "memory" | "sqlite",
  label: string,
  bare: (store: Store, known: readonly Known[]) => Promise<Read>,
  overReads: number,
): KeyWorkload {
  return {
    id: `keys-${kind}`,
    label: `check of an API key, ${label}`,
    targets: {},
    overReads,
    contenders: {
      floor: checking(kind, bare),
      reads: checking(kind, throughRecords),
      few: authenticating(kind, "few"),
      many: authenticating(kind, "many"),
    },
  };
}

/** Microseconds of a check: 40,000 in a second. */
export const MOST_MICROSECONDS = 25;

/** A million keys against a thousand: the tree of the index is deeper. */
export const MOST_GROWTH = 1.5;

export const keyChecks: readonly KeyWorkload[] = [
  checksOn("memory", "memory", bareMemory, 5),
  checksOn("sqlite", "SQLite file", bareSqlite, 3),
];

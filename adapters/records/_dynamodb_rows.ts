/**
 * Rows of records in a table of DynamoDB. A row that has an owner is there twice: by its id, and in
 * the partition of the owner, which is its list. Both are written by one transaction.
 *
 * @module
 */

import { sha256Hex } from "../../src/base/crypto/hash.ts";
import { AdapterError } from "../../src/errors.ts";
import {
  type AttributeValue,
  type Dynamo,
  type DynamoDBSender,
  dynamoOf,
  type Item,
  type Written,
} from "../_dynamodb_client.ts";
import { pauseFor } from "../_pause.ts";
import { compareCodePoints } from "./_memory_rows.ts";
import { type FoundRow, isLive, type RecordRow, type RecordRows } from "./_store.ts";

/** Code points of an id that a sort key has; with 64 bytes of kind and a hash, 1024 bytes at most. */
const MOST_READABLE = 220;

/** Records that one transaction removes: two actions each, with less than 4 MB together. */
const MOST_DELETED = 50;

/** Tries of a change that others make at the same time. */
const MAX_TRIES = 100;

/** Longest pause between them, in milliseconds. */
const LONGEST_PAUSE_MS = 100;

/** Items that a query reads at least: some may have expired. */
const MIN_LISTED = 25;

/** Seconds that an item stays after its expiry, for clocks that are behind. */
const GRACE_SECONDS = 3600;

/** Names of attributes in expressions, of which many are reserved there. */
const NAMES = { "#by": "by", "#owner": "owner", "#until": "until", "#version": "version" };

/** Conditions on a row that is there. */
const IS_LIVE = "(attribute_not_exists(#until) OR #until > :now)";
const IS_FREE = "(attribute_not_exists(pk) OR #until <= :now)";
const HAS_NO_OWNER = "attribute_not_exists(#owner)";

/** A condition with its values. */
interface Condition {
  readonly text: string;
  readonly values?: Item;
}

/** What a setting of the table costs or loses, and how to mend it. */
export interface Advice {
  readonly fault: string;
  readonly cure: string;
}

/** Asks for settings of the table; those that the credentials may not read are left out. */
export async function readAdvice(client: DynamoDBSender, table: string): Promise<Advice[]> {
  const dynamo = dynamoOf(client);
  const ask = async (command: "DescribeTimeToLiveCommand" | "DescribeTableCommand") =>
    await dynamo.read(command, { TableName: table }).catch(() => undefined);
  const [time, facts] = [
    await ask("DescribeTimeToLiveCommand"),
    await ask("DescribeTableCommand"),
  ];
  const { AttributeName, TimeToLiveStatus = "" } = time?.TimeToLiveDescription ?? {};
  const isOn = AttributeName === "expires" && /^ENABL/.test(TimeToLiveStatus);
  return [
    ...time && !isOn
      ? [{
        fault:
          `The table \`${table}\` of DynamoDB removes nothing, so that what has expired stays, ` +
          "and is paid for",
        cure: "Turn on its time to live for the attribute `expires`.",
      }]
      : [],
    ...(facts?.Table?.Replicas?.length ?? 0) > 0
      ? [{
        fault:
          `The table \`${table}\` of DynamoDB is in several regions: if two of them write, each ` +
          "can accept the same code",
        cure: "Run the app that uses the records in one region, or give each region a table.",
      }]
      : [],
  ];
}

/** Makes the operations on a table that exists. */
export function createRecordRows(client: DynamoDBSender, table: string): RecordRows {
  const dynamo: Dynamo = dynamoOf(client);
  const to = (action: object, condition?: Condition) => {
    if (!condition) return { TableName: table, ...action };
    const { text, values } = condition;
    const used = Object.entries(NAMES).filter(([name]) => text.includes(name));
    return {
      TableName: table,
      ...action,
      ConditionExpression: text,
      ...used.length > 0 ? { ExpressionAttributeNames: Object.fromEntries(used) } : {},
      ...values ? { ExpressionAttributeValues: values } : {},
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    };
  };
  const transact = (actions: readonly object[]): Promise<Written> =>
    dynamo.write("TransactWriteItemsCommand", {
      TransactItems: actions,
      // The service answers a call that is sent again like the first one.
      ClientRequestToken: crypto.randomUUID(),
    });
  const read = async (key: Item): Promise<Item | null> => {
    const input = { TableName: table, Key: key, ConsistentRead: true };
    return (await dynamo.read("GetItemCommand", input)).Item ?? null;
  };

  /** Writes a row and its place in lists. */
  const write = async (row: RecordRow, by: string, condition: Condition, before: string | null) => {
    const { kind, id, owner } = row;
    const attributes = toAttributes(row, by);
    const key = rowKey(kind, id);
    const put = to({ Item: { ...key, ...attributes } }, condition);
    if (owner === null && before === null) return await dynamo.write("PutItemCommand", put);
    const placed = owner === null
      ? []
      : [{ Put: to({ Item: { ...await entryKey(owner, kind, id), ...attributes } }) }];
    const left = before === null || before === owner
      ? []
      : [{ Delete: to({ Key: await entryKey(before, kind, id) }) }];
    return await transact([{ Put: put }, ...placed, ...left]);
  };

  /** What stands where a write of one row was refused. */
  const foundAt = async (key: Item, { refusals }: Written): Promise<Item | null> =>
    refusals?.[0]?.item ?? await read(key);

  /** Entries of an owner whose keys begin with a text, after a key, a page at a time. */
  async function* listPages(owner: string, start: string, after?: string, limit?: number) {
    const pk = ownerKey(owner);
    let next: Item | undefined = after === undefined ? undefined : { pk, sk: { S: after } };
    do {
      const { Items, LastEvaluatedKey } = await dynamo.read("QueryCommand", {
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: "pk = :pk" + (start ? " AND begins_with(sk, :start)" : ""),
        ExpressionAttributeValues: { ":pk": pk, ...start ? { ":start": { S: start } } : {} },
        ...next ? { ExclusiveStartKey: next } : {},
        ...limit ? { Limit: limit } : {},
      });
      yield Items ?? [];
      next = LastEvaluatedKey;
    } while (next);
  }

  /**
   * Removes entries of an owner, with their rows. An entry whose row is another one by now has
   * expired before that: it goes alone.
   *
   * @returns `false` when others have changed some of them meanwhile: none is removed
   */
  const remove = async (entries: readonly Item[]): Promise<boolean> => {
    const isSame = ({ by }: Item) => ({ text: "#by = :by", values: { ":by": by! } });
    const entryOf = (entry: Item) => ({
      Delete: to({ Key: { pk: entry.pk, sk: entry.sk } }, isSame(entry)),
    });
    const written = await transact(entries.flatMap((entry) => {
      const { text, values } = isSame(entry);
      const isSameOrGone = { text: `(attribute_not_exists(pk) OR ${text})`, values };
      const key = rowKey(textOf(entry.kind), textOf(entry.id));
      return [{ Delete: to({ Key: key }, isSameOrGone) }, entryOf(entry)];
    }));
    if (!written.refusals || hasConflict(written)) return !written.refusals;
    const alone = entries.filter((_, index) =>
      written.refusals![2 * index] && !written.refusals![2 * index + 1]
    );
    if (alone.length > 0) await transact(alone.map(entryOf));
    return false;
  };

  return {
    async get(kind, id) {
      const item = await read(rowKey(kind, id));
      return item && toRow(item);
    },

    async put(row, expected, now) {
      const by = crypto.randomUUID();
      const key = rowKey(row.kind, row.id);
      const values: Item = { ":now": numberOf(now) };
      const has = (owner: string | null): Condition => {
        const version = { ...values, ":version": numberOf(expected!) };
        const text = `#version = :version AND ${IS_LIVE} AND `;
        return owner === null
          ? { text: text + HAS_NO_OWNER, values: version }
          : { text: `${text}#owner = :owner`, values: { ...version, ":owner": { S: owner } } };
      };
      // Most changes keep the owner: another one is seen when they are refused.
      let before = expected === null ? null : row.owner;
      const change = async (): Promise<boolean | undefined> => {
        const condition = expected === null ? { text: IS_FREE, values } : has(before);
        const written = await write(row, by, condition, before);
        if (!written.refusals) return true;
        if (hasConflict(written)) return undefined;
        const found = await foundAt(key, written);
        // Written by this call, when its answer was lost.
        if (found && textOf(found.by) === by) return true;
        // It may have been written by this call, and replaced since.
        if (written.isRepeated) throw unknown();
        const known = found && toRow(found);
        if (expected === null || !known || !isLive(known, now)) return false;
        if (known.version !== expected || known.owner === before) return false;
        before = known.owner;
        return await change();
      };
      return await retry(change);
    },

    async take(kind, id) {
      const key = rowKey(kind, id);
      return await retry(async () => {
        const taken = await dynamo.write(
          "DeleteItemCommand",
          to({ Key: key, ReturnValues: "ALL_OLD" }, { text: HAS_NO_OWNER }),
        );
        if (!taken.refusals) {
          if (!taken.removed && taken.isRepeated) throw unknown();
          return taken.removed ? toRow(taken.removed) : null;
        }
        const found = hasConflict(taken) ? null : await foundAt(key, taken);
        // Another call has changed it since.
        if (!found?.owner) return undefined;
        const isSame = { text: "#by = :by", values: { ":by": found.by! } };
        const entry = await entryKey(textOf(found.owner), kind, id);
        const { refusals } = await transact([
          { Delete: to({ Key: key }, isSame) },
          { Delete: to({ Key: entry }) },
        ]);
        return refusals ? undefined : toRow(found);
      });
    },

    async list(owner, kind, { after, limit }, now) {
      const rows: RecordRow[] = [];
      const add = (items: readonly Item[]) => {
        for (const item of items) {
          const row = { kind, id: textOf(item.id), ...toRow(item) };
          if (rows.length < limit && isLive(row, now)) rows.push(row);
        }
      };
      /** Entries of the ids that begin like this one, whose keys do not tell their order. */
      const alike = async (id: string): Promise<Item[]> => {
        const items: Item[] = [];
        for await (const page of listPages(owner, firstKey(kind, id))) {
          items.push(...page.filter((item) => isLong(textOf(item.id))));
        }
        return items.sort((a, b) => compareCodePoints(textOf(a.id), textOf(b.id)));
      };
      let from = after === "" ? undefined : await sortKey(kind, after);
      if (isLong(after)) {
        add((await alike(after)).filter(({ id }) => compareCodePoints(textOf(id), after) > 0));
        from = keyAfter(kind, after);
      }
      while (rows.length < limit) {
        const most = Math.max(limit - rows.length, MIN_LISTED);
        let long: string | undefined;
        for await (const page of listPages(owner, `${kind}#`, from, most)) {
          const at = page.findIndex(({ id }) => isLong(textOf(id)));
          add(at === -1 ? page : page.slice(0, at));
          if (at !== -1) long = textOf(page[at]!.id);
          if (at !== -1 || rows.length === limit) break;
        }
        if (long === undefined) break;
        add(await alike(long));
        from = keyAfter(kind, long);
      }
      return rows;
    },

    async deleteOwner(owner, kind, except, now) {
      let count = 0;
      let after: string | undefined;
      const start = kind === null ? "" : `${kind}#`;
      // Read again after each try: another call may have removed them.
      const removePart = () =>
        retry(async () => {
          const { value } = await listPages(owner, start, after, MOST_DELETED).next();
          const page = value as readonly Item[];
          const part = page.filter(({ id }) => textOf(id) !== except);
          const isRemoved = part.length === 0 || await remove(part);
          if (!isRemoved) return undefined;
          count += part.filter((entry) => isLive(toRow(entry), now)).length;
          return page;
        });
      for (let page = await removePart(); page.length > 0; page = await removePart()) {
        after = textOf(page.at(-1)!.sk);
      }
      return count;
    },
  };
}

/**
 * Repeats a change that others at the same time have stopped.
 *
 * @param change returns `undefined` when it was stopped
 */
async function retry<T>(change: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const result = await change();
    if (result !== undefined) return result;
    await pauseFor(attempt, LONGEST_PAUSE_MS);
  }
  throw new AdapterError("DynamoDB failed: other writes to the record went on during all tries");
}

function hasConflict({ refusals }: Written): boolean {
  return Boolean(refusals?.some((refusal) => refusal?.isConflict));
}

/** Key of a row. No kind has a `#`. */
function rowKey(kind: string, id: string): Item {
  return { pk: { S: `record#${kind}#${id}` }, sk: { S: "record" } };
}

function ownerKey(owner: string): AttributeValue {
  return { S: `owner#${owner}` };
}

async function entryKey(owner: string, kind: string, id: string): Promise<Item> {
  return { pk: ownerKey(owner), sk: { S: await sortKey(kind, id) } };
}

/** `true` for an id of which a sort key has the beginning and a hash. */
function isLong(id: string): boolean {
  // No text has more code points than code units.
  return id.length > MOST_READABLE && [...id].length > MOST_READABLE;
}

/** Beginning of the sort keys of an id and of those that begin like it. */
function firstKey(kind: string, id: string): string {
  return `${kind}#${[...id].slice(0, MOST_READABLE).join("")}`;
}

async function sortKey(kind: string, id: string): Promise<string> {
  return isLong(id) ? firstKey(kind, id) + await sha256Hex(id) : `${kind}#${id}`;
}

/** A key after those of a long id and of those that begin like it, which go on with hex. */
function keyAfter(kind: string, id: string): string {
  return `${firstKey(kind, id)}g`;
}

function numberOf(value: number): AttributeValue {
  return { N: String(value) };
}

function textOf(value: AttributeValue | undefined): string {
  return value && "S" in value ? value.S : "";
}

/** Attributes of a row, in both places. */
function toAttributes(row: RecordRow, by: string): Item {
  const { kind, id, owner, version, expires, data } = row;
  return {
    kind: { S: kind },
    id: { S: id },
    version: numberOf(version),
    by: { S: by },
    data: { S: data },
    ...owner === null ? {} : { owner: { S: owner } },
    ...expires === null ? {} : {
      until: numberOf(expires),
      // Those of the service, which removes the item some time later.
      expires: numberOf(Math.max(Math.ceil(expires / 1000) + GRACE_SECONDS, 1)),
    },
  };
}

function toRow({ owner, version, until, data }: Item): FoundRow {
  const toNumber = (value: AttributeValue | undefined) => value && "N" in value ? value.N : "";
  return {
    owner: owner ? textOf(owner) : null,
    version: Number(toNumber(version)),
    expires: until ? Number(toNumber(until)) : null,
    data: textOf(data),
  };
}

function unknown(): AdapterError {
  return new AdapterError(
    "A call of DynamoDB was repeated, and whether the write took place is unknown",
  );
}

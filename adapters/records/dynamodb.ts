/**
 * Keeps records in a table of DynamoDB, by a `DynamoDBClient` of `@aws-sdk/client-dynamodb`. Several
 * processes may share it, in one region.
 *
 * ## Items
 *
 * The keys of the table are `pk` and `sk`, as in that of the adapter of Auth.js, which can be the
 * same table:
 *
 * | `pk` | `sk` | Item |
 * |---|---|---|
 * | `record#kind#id` | `record` | a record |
 * | `owner#owner` | `kind#id` | the same, in the list of its owner |
 *
 * Attributes are `kind`, `id`, `owner`, `version`, `by` (the id of the call that wrote it), `data`
 * (JSON), `until` (the expiry in milliseconds since 1970) and `expires` (in seconds, an hour later),
 * by which the service removes items: see {@linkcode recordsTable}. Of an id with more than 220 code
 * points, `sk` has the beginning and a hash.
 *
 * A record with an owner is written by a transaction of two items. The limit of 400 kB for an item is
 * never reached: a record has at most 32 KiB.
 *
 * @module
 */

import { AdapterError } from "../../src/errors.ts";
import type { RecordStore } from "../../src/types/records.ts";
import type { DynamoDBSender } from "../_dynamodb_client.ts";
import { storeAdvice } from "../../src/symbols.ts";
import { createRecordRows, readAdvice } from "./_dynamodb_rows.ts";
import { describeStore } from "../_store_facts.ts";
import { createRecordStore } from "./_store.ts";

export type { DynamoDBSender } from "../_dynamodb_client.ts";

/** Options of {@linkcode DynamoDBRecords}. */
export interface DynamoDBRecordsOptions {
  /** Name of the table. Default `auth`. */
  table?: string | undefined;
}

/** What `CreateTableCommand` takes. */
export interface DynamoDBTable {
  /** Name of the table. */
  TableName: string;
  /** It is paid by request. */
  BillingMode: "PAY_PER_REQUEST";
  /** The keys. */
  KeySchema: {
    /** Name. */
    AttributeName: string;
    /** Partition or sort key. */
    KeyType: "HASH" | "RANGE";
  }[];
  /** Types of the keys. */
  AttributeDefinitions: {
    /** Name. */
    AttributeName: string;
    /** Text. */
    AttributeType: "S";
  }[];
}

/**
 * Returns the input of `CreateTableCommand` for a table of records. Turn on its time to live for the
 * attribute `expires`: without it, what has expired stays, and is paid for.
 *
 * @param table name of the table. Default `auth`
 *
 * @example
 * ```ts
 * import { recordsTable } from "@x/auth/records/dynamodb";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(recordsTable("records").KeySchema.map((key) => key.AttributeName), ["pk", "sk"]);
 * ```
 */
export function recordsTable(table = "auth"): DynamoDBTable {
  return {
    TableName: table,
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    AttributeDefinitions: [
      { AttributeName: "pk", AttributeType: "S" },
      { AttributeName: "sk", AttributeType: "S" },
    ],
  };
}

/**
 * Makes a store on a client, which the app opens and closes. `get`, `put` and `list` are one call
 * each, `take` is one for a record without an owner and two for another one, and so is a `put` that
 * changes the owner. `deleteOwner` reads the list, and removes 50 records with each call.
 *
 * Reads are consistent. What was throttled is repeated with growing random pauses, at most ten times,
 * and a write that others have stopped at most a hundred times. A global table may be written in one
 * region only: elsewhere, two regions could use one code.
 *
 * @throws {AdapterError} when `table` is no name of a table
 *
 * @example
 * ```ts ignore
 * import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
 * import { DynamoDBRecords } from "@x/auth/records/dynamodb";
 *
 * const records = DynamoDBRecords(new DynamoDBClient(), { table: "auth" });
 * ```
 */
export function DynamoDBRecords(
  client: DynamoDBSender,
  { table = "auth" }: DynamoDBRecordsOptions = {},
): RecordStore {
  // A name or an ARN.
  if (typeof table !== "string" || !/^[\w.:/-]{3,1024}$/.test(table)) {
    throw new AdapterError(`Cannot use \`table\` "${table}": it is no name of a table`);
  }
  return Object.assign(createRecordStore(createRecordRows(client, table)), {
    [storeAdvice]: () => readAdvice(client, table),
    ...describeStore("DynamoDB"),
  });
}

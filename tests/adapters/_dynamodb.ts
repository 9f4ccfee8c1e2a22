/**
 * Clients of DynamoDB that a test watches, and a look at what the store has written.
 *
 * @module
 */

import { type DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { assertEquals } from "@std/assert";
import type { DynamoDBSender } from "../../adapters/records/dynamodb.ts";

/** A call, and the name of its command. */
type Around = (call: () => Promise<unknown>, command: string) => unknown;

/** The client, of which `around` makes the calls. */
export function watched(client: DynamoDBClient, around: Around): DynamoDBSender {
  return {
    send: async (command: object) =>
      await around(() => client.send(command as never), command.constructor.name),
  };
}

/** An error as the package makes it. */
export function thrown(name: string, members: object = {}): Error {
  return Object.assign(new Error(name), { name, $metadata: { attempts: 1 } }, members);
}

/** Fails unless each record with an owner is in its list, and lists have nothing else. */
export async function assertPaired(client: DynamoDBClient, table: string): Promise<void> {
  const records = new Map<string, unknown>();
  const entries = new Map<string, unknown>();
  let ExclusiveStartKey;
  do {
    // deno-lint-ignore no-explicit-any -- its type refers to itself
    const page: any = await client.send(new ScanCommand({ TableName: table, ExclusiveStartKey }));
    for (const { pk, sk, ...item } of page.Items) {
      const name = `${item.kind.S}#${item.id.S}`;
      if (pk.S.startsWith("owner#")) {
        assertEquals(pk.S, `owner#${item.owner.S}`);
        // What has expired may be there until the service removes it.
        const isOver = Number(item.until?.N ?? Infinity) <= Date.now();
        if (!isOver) entries.set(name, item);
      } else {
        assertEquals([pk.S, sk.S], [`record#${name}`, "record"]);
        const isOver = Number(item.until?.N ?? Infinity) <= Date.now();
        if (item.owner && !isOver) records.set(name, item);
      }
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  assertEquals(entries, records);
}

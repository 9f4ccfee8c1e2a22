/**
 * An app with every capability on records in DynamoDB: beside an adapter with the methods of Auth.js
 * alone, and beside that of Auth.js for DynamoDB, in one table.
 *
 * @module
 */

import { DynamoDBAdapter } from "@auth/dynamodb-adapter";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { DynamoDBRecords, recordsTable } from "../../../adapters/records/dynamodb.ts";
import { waitForTable, withDynamo } from "../../_dynamodb.ts";
import { withContract } from "../../beside/app.mjs";
import { STRATEGIES } from "../../flows/_strategies.ts";
import { assertPaired } from "../_dynamodb.ts";
import { walkApp } from "../_walk_app.ts";

withDynamo((server) => {
  for (const strategy of STRATEGIES) {
    Deno.test(`an app on DynamoDBRecords: every capability works (${strategy})`, async () => {
      const client = server().connect();
      const table = await server().createTable();
      const { adapter } = withContract(MemoryAdapter());
      const records = DynamoDBRecords(client, { table });
      await walkApp("dynamodb", { adapter, records }, strategy);
      await assertPaired(client, table);
      client.destroy();
    });

    Deno.test(`an app on DynamoDBRecords: everything but passkeys works beside @auth/dynamodb-adapter, in its table (${strategy})`, async () => {
      const client = server().connect();
      const table = `authjs-${strategy}`;
      const { AttributeDefinitions, ...rest } = recordsTable(table);
      await client.send(
        new CreateTableCommand({
          ...rest,
          AttributeDefinitions: [
            ...AttributeDefinitions,
            { AttributeName: "GSI1PK", AttributeType: "S" },
            { AttributeName: "GSI1SK", AttributeType: "S" },
          ],
          GlobalSecondaryIndexes: [{
            IndexName: "GSI1",
            KeySchema: [
              { AttributeName: "GSI1PK", KeyType: "HASH" },
              { AttributeName: "GSI1SK", KeyType: "RANGE" },
            ],
            Projection: { ProjectionType: "ALL" },
          }],
        }),
      );
      await waitForTable(client, table);
      const document = DynamoDBDocument.from(client, {
        marshallOptions: {
          convertEmptyValues: true,
          removeUndefinedValues: true,
          convertClassInstanceToMap: true,
        },
      });
      await walkApp("authjs", {
        adapter: DynamoDBAdapter(document, { tableName: table }),
        // Low-level commands, sent by the client for documents.
        records: DynamoDBRecords(document, { table }),
        // It keeps no authenticators.
        without: ["passkeys"],
        except: {
          "a change of address that can be undone": "it also finds users by an earlier address",
        },
      }, strategy);
      client.destroy();
    });
  }
});

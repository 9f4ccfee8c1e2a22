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
import { testDatabase } from "../_databases.ts";
import { assertPaired } from "../_dynamodb.ts";

withDynamo((server) => {
  testDatabase("dynamodb-records", async () => {
    const client = server().connect();
    const table = await server().createTable();
    const { adapter } = withContract(MemoryAdapter());
    const close = async () => {
      await assertPaired(client, table);
      client.destroy();
    };
    return { adapter, records: DynamoDBRecords(client, { table }), close };
  });

  let tables = 0;
  testDatabase("auth-dynamodb", async () => {
    const client = server().connect();
    const table = `authjs-${++tables}`;
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
    return {
      adapter: DynamoDBAdapter(document, { tableName: table }),
      // Low-level commands, sent by the client for documents.
      records: DynamoDBRecords(document, { table }),
      close: () => client.destroy(),
    };
  });
});

/**
 * On Redis and DynamoDB: the table of credentials, what ends a grant of the authorization server, and
 * the cases of organizations. Users and accounts are in memory, all else is in records.
 *
 * @module
 */

import { assert } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { DynamoDBRecords } from "../../../adapters/records/dynamodb.ts";
import { RedisRecords } from "../../../adapters/records/redis.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { withDynamo } from "../../_dynamodb.ts";
import { connect, withRedis } from "../../_redis.ts";
import { isChosen } from "../../_stride.ts";
import { checkEnding, ENDINGS } from "../../conformance/oauth_server/_endings.ts";
import { createCredentialApp } from "../../flows/_credential_app.ts";
import { CELLS, STATES } from "../../flows/_credential_cases.ts";
import { checkCell } from "../../flows/_credential_checks.ts";
import { createCredentialSite } from "../../flows/_credential_own_site.ts";
import { CASES } from "../../flows/_organization_cases.ts";
import { createOwnSite } from "../../flows/_organization_own_site.ts";
import { STRATEGIES } from "../../flows/_strategies.ts";

/** One of so many cases runs on each store and strategy. */
const STRIDE = 12;

/** Rounds of each race of organizations. */
const ROUNDS = 5;

/** Opens an empty store. */
type Open = () => Promise<{ adapter: FullAdapter; close(): Promise<void> }>;

let place = 0;

function register(name: string, open: Open): void {
  for (const strategy of STRATEGIES) {
    const from = 5 * place++;
    const chosen = <T>(list: readonly T[]): T[] =>
      list.filter((_, number) => isChosen(number + from, STRIDE));

    Deno.test(`${name}, ${strategy}: credentials in each state`, async (test) => {
      const { adapter, close } = await open();
      const app = createCredentialApp(strategy, adapter);
      const site = createCredentialSite(app, close);
      for (const cell of chosen(CELLS)) {
        await test.step(
          `${STATES[cell.state]}: ${cell.sentence}`,
          async () => await checkCell(app, site, cell, strategy),
        );
      }
      await site.close();
    });

    Deno.test(`${name}, ${strategy}: what ends a grant ends all of it`, async (test) => {
      const { adapter, close } = await open();
      for (const ending of chosen(Object.keys(ENDINGS))) {
        await test.step(ending, async () => await checkEnding(strategy, adapter, ending));
      }
      await close();
    });

    for (const { id, sentence, measure } of chosen(CASES)) {
      Deno.test(`${name}, organizations, ${id}, ${strategy}: ${sentence}`, async () => {
        const { holds, found } = await measure(
          async (options) => await createOwnSite(strategy, options, await open()),
          ROUNDS,
        );
        assert(holds, found);
      });
    }
  }
}

withRedis("capabilities on RedisRecords", (server) => {
  register("RedisRecords", async () => {
    const client = connect(server().port);
    await client.flushall();
    return {
      adapter: { ...MemoryAdapter(), records: RedisRecords(client) },
      close: () => Promise.resolve(client.disconnect()),
    };
  });
});

withDynamo((server) => {
  register("DynamoDBRecords", async () => {
    const client = server().connect();
    const table = await server().createTable();
    return {
      adapter: { ...MemoryAdapter(), records: DynamoDBRecords(client, { table }) },
      close: () => Promise.resolve(client.destroy()),
    };
  });
});

/**
 * A machine of an app that runs on several: `_machine.ts <store> <location> <port of the providers>`
 * serves the app on a loopback port, which it prints. A proxy in front of it has another origin.
 *
 * @module
 */

import { Auth, type AuthConfig } from "../../mod.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { DynamoDBRecords } from "../../adapters/records/dynamodb.ts";
import { RedisRecords } from "../../adapters/records/redis.ts";
import { connectTo } from "../_dynamodb.ts";
import { providerAt } from "../_idp.ts";
import { createPool } from "../_pool.ts";
import { connect } from "../_redis.ts";
import { APP, issuerOf, type StoreName } from "./_machines.ts";
import { WORKERS } from "./_sign_ins_during.ts";

const [store, location, port] = Deno.args as [StoreName, string, string];

/** What a config has for the store. Records alone keep token sessions, and what ends them. */
const OPEN: Readonly<Record<StoreName, () => Partial<AuthConfig>>> = {
  postgres: () => ({ adapter: PostgresAdapter(createPool(location, { max: 10 })) }),
  redis: () => ({
    records: RedisRecords(connect(Number(location))),
    session: { revocation: {} },
  }),
  dynamodb: () => {
    const [endpoint = "", table = ""] = location.split(" ");
    return {
      records: DynamoDBRecords(connectTo(endpoint), { table }),
      session: { revocation: {} },
    };
  },
};

/** Reaches the providers, which all are at one port of this machine. */
const toProviders: typeof fetch = (input, init) => {
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input);
  const headers = new Headers(init?.headers);
  headers.set("x-origin", origin);
  return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers });
};

const config: AuthConfig = {
  ...OPEN[store](),
  providers: Array.from({ length: WORKERS }, (_, worker) =>
    providerAt(
      {
        issuer: issuerOf(worker),
        clientId: "test-client",
        clientSecret: "test-client-secret",
        fetch: toProviders,
      },
      `idp${worker}`,
    )),
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  // What fails while machines and servers end is seen by the test.
  logger: { error: () => {}, warn: () => {} },
};

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`port ${port}.`),
}, (request) => {
  const { pathname, search } = new URL(request.url);
  return Auth(new Request(`${APP}${pathname}${search}`, request), config);
});

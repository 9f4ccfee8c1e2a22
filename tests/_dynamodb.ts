/**
 * Servers for tests that answer like DynamoDB, see `_dynamodb_server.ts`.
 *
 * @module
 */

import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { recordsTable } from "../adapters/records/dynamodb.ts";
import { removeFolder, waitForText, waitUntil, watchChild, type WatchedChild } from "./_wait.ts";
import { freePort } from "./browser/_demo.ts";

/** A running server. */
export interface DynamoServer extends AsyncDisposable {
  endpoint: string;
  /** Makes an empty table; returns its name. */
  createTable(): Promise<string>;
  /** Opens a client. */
  connect(options?: object): DynamoDBClient;
  /** Makes the answers of the next calls be lost, of those of a name. */
  lose(answers: number, name?: string): Promise<void>;
  /** Stops it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
}

/**
 * Sends by `fetch`, for tests that replace the clock: what the package sends by waits by timers. Its
 * answers have no date, from which the client would see that its clock is another one, and wait too.
 */
export const byFetch = {
  async handle({ method, headers, body, protocol, hostname, port, path }: HttpRequest) {
    const url = `${protocol}//${hostname}:${port}${path}`;
    const response = await fetch(url, { method, headers, body });
    const { date: _, ...rest } = Object.fromEntries(response.headers);
    return { response: { statusCode: response.status, headers: rest, body: response.body } };
  },
};

/** A request of the package. */
interface HttpRequest {
  method: string;
  headers: Record<string, string>;
  body: string;
  protocol: string;
  hostname: string;
  port: number;
  path: string;
}

/** Variables of the environment by which a client finds the server. */
export function variablesOf({ endpoint }: DynamoServer): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
  };
}

/** Opens a client, and makes an empty table. */
export async function openTable(endpoint: string, name: string, options: object = {}) {
  const client = connectTo(endpoint, options);
  await client.send(new CreateTableCommand(recordsTable(name)));
  await waitForTable(client, name);
  return client;
}

/** Opens a client. */
export function connectTo(endpoint: string, options: object = {}): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    ...options,
  });
}

/** Starts a server; waits until it answers. */
export async function startDynamo(): Promise<DynamoServer> {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let child: WatchedChild;
  let tables = 0;
  const start = async () => {
    const server = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "tests/_dynamodb_server.ts", `${port}`, folder],
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    child = watchChild(server, server.stdout);
    await waitForText(/ready/, child);
  };
  await start();
  return {
    endpoint,
    connect: (options = {}) => connectTo(endpoint, options),
    async createTable() {
      const name = `table-${++tables}`;
      (await openTable(endpoint, name)).destroy();
      return name;
    },
    async lose(answers, name = "") {
      const url = `${endpoint}/lose?answers=${answers}&name=${name}`;
      await (await fetch(url, { method: "POST" })).body?.cancel();
    },
    kill: () => child.stop("SIGKILL"),
    start,
    async [Symbol.asyncDispose]() {
      await child.stop("SIGKILL");
      await removeFolder(folder);
    },
  };
}

/** Waits until a new table takes calls. */
export async function waitForTable(client: DynamoDBClient, name: string): Promise<void> {
  await waitUntil(`the table ${name} is there`, async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return Table?.TableStatus === "ACTIVE";
  }, { pause: 1 });
}

/** Registers tests that share a server. */
export function withDynamo(register: (server: () => DynamoServer) => void): void {
  let server: DynamoServer;
  Deno.test.beforeAll(async () => void (server = await startDynamo()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());
  register(() => server);
}

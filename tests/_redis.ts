/**
 * Redis servers for tests: found once, started in a temporary folder, on a loopback port. One by
 * itself writes every change to its disk before it answers; a replica; and a cluster of three.
 *
 * @module
 */

import { Cluster, Redis } from "ioredis";
import { skipTest } from "./_skip.ts";
import { removeFolder, waitUntil, watchChild } from "./_wait.ts";
import { freePort } from "./browser/_demo.ts";

/** A running server. */
export interface RedisServer extends AsyncDisposable {
  port: number;
  url: string;
  /** Stops the server at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
}

/** Instruction that is printed when there is no server. */
export const HOW_TO_ENABLE_REDIS =
  "Redis tests need a server: install it (apt-get install redis-server) or set REDIS_BIN";

/** The program: `REDIS_BIN`, or the first of the usual ones. */
export function findRedis(): string | undefined {
  const own = Deno.env.get("REDIS_BIN");
  if (own) return own;
  return ["/usr/bin/redis-server", "/usr/bin/valkey-server"].find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/**
 * Starts a server; waits until it answers.
 *
 * @param options further arguments, such as `["--maxmemory", "4mb"]`
 */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error(HOW_TO_ENABLE_REDIS);
  const folder = await Deno.makeTempDir();
  const port = freePort();
  let server: Deno.ChildProcess;
  const start = async () => {
    server = new Deno.Command(program, {
      args: [
        ...["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""],
        ...["--appendonly", "yes", "--appendfsync", "always", ...options],
      ],
      stdout: "null",
      stderr: "null",
    }).spawn();
    await waitUntil(`Redis is ready on port ${port}`, () => answers(port), {
      child: watchChild(server),
    });
  };
  const kill = async () => {
    server.kill("SIGKILL");
    await server.status;
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill().catch(() => {});
      await removeFolder(folder);
    },
  };
}

/** `true` when a server takes calls; a client would wait by a clock that a test may replace. */
async function answers(port: number): Promise<boolean> {
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(new TextEncoder().encode("PING\r\n"));
    const answer = new Uint8Array(64);
    const length = await connection.read(answer);
    return new TextDecoder().decode(answer.subarray(0, length ?? 0)).startsWith("+PONG");
  } catch {
    return false;
  }
}

/** Opens a client, whose errors of connections are those of its calls. */
export function connect(port: number, options: object = {}): Redis {
  const client = new Redis({ port, host: "127.0.0.1", ...options });
  client.on("error", () => {});
  return client;
}

/** A cluster of three nodes, each with a third of the slots. */
export interface RedisCluster extends AsyncDisposable {
  nodes: readonly RedisServer[];
  /** Opens a client. */
  connect(): Cluster;
}

/** Slots of a cluster. */
const SLOTS = 16384;

/** Starts a cluster; waits until each node knows all slots. */
export async function startCluster(): Promise<RedisCluster> {
  const options = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000"];
  const buses = [freePort(), freePort(), freePort()];
  const nodes = await Promise.all(
    buses.map((bus) => startRedis([...options, "--cluster-port", `${bus}`])),
  );
  const clients = nodes.map(({ port }) => connect(port));
  for (const [index, client] of clients.entries()) {
    const from = Math.floor(SLOTS * index / 3);
    const to = Math.floor(SLOTS * (index + 1) / 3) - 1;
    await client.call("CLUSTER", "ADDSLOTSRANGE", from, to);
    await client.call("CLUSTER", "MEET", "127.0.0.1", nodes[0]!.port, buses[0]!);
  }
  for (const client of clients) {
    await waitUntil("the cluster is complete", async () => {
      const info = String(await client.call("CLUSTER", "INFO"));
      return info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:3");
    });
    client.disconnect();
  }
  return {
    nodes,
    connect() {
      const client = new Cluster(nodes.map(({ port }) => ({ host: "127.0.0.1", port })));
      client.on("error", () => {});
      return client;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Registers tests that share a server. Without its program, the reason is printed, and in CI a test
 * fails.
 */
export function withRedis(name: string, register: (server: () => RedisServer) => void): void {
  if (!findRedis()) return skipTest(name, HOW_TO_ENABLE_REDIS);
  let server: RedisServer;
  Deno.test.beforeAll(async () => void (server = await startRedis()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());
  register(() => server);
}

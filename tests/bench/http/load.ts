/**
 * A load generator over raw sockets: 32 connections that are kept alive, one
 * request at a time on each, bytes prepared beforehand. Each line of its input is
 * an {@linkcode Order}; it answers each with a line.
 *
 * @module
 */

import { cpuUsage } from "node:process";
import { fetchHeaders, Jar } from "../_browser.ts";
import { linesOf } from "../_line_process.ts";
import { percentile } from "../_statistics.ts";
import type { Rate } from "../_table.ts";
import { inTurns } from "../_users.ts";
import type { Listening } from "./server.ts";

/** A server to remember, or a server to load for some time. */
export type Order =
  | { readonly name: string; readonly server: Listening }
  | { readonly name: string; readonly seconds: number };

/** Rate of a run. */
export interface Loaded extends Omit<Rate, "cpu"> {
  readonly requests: number;
  /** Share of a core that this process used. */
  readonly busy: number;
}

const CONNECTIONS = 32;

/** Larger than any answer. */
const BUFFER_BYTES = 64 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

/** A server with the bytes of its requests. */
interface Target {
  readonly port: number;
  next(): Uint8Array;
}

/** Prepares the requests, and asserts that one of them is answered with a session. */
async function prepare({ port, path, cookies }: Listening): Promise<Target> {
  const requests = cookies.map((cookie) => {
    const headers = fetchHeaders(new Jar()).filter(([name]) => name !== "host");
    const lines = [["host", `127.0.0.1:${port}`], ...headers, ["cookie", cookie]];
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return encoder.encode(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
  });
  const next = inTurns(requests);
  using connection = await connect(port);
  const text = await exchange(connection, next(), new Uint8Array(BUFFER_BYTES));
  if (!text.includes('"name":"Ada Lovelace ')) throw new Error(`Expected a session, got ${text}`);
  return { port, next };
}

async function connect(port: number): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay();
  return connection;
}

/** Sends a request, and reads its answer to the end. */
async function exchange(
  connection: Deno.TcpConn,
  request: Uint8Array,
  buffer: Uint8Array,
): Promise<string> {
  for (let sent = 0; sent < request.length;) {
    sent += await connection.write(sent === 0 ? request : request.subarray(sent));
  }
  for (let length = 0;;) {
    const read = await connection.read(buffer.subarray(length));
    if (read === null) throw new Error("The server closed the connection");
    length += read;
    const text = decoder.decode(buffer.subarray(0, length));
    if (!isComplete(text)) continue;
    if (!text.startsWith("HTTP/1.1 200 ")) throw new Error(`Expected 200, got ${text}`);
    return text;
  }
}

/** `true` when an answer is there to its last byte; its text has a character for each byte. */
function isComplete(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(text.slice(0, headEnd + 2))?.[1];
  if (length !== undefined) return text.length >= headEnd + 4 + Number(length);
  return text.endsWith("\r\n0\r\n\r\n");
}

/** Loads a server over new connections, since servers close idle ones. */
async function load({ port, next }: Target, seconds: number): Promise<Loaded> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(port)));
  const latencies: number[] = [];
  const cpuBefore = cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(connections.map(async (connection) => {
    const buffer = new Uint8Array(BUFFER_BYTES);
    for (let sentAt = performance.now(); sentAt < end;) {
      await exchange(connection, next(), buffer);
      const now = performance.now();
      latencies.push(now - sentAt);
      sentAt = now;
    }
  }));
  const elapsed = performance.now() - start;
  const { user, system } = cpuUsage(cpuBefore);
  for (const connection of connections) connection.close();
  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    perSecond: latencies.length / elapsed * 1000,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    busy: (user + system) / 1000 / elapsed,
  };
}

const targets = new Map<string, Target>();
for await (const line of linesOf(Deno.stdin.readable)) {
  const order: Order = JSON.parse(line);
  if ("server" in order) targets.set(order.name, await prepare(order.server));
  const answer = "server" in order ? null : await load(targets.get(order.name)!, order.seconds);
  Deno.stdout.writeSync(encoder.encode(`${JSON.stringify(answer)}\n`));
}

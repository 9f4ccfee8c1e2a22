/**
 * A server that speaks the REST protocol of Upstash, in front of a Redis server.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { connect } from "./_redis.ts";

/** A running server. */
export interface UpstashServer extends AsyncDisposable {
  url: string;
  token: string;
}

/** Starts it. */
export function startUpstash(port: number): UpstashServer {
  const client = connect(port);
  const token = "token";
  const encode = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(encode)
      : typeof value === "string" && value !== "OK"
      ? Buffer.from(value).toString("base64")
      : value;
  const run = async (command: readonly (string | number)[]) => {
    const [name, ...args] = command;
    return encode(await client.call(String(name), ...args));
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    if (request.headers.get("authorization") !== `Bearer ${token}`) {
      return Response.json({ error: "WRONGPASS invalid or missing auth token" }, { status: 401 });
    }
    const body = await request.json();
    try {
      if (!/\/(pipeline|multi-exec)$/.test(request.url)) {
        return Response.json({ result: await run(body) });
      }
      const results = [];
      for (const command of body) results.push({ result: await run(command) });
      return Response.json(results);
    } catch (error) {
      return Response.json({ error: (error as Error).message }, { status: 400 });
    }
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    token,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      client.disconnect();
    },
  };
}

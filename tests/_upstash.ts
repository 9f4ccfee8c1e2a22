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
    try {
      return { result: encode(await client.call(String(name), ...args)) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    if (request.headers.get("authorization") !== `Bearer ${token}`) {
      return Response.json({ error: "WRONGPASS invalid or missing auth token" }, { status: 401 });
    }
    const body = await request.json();
    if (!/\/(pipeline|multi-exec)$/.test(request.url)) {
      const answer = await run(body);
      return Response.json(answer, { status: answer.error === undefined ? 200 : 400 });
    }
    // Each command of a pipeline has its own answer or error.
    const answers = [];
    for (const command of body) answers.push(await run(command));
    return Response.json(answers);
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

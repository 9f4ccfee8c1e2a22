/**
 * Clients that send less than they declared, and go.
 */

import { assertEquals, assertMatch } from "@std/assert";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Auth, type AuthConfig } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import { NodeAuth } from "../../src/frameworks/node.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { waitUntil } from "../_wait.ts";

const HEAD = [
  "POST /auth/signout HTTP/1.1",
  "host: localhost",
  "content-type: application/x-www-form-urlencoded",
];

/** Beginnings of posts that never end. */
const POSTS = [
  [...HEAD, "content-length: 100", "", "csrfToken="].join("\r\n"),
  [...HEAD, "transfer-encoding: chunked", "", "a", "csrfToken=", ""].join("\r\n"),
];

function createConfig(): { config: AuthConfig; lines: string[] } {
  const lines: string[] = [];
  const logger = { error: (error: Error) => void lines.push(`${error.name}: ${error.message}`) };
  const secret = "a-secret-of-at-least-32-characters";
  return { config: { providers: [], secret, trustHost: true, logger }, lines };
}

async function breakOff(port: number, text: string): Promise<void> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const bytes = new TextEncoder().encode(text);
  await connection.write(bytes);
  connection.close();
}

type Handler = (request: Request) => Promise<Response>;

const handlers: Record<string, (config: AuthConfig) => Handler> = {
  "Auth()": (config) => (request) => Auth(request, Object.assign(config, { basePath: "/auth" })),
  "DenoAuth()": (config) => DenoAuth(config).handler(),
  "defineAuth()": (config) => defineAuth(config).handler,
};

for (const [name, create] of Object.entries(handlers)) {
  Deno.test(`${name}: posts that break off get 400, one line in the log, and throw nothing`, async () => {
    const { config, lines } = createConfig();
    const handler = create(config);
    const statuses: number[] = [];
    const thrown: unknown[] = [];
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      async (request) => {
        try {
          const response = await handler(request);
          statuses.push(response.status);
          return response;
        } catch (error) {
          thrown.push(error);
          return new Response(null, { status: 500 });
        }
      },
    );
    for (let i = 0; i < 3; i++) {
      for (const text of POSTS) await breakOff(server.addr.port, text);
    }
    await waitUntil("six answers", () => statuses.length + thrown.length === 6);
    assertEquals(thrown, []);
    assertEquals(statuses, Array(6).fill(400));
    assertEquals(lines.length, 1);
    assertMatch(lines[0]!, /^UnknownAction: The body of the request cannot be read/);
    await server.shutdown();
  });
}

Deno.test("NodeAuth(): posts that break off leave one line in the log, and throw nothing", async () => {
  const { config, lines } = createConfig();
  const handler = NodeAuth(config).handler();
  const thrown: unknown[] = [];
  let handled = 0;
  const server = createServer((req, res) => {
    handler(req, res).catch((error: unknown) => thrown.push(error)).finally(() => handled++);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  for (const text of POSTS) await breakOff(port, text);
  await waitUntil("two requests", () => handled === 2);
  assertEquals(thrown, []);
  assertEquals(lines.length, 1);
  await new Promise((resolve) => server.close(resolve));
});

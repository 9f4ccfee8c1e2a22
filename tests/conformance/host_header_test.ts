/**
 * Origin that a real server derives from `Host` headers that no browser sends.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import GitHub from "../../src/providers/github.ts";
import { quiet } from "./_requests.ts";

const config: AuthConfig = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  logger: quiet,
};

/** Callback URL that the app returns to a request over a socket with this header. */
async function callbackUrlFor(
  host: string,
  handler: (request: Request) => Promise<Response>,
): Promise<string> {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  const lines = ["GET /auth/providers HTTP/1.1", `Host: ${host}`, "Connection: close", "", ""];
  await connection.write(new TextEncoder().encode(lines.join("\r\n")));
  const answer = await new Response(connection.readable).text();
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))).github.callbackUrl;
}

for (
  const [host, origin] of [
    ["app.example", "http://app.example"],
    ["app.example:8000", "http://app.example:8000"],
    ["APP.Example", "http://app.example"],
    ["your-bank.example@app.example", "http://app.example"],
    ["app.example:080", "http://app.example"],
    ["[::1]:8000", "http://[::1]:8000"],
  ] as const
) {
  Deno.test(`Host header: ${host} results in the origin ${origin}`, async () => {
    const expected = `${origin}/auth/callback/github`;
    assertEquals(await callbackUrlFor(host, (request) => Auth(request, config)), expected);
    assertEquals(await callbackUrlFor(host, DenoAuth(config).handler()), expected);
  });
}

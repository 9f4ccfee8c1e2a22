/**
 * Refreshes at a real OpenID Provider that requires FAPI 2.0: the client authenticates with
 * its key, and the new token is bound to the `dpop` key.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { getAccessToken } from "../../src/frameworks/server.ts";
import { claimsOf, startFapi } from "./_fapi.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

Deno.test("FAPI 2.0: getAccessToken() refreshes with the client's key and proof of possession", async () => {
  await using flow = await startFapi({
    config: { tokens: KeepTokens(), records: MemoryRecords() },
  });
  await flow.signIn();
  const url = `${flow.origin}/page`;
  const cookie = flow.browser.cookies.header(new URL(url));
  const ask = (minimumSeconds = 60) =>
    getAccessToken(new Request(url, { headers: { cookie } }), flow.config, { minimumSeconds });
  const first = await ask();
  assertEquals(first?.tokenType, "dpop");
  flow.traffic.requests.length = 0;
  const second = await ask(Infinity);
  assertEquals(second?.tokenType, "dpop");
  assertNotEquals(second?.accessToken, first?.accessToken);
  const sent = flow.traffic.requests.filter(({ path }) => path === "/token");
  assert(sent.length > 0);
  for (const { headers, body } of sent) {
    assertEquals(claimsOf(headers.get("dpop")!).htm, "POST");
    assert(new URLSearchParams(body).has("client_assertion"));
  }
  assertEquals(flow.lines, []);

  // A bearer token is no answer under this profile.
  flow.traffic.change = async (path, response) => {
    if (path !== "/token" || !response.ok) return response;
    return Response.json({ ...await response.json(), token_type: "Bearer" });
  };
  assertEquals(await ask(Infinity), second, "the token before is still valid");
  assert(
    flow.lines.some((line) => line.includes("not bound to the `dpop` key")),
    flow.lines.join(),
  );

  // A refused client is told which key to check.
  flow.traffic.change = (path, response) =>
    path === "/token" ? Response.json({ error: "invalid_client" }, { status: 401 }) : response;
  assertEquals(await ask(Infinity), second);
  assert(flow.lines.some((line) => line.includes("`token.clientPrivateKey`")), flow.lines.join());
});

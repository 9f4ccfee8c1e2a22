/**
 * `examples/mcp`, with the MCP clients of other projects, unmodified: from the registration to the
 * refusal after the end of the access.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { app, auth, resource } from "../../examples/mcp/main.ts";
import { captureMail, signInAs } from "../../src/tools/testing/mod.ts";
import { byForm, createServerBrowser } from "../conformance/oauth_server/_browser.ts";
import { ADA, type Judged } from "../conformance/oauth_server/_judged.ts";
import {
  createMcpApp,
  MCP_CLIENTS,
  type McpPackage,
} from "../conformance/oauth_server/_mcp_clients.ts";

const origin = new URL(resource).origin;
const inbox = captureMail(auth);
const send: typeof fetch = (input, init) => app(new Request(input, init));

/** The app, and a browser in which Ada is signed in and allows what is asked. */
async function openSite(pages: string[]): Promise<Judged> {
  const { setCookies } = await signInAs(auth, ADA, { origin });
  const allow = byForm({}, "Allow");
  const browser = createServerBrowser(origin, (html, url) => {
    pages.push(html);
    return allow(html, url);
  }, send);
  browser.cookies.store(new URL(origin), setCookies);
  return {
    name: "examples/mcp",
    issuer: origin,
    resource,
    fetch: send,
    browse: (url) => browser.follow(url),
    async ask(token) {
      const headers = {
        "authorization": `Bearer ${token}`,
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
      const response = await send(resource, { method: "POST", headers, body });
      await response.body?.cancel();
      return response.status;
    },
    async endGrants() {
      for (const { id } of await auth.oauthServer.listGrants(ADA.id)) {
        await auth.oauthServer.revokeGrant(ADA.id, id);
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

for (const name of Object.keys(MCP_CLIENTS) as McpPackage[]) {
  Deno.test(`examples/mcp: ${name} registers, signs in, lists the tool, and is refused after the end`, async () => {
    const pages: string[] = [];
    await using site = await openSite(pages);
    const client = createMcpApp(name, "dynamic", site);
    assertEquals(await client.list(), "list-projects");
    assertEquals(await client.call("list-projects"), `Projects of ${ADA.id}`);
    assertEquals(client.opened.length, 1);
    assertStringIncludes(pages.at(-1)!, "Read your projects");
    assert(client.kept.client.client_id, "it registered itself");
    assertStringIncludes((await inbox.next(ADA.email)).text, "got access");

    const { access_token: access, refresh_token: refresh } = client.kept.tokens;
    assertEquals(await site.ask(access), 200);
    await site.endGrants();
    assertEquals(await site.ask(access), 401);
    const { token_endpoint } = await (await send(
      `${origin}/.well-known/oauth-authorization-server`,
    )).json();
    const body = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: refresh,
      client_id: client.kept.client.client_id,
    });
    const refused = await send(token_endpoint, { method: "POST", body });
    assertEquals([refused.status, (await refused.json()).error], [400, "invalid_grant"]);
    // The client itself is led to a new sign-in.
    assertEquals(await client.list(), "list-projects");
    assertEquals(client.opened.length, 2);
  });
}

Deno.test("examples/mcp: a client without a token learns where it gets one", async () => {
  const refused = await send(resource, { method: "POST" });
  assertEquals(refused.status, 401);
  const [, url] = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate")!)!;
  const { authorization_servers } = await (await send(url!)).json();
  assertEquals(authorization_servers, [origin]);
});

Deno.test("examples/mcp: at most 50 lines", async () => {
  const text = await Deno.readTextFile(new URL("../../examples/mcp/main.ts", import.meta.url));
  assert(text.trimEnd().split("\n").length <= 50);
});

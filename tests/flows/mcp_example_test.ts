/**
 * `examples/mcp`, with the MCP clients of other projects, unmodified: from the registration to the
 * refusal after the end of the access.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { auth, resource } from "../../examples/mcp/auth.ts";
import app from "../../examples/mcp/main.ts";
import { captureMail, signInAs, tokenFor } from "../../src/tools/testing/mod.ts";
import { byForm, createServerBrowser } from "../conformance/oauth_server/_browser.ts";
import { ADA, type Judged } from "../conformance/oauth_server/_judged.ts";
import {
  createMcpApp,
  MCP_CLIENTS,
  type McpPackage,
} from "../conformance/oauth_server/_mcp_clients.ts";

const origin = new URL(resource).origin;
const inbox = captureMail(auth);
const send: typeof fetch = (input, init) => app.fetch(new Request(input, init));

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

Deno.test("examples/mcp: its files are those of the guide", async () => {
  const guide = await Deno.readTextFile(new URL("../../docs/mcp.md", import.meta.url));
  for (const name of ["auth.ts", "mcp.ts", "main.ts"]) {
    const text = await Deno.readTextFile(new URL(`../../examples/mcp/${name}`, import.meta.url));
    assertStringIncludes(guide, `\`${name}\`:\n\n\`\`\`ts\n${text}\`\`\``, name);
  }
});

Deno.test("examples/mcp: a client in a browser may call it, and sees where it gets a token", async () => {
  const preflight = await send(resource, {
    method: "OPTIONS",
    headers: {
      "origin": "https://inspector.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, content-type, mcp-protocol-version",
    },
  });
  assertEquals(preflight.status, 204);
  const { headers } = preflight;
  assertEquals(headers.get("access-control-allow-origin"), "*");
  // The wildcard is for all others, such as `mcp-protocol-version`.
  const allowed = headers.get("access-control-allow-headers")!.toLowerCase().split(", ");
  for (const name of ["authorization", "content-type", "*"]) assert(allowed.includes(name), name);
  const refused = await send(resource, {
    method: "POST",
    headers: { origin: "https://inspector.example" },
  });
  await refused.body?.cancel();
  assertEquals(refused.status, 401);
  assertEquals(refused.headers.get("access-control-allow-origin"), "*");
  assertStringIncludes(refused.headers.get("access-control-expose-headers")!, "WWW-Authenticate");
  // What it asks next answers other sites, too.
  for (const path of ["oauth-protected-resource/mcp", "oauth-authorization-server"]) {
    const document = await send(`${origin}/.well-known/${path}`, {
      headers: { origin: "https://inspector.example" },
    });
    await document.body?.cancel();
    assertEquals(document.headers.get("access-control-allow-origin"), "*", path);
  }
});

Deno.test("examples/mcp: there is no stream to open", async () => {
  const { accessToken } = await tokenFor(auth, ADA, { resource, scopes: "all" });
  const answer = await send(resource, {
    headers: { authorization: `Bearer ${accessToken}`, accept: "text/event-stream" },
  });
  assertEquals([answer.status, answer.headers.get("allow")], [405, "POST"]);
});

/**
 * MCP clients of other projects at the authorization server and the MCP server that `protect`
 * guards. Each sign-in is tried on `oidc-provider` too, so that a failure here says something about
 * this server.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { isChosen } from "../../_stride.ts";
import { READ, WRITE } from "./_judged.ts";
import { startLive } from "./_live.ts";
import { createMcpApp, MCP_CLIENTS, type McpPackage, type Registration } from "./_mcp_clients.ts";
import { startOracle } from "./_oracle.ts";

const REGISTRATIONS: readonly Registration[] = ["document", "dynamic", "preregistered"];

const CASES = (Object.keys(MCP_CLIENTS) as McpPackage[]).flatMap((name) =>
  REGISTRATIONS.map((how) => ({ name, how }))
);
/** One of each package among those that run always. */
const chosen = CASES.filter((_, index) => isChosen(index === 0 || index === 4 ? 0 : 1, 2));

/** Scopes of the resource: the second package asks for `offline_access` too. */
const scopesOf = (text: string) =>
  text.split(" ").filter((scope) => scope !== "offline_access").sort();

for (const start of [startLive, startOracle]) {
  Deno.test(`MCP clients of other projects: ${start.name}`, async (t) => {
    for (const { name, how } of chosen) {
      await t.step(`${name}, ${how}: signs in, steps up and refreshes`, async () => {
        await using site = await start();
        const app = createMcpApp(name, how, site);
        assertEquals(await app.call("read"), "read: done");
        assertEquals(app.opened.map(scopesOf), [[READ]]);
        // It has a token, so the browser is not opened again.
        assertEquals(await app.call("read"), "read: done");
        assertEquals(app.opened.length, 1);
        // There, a client that registered with scopes is limited to them.
        if (site.name === "oidc-provider" && how === "dynamic") return;
        // The first package refreshes where it should ask for more, and gets no further.
        if (name.endsWith("1")) delete app.kept.tokens.refresh_token;
        // The challenge of the operation names all scopes that it needs.
        assertEquals(await app.call("write"), "write: done");
        assertEquals(app.opened.map(scopesOf), [[READ], [READ, WRITE]]);
        // A token that does not count any more is replaced by the refresh token.
        const before = app.kept.tokens;
        app.kept.tokens = { ...before, access_token: "spent" };
        assertEquals(await app.call("write"), "write: done");
        assertEquals(app.opened.length, 2);
        assertNotEquals(app.kept.tokens.refresh_token, before.refresh_token);
      });
    }
  });
}

Deno.test("MCP clients of other projects: the end of a grant leads to a new sign-in", async (t) => {
  for (const { name, how } of chosen) {
    await t.step(`${name}, ${how}`, async () => {
      await using site = await startLive();
      const app = createMcpApp(name, how, site);
      assertEquals(await app.call("read"), "read: done");
      const { access_token: token } = app.kept.tokens;
      assertEquals(await site.ask(token), 200);
      await site.endGrants();
      assertEquals(await site.ask(token), 401);
      assertEquals(await app.call("read"), "read: done");
      assertEquals(app.opened.length, 2);
    });
  }
});

Deno.test("MCP clients of other projects: they find an issuer with a path", async (t) => {
  for (const { name, how } of chosen) {
    await t.step(`${name}, ${how}`, async () => {
      await using site = await startLive({ path: "/tenant" });
      const app = createMcpApp(name, how, site);
      assertEquals(await app.call("read"), "read: done");
      const found = "/.well-known/oauth-authorization-server/tenant 200";
      assert(site.log.includes(`GET ${found}`));
    });
  }
});

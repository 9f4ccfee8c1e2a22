/**
 * `mcp-remote`, the program between editors and MCP servers, unmodified.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { isChosen } from "../../_stride.ts";
import { startLive } from "./_live.ts";
import { DOCUMENT } from "./_mcp_server.ts";
import { startMcpRemote } from "./_programs.ts";

/** Ways for it to become known. */
const WAYS = {
  "dynamic registration": [],
  "a document": ["--client-metadata-url", DOCUMENT],
  "pre-registration": ["--static-oauth-client-info", JSON.stringify({ client_id: "cli" })],
} as const;

// Its start takes a second of a core, so that none of it runs always.
const chosen = Object.entries(WAYS).filter(() => isChosen(1, 2));

for (const [name, args] of chosen) {
  Deno.test(`mcp-remote: ${name}: signs in, steps up, and signs in again after the end`, async () => {
    await using site = await startLive();
    const dir = await Deno.makeTempDir();
    await using remote = await startMcpRemote(site, dir, args);
    assertEquals(await remote.call("read"), "read: done");
    assertEquals(remote.opened(), 1);
    assertEquals(await remote.call("write"), "write: done");
    assertEquals(remote.opened(), 2);
    await site.endGrants();
    assertEquals(await remote.call("read"), "read: done");
    assertEquals(remote.opened(), 3);
    await Deno.remove(dir, { recursive: true });
  });
}

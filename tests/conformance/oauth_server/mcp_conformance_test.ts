/**
 * The official conformance tests of the Model Context Protocol, for authorization servers. Those
 * for MCP servers have no scenario about authorization; those for clients are in the README.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { READ } from "./_judged.ts";
import { startLive } from "./_live.ts";
import { startOracle } from "./_oracle.ts";
import { listConformance, runConformance } from "./_programs.ts";

const SCENARIOS = ["authorization-code-grant", "authorization-server-metadata-endpoint"];

/** Of a revision before there was metadata of resources. */
const OLD = [
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/2025-03-26-oauth-endpoint-fallback",
];

/** Ids of checks with the status, and the message of those that are not passed. */
function resultsOf({ checks }: Awaited<ReturnType<typeof runConformance>>) {
  return Object.fromEntries(
    Object.values(checks).flat().map(({ id, status, errorMessage }) => [
      id,
      status === "SUCCESS" ? status : `${status}: ${errorMessage}`,
    ]),
  );
}

const PASSED = {
  "authorization-code-grant": "SUCCESS",
  "authorization-server-metadata": "SUCCESS",
  "authorization-server-metadata-cimd": "SUCCESS",
};

Deno.test("MCP conformance: every scenario for authorization servers runs here", async () => {
  const scenarios = await listConformance();
  assertEquals(scenarios["Authorization server"]?.toSorted(), SCENARIOS);
  // None of those for MCP servers is about authorization, unlike those for clients.
  assertEquals(scenarios["Server"]?.filter((name) => name.startsWith("auth")), []);
  const table = await Deno.readTextFile(new URL("README.md", import.meta.url));
  const forClients = scenarios["Client"]!.filter((name) => name.startsWith("auth/"));
  assertEquals(
    forClients.filter((name) => !table.includes(`| \`${name}\``) && !OLD.includes(name)),
    [],
  );
});

Deno.test("MCP conformance: all checks pass, with the resource named", async () => {
  await using site = await startLive();
  const run = await runConformance(site, ["--client-id", "cli", "--resource", site.resource]);
  assertEquals(resultsOf(run), PASSED);
});

Deno.test("MCP conformance: all checks pass, for an issuer with a path", async () => {
  await using site = await startLive({ path: "/tenant" });
  const run = await runConformance(site, ["--client-id", "cli", "--resource", site.resource]);
  assertEquals(resultsOf(run), PASSED);
});

Deno.test("MCP conformance: all checks pass, without a resource, as older clients ask", async () => {
  await using site = await startLive();
  const run = await runConformance(site, ["--client-id", "cli"]);
  assertEquals(resultsOf(run), PASSED);
});

Deno.test("MCP conformance: all checks pass on oidc-provider, so the driver is right", async () => {
  await using site = await startOracle();
  // It answers no request without a scope.
  const browse = async (url: string | URL) => {
    const asked = new URL(url);
    asked.searchParams.set("scope", READ);
    return await site.browse(asked);
  };
  const run = await runConformance({ ...site, browse }, [
    ...["--client-id", "cli", "--resource", site.resource],
  ]);
  assertEquals(resultsOf(run), PASSED);
});

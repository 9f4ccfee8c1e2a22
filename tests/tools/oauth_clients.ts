/**
 * Runs clients of Debian against the authorization server, and against `oidc-provider`, on which each
 * is tried first; prints a table. Exits with 1 when one does not do here what it must. One whose
 * package is not installed is skipped, with the reason.
 *
 *     deno run -A tests/tools/oauth_clients.ts [--only=go]
 *
 * @module
 */

import { startLive } from "../conformance/oauth_server/_live.ts";
import { startOracle } from "../conformance/oauth_server/_oracle.ts";
import { APACHE_CLIENTS } from "./oauth_clients/_apache.ts";
import { LINE_CLIENTS, type PackagedClient, type Steps } from "./oauth_clients/_line_clients.ts";

const only = Deno.args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";

/** Returns `true` when a client did what it must. */
function isRight({ refreshed, refreshAfter, accessAfter }: Steps): boolean {
  const isRefused = /^refused/.test(refreshAfter);
  const isWorking = refreshed === "refreshed" || /introspection 200, by keys 200/.test(refreshed);
  return isWorking && isRefused && !/introspection 200|^status 200/.test(accessAfter);
}

async function row(client: PackagedClient): Promise<{ cells: string[]; isRight: boolean }> {
  const reason = await client.lacks();
  if (reason) {
    console.error(`SKIPPED ${client.name}: ${reason}; apt-get install ${client.package}`);
    return { cells: ["skipped", "", "", "", ""], isRight: true };
  }
  const tried = await attempt(client, startOracle);
  const seen = await attempt(client, startLive);
  if (typeof seen === "string") return { cells: [seen, "", "", "", ""], isRight: false };
  const { subject, refreshed, accessAfter, refreshAfter } = seen;
  const there = typeof tried === "string" ? tried : "the same steps";
  return {
    cells: [subject, refreshed, accessAfter, refreshAfter, there],
    isRight: isRight(seen),
  };
}

async function attempt(
  client: PackagedClient,
  start: typeof startLive | typeof startOracle,
): Promise<Steps | string> {
  await using site = await start();
  try {
    return await client.run(site);
  } catch (error) {
    return `failed: ${(error as Error).message.replaceAll("\n", " ").slice(0, 300)}`;
  }
}

if (import.meta.main) {
  const clients = [...LINE_CLIENTS, ...APACHE_CLIENTS].filter(({ name }) => name.includes(only));
  const rows: string[][] = [];
  let isAllRight = true;
  for (const client of clients) {
    const { cells, isRight } = await row(client);
    isAllRight &&= isRight;
    rows.push([isRight ? client.name : `**${client.name}**`, ...cells]);
  }
  console.log(
    "| Client | User | Refresh | Access after the end | Refresh after it | oidc-provider |",
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const cells of rows) console.log(`| ${cells.join(" | ")} |`);
  if (!isAllRight) Deno.exit(1);
}

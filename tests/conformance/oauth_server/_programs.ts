/**
 * Programs of other projects that are MCP clients, unmodified, each as a process of its own.
 *
 * @module
 */

import { appEnvironment } from "../../_environment.ts";
import { specifierOf } from "../../_packages.ts";
import { endOfHanging, waitForText, waitUntil, watchChild } from "../../_wait.ts";
import type { Judged } from "./_judged.ts";

/** URL that a program shows, for the browser of the user. */
const SHOWN = /^(http\S+[?&]response_type=code\S*)$/m;

/** A port that nothing listens at. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

/** Starts a program of a package. */
async function start(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", await specifierOf(name), ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    // It would open the browser of the machine.
    env: { ...appEnvironment({ ...env, PATH: "" }) },
    clearEnv: true,
    signal: endOfHanging(),
  }).spawn();
  return { child, watched: watchChild(child, child.stdout, child.stderr) };
}

/** Follows a URL, and opens the page of the client that it leads to. */
async function openFor(site: Judged, url: string): Promise<void> {
  const back = await site.browse(url);
  await waitUntil(`${back.origin} answers`, async (signal) => {
    const response = await fetch(back, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    return response;
  });
}

/** Result of the official conformance tests. */
export interface ConformanceRun {
  readonly text: string;
  /** Checks by scenario: id, status and message. */
  readonly checks: Readonly<Record<string, readonly ConformanceCheck[]>>;
}

/** A check. */
export interface ConformanceCheck {
  readonly id: string;
  readonly status: "FAILURE" | "SKIPPED" | "SUCCESS" | "WARNING";
  readonly errorMessage?: string;
}

/** Runs the tests for authorization servers; the user follows the URL that they print. */
export async function runConformance(
  site: Judged,
  args: readonly string[],
): Promise<ConformanceRun> {
  const dir = await Deno.makeTempDir();
  const own = ["--url", site.issuer, "-p", String(freePort()), "-o", dir];
  const { child, watched } = await start("@modelcontextprotocol/conformance", [
    "authorization",
    ...own,
    ...args,
  ]);
  await child.stdin.close();
  try {
    const shown = await Promise.race([waitForText(SHOWN, watched), watched.ended]);
    if (Array.isArray(shown) && typeof shown[1] === "string") await openFor(site, shown[1]);
    await watched.ended;
    const checks: Record<string, ConformanceCheck[]> = {};
    for await (const { name } of Deno.readDir(dir)) {
      const scenario = /^authorization-server-(.*)-\d{4}-\d\d-\d\dT/.exec(name)![1]!;
      checks[scenario] = JSON.parse(await Deno.readTextFile(`${dir}/${name}/checks.json`));
    }
    return { text: watched.text, checks };
  } finally {
    await watched.stop();
    await Deno.remove(dir, { recursive: true });
  }
}

/** Names of the scenarios that the official conformance tests have, by the heading of the list. */
export async function listConformance(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { child, watched } = await start("@modelcontextprotocol/conformance", ["list"]);
  await child.stdin.close();
  await watched.ended;
  const found: Record<string, string[]> = {};
  let heading = "";
  for (const line of watched.text.split("\n")) {
    heading = /^(\w.*?) scenarios? /.exec(line)?.[1] ?? heading;
    const name = /^ {2}- (\S+)/.exec(line)?.[1];
    if (name) (found[heading] ??= []).push(name);
  }
  return found;
}

/** `mcp-remote`, as an editor runs it: it speaks with the editor, and with the MCP server. */
export interface McpRemote extends AsyncDisposable {
  /** Calls a tool; returns the text of the answer, or its error. */
  call(tool: string): Promise<string>;
  /** Times that the browser was opened. */
  readonly opened: () => number;
}

/** Starts it. */
export async function startMcpRemote(
  site: Judged,
  dir: string,
  args: readonly string[] = [],
): Promise<McpRemote> {
  const { child, watched } = await start("mcp-remote", [
    site.resource,
    String(freePort()),
    ...["--host", "127.0.0.1", "--transport", "http-only", "--callback-path", "/callback"],
    ...args,
  ], { MCP_REMOTE_CONFIG_DIR: dir });
  const writer = child.stdin.getWriter();
  const send = async (message: Record<string, unknown>) =>
    await writer.write(new TextEncoder().encode(
      JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n",
    ));
  let opened = 0;
  let read = 0;
  let id = 0;
  const answerTo = async (method: string, params: Record<string, unknown>) => {
    const number = ++id;
    await send({ id: number, method, params });
    const pattern = new RegExp(`^\\{.*"id":${number}[,}].*$`, "m");
    const line = await waitUntil(`mcp-remote answers ${method}`, async () => {
      const shown = SHOWN.exec(watched.text.slice(read));
      if (shown) {
        read += shown.index + shown[0].length;
        opened++;
        await openFor(site, shown[1]!);
      }
      return pattern.exec(watched.text)?.[0];
    }, { child: watched });
    return JSON.parse(line);
  };
  await answerTo("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "judge", version: "1.0.0" },
  });
  await send({ method: "notifications/initialized" });
  return {
    async call(tool) {
      const { result, error } = await answerTo("tools/call", { name: tool, arguments: {} });
      return result ? result.content[0].text : `error: ${error.message}`;
    },
    opened: () => opened,
    async [Symbol.asyncDispose]() {
      await writer.close().catch(() => {});
      await watched.stop();
    },
  };
}

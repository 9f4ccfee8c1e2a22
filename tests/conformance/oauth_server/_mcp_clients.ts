/**
 * MCP clients: the official packages of both generations, with the store that an app gives them.
 *
 * @module
 */

import * as second from "@modelcontextprotocol/client";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Judged } from "./_judged.ts";
import { DOCUMENT } from "./_mcp_server.ts";

/** How a client becomes known to the server. */
export type Registration = "document" | "dynamic" | "preregistered";

/** Where the browser returns; the port is not registered. */
const REDIRECT = "http://127.0.0.1:8765/callback";

/** The clients. */
export const MCP_CLIENTS = {
  "@modelcontextprotocol/sdk 1": { Client, Transport: StreamableHTTPClientTransport },
  "@modelcontextprotocol/client 2": {
    Client: second.Client,
    Transport: second.StreamableHTTPClientTransport,
  },
} as const;

export type McpPackage = keyof typeof MCP_CLIENTS;

/** What an app keeps for the client. */
// deno-lint-ignore no-explicit-any -- each package has types of its own for the same
type Kept = Record<string, any>;

/** An app with the client. */
export interface McpApp {
  /** What is kept: `tokens`, `client`. */
  readonly kept: Kept;
  /** Times that the browser was opened, with the scopes that were asked for. */
  readonly opened: string[];
  /** Calls a tool, with a sign-in if the server wants one; returns its text. */
  call(tool: string): Promise<string>;
  /** Names of the tools, with a sign-in if the server wants one. */
  list(): Promise<string>;
}

/** Makes the app. */
export function createMcpApp(name: McpPackage, how: Registration, site: Judged): McpApp {
  const kept: Kept = how === "preregistered" ? { client: { client_id: "cli" } } : {};
  const opened: string[] = [];
  let redirected: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    ...how === "document" ? { clientMetadataUrl: DOCUMENT } : {},
    clientMetadata: {
      client_name: "Judge",
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
      token_endpoint_auth_method: "none",
    },
    state: () => kept.state = crypto.randomUUID(),
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization(url) {
      redirected = url;
      opened.push(url.searchParams.get("scope") ?? "");
    },
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => void (kept.discovery = state),
    discoveryState: () => kept.discovery,
    invalidateCredentials(scope) {
      if (scope === "all" || scope === "tokens") delete kept.tokens;
      if (scope === "all" || scope === "client") delete kept.client;
      if (scope === "all" || scope === "discovery") delete kept.discovery;
    },
  };

  // deno-lint-ignore no-explicit-any -- see above
  async function attempt(use: (client: any) => Promise<string>): Promise<string | URL> {
    redirected = undefined;
    // deno-lint-ignore no-explicit-any -- see above
    const { Client, Transport } = MCP_CLIENTS[name] as any;
    const transport = new Transport(new URL(site.resource), {
      authProvider: provider,
      fetch: site.fetch,
    });
    const client = new Client({ name: "judge", version: "1.0.0" });
    try {
      await client.connect(transport);
      return await use(client);
    } catch (error) {
      if (!redirected) throw error;
      const back = await site.browse(redirected);
      if (back.searchParams.get("state") !== kept.state) throw new Error("Another state came back");
      const error_ = back.searchParams.get("error");
      if (error_) throw new Error(`The server answered with ${error_}`);
      await transport.finishAuth(
        name.endsWith("2") ? back.searchParams : back.searchParams.get("code")!,
      );
      return back;
    } finally {
      await client.close();
    }
  }

  // deno-lint-ignore no-explicit-any -- see above
  async function run(use: (client: any) => Promise<string>): Promise<string> {
    const first = await attempt(use);
    if (typeof first === "string") return first;
    const second = await attempt(use);
    if (typeof second === "string") return second;
    throw new Error("The browser was opened again after a sign-in");
  }

  return {
    kept,
    opened,
    call: (tool) =>
      run(async (client) => {
        const { content } = await client.callTool({ name: tool, arguments: {} });
        return content[0].text;
      }),
    list: () =>
      run(async (client) => {
        const { tools } = await client.listTools();
        return tools.map(({ name }: { name: string }) => name).join();
      }),
  };
}

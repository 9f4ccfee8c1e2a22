/**
 * An MCP server with two tools, of the official package. It keeps nothing between requests. A guard
 * before it says who may call it.
 *
 * @module
 */

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { CALLBACK, LOOPBACK, READ, WRITE } from "./_judged.ts";

/** URL of the document about a client; no other can be read. */
export const DOCUMENT = "https://client.example/mcp-client.json";

/** The document. */
const METADATA = {
  client_id: DOCUMENT,
  client_name: "Document client",
  redirect_uris: [LOOPBACK, CALLBACK],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  application_type: "native",
  token_endpoint_auth_method: "none",
};

/** Reads the documents of strangers. */
export function fetchDocument(input: RequestInfo | URL): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  if (url !== DOCUMENT) return Promise.reject(new TypeError(`There is no ${url}`));
  return Promise.resolve(Response.json(METADATA));
}

/** Scopes that a request needs: a tool that changes something needs one more. */
export async function scopesFor(request: Request): Promise<string[]> {
  const message = await request.clone().json().catch(() => null);
  return message?.params?.name === "write" ? [READ, WRITE] : [READ];
}

/** Answers a request that may call the server. */
export async function answerMcp(request: Request): Promise<Response> {
  // It has nothing to say by itself, and a stream would keep the port open.
  if (request.method !== "POST") return new Response(null, { status: 405 });
  const server = new McpServer({ name: "projects", version: "1.0.0" });
  for (const name of ["read", "write"]) {
    server.registerTool(name, { description: `${name}s` }, () => ({
      content: [{ type: "text", text: `${name}: done` }],
    }));
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return await transport.handleRequest(request);
}

/** An MCP server that reads the tokens of another server by its keys alone. */
export function startForeignMcp() {
  let issuer = "";
  let keys: ReturnType<typeof createRemoteJWKSet>;
  const running = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
  const origin = `http://127.0.0.1:${running.addr.port}`;
  const resource = `${origin}/mcp`;
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;

  async function answer(request: Request): Promise<Response> {
    if (request.url === metadata) {
      return Response.json({
        resource,
        authorization_servers: [issuer],
        scopes_supported: [READ, WRITE],
      });
    }
    if (request.url !== resource) return new Response(null, { status: 404 });
    const needed = await scopesFor(request);
    const challenge = (status: number, error = "") =>
      new Response(null, {
        status,
        headers: {
          "www-authenticate": `Bearer ${error}scope="${
            needed.join(" ")
          }", resource_metadata="${metadata}"`,
        },
      });
    const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    const verified = await jwtVerify(token, keys, { issuer, audience: resource })
      .catch(() => undefined);
    if (!verified) return challenge(401);
    const scopes = String(verified.payload.scope).split(" ");
    const isEnough = needed.every((scope) => scopes.includes(scope));
    if (!isEnough) return challenge(403, 'error="insufficient_scope", ');
    return await answerMcp(request);
  }

  return {
    resource,
    /** @param jwksUri where the keys are */
    trust(url: string, jwksUri: string) {
      issuer = url;
      keys = createRemoteJWKSet(new URL(jwksUri));
    },
    [Symbol.asyncDispose]: () => running.shutdown(),
  };
}

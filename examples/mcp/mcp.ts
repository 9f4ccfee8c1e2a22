import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";

/** One request of an assistant. Nothing is kept between two, so there is no stream to open. */
export async function mcp(request: Request, who: { id: string }): Promise<Response> {
  if (request.method !== "POST") {
    return new Response(null, { status: 405, headers: { allow: "POST" } });
  }
  const server = new McpServer({ name: "projects", version: "1.0.0" });
  server.registerTool("list-projects", { description: "Lists your projects" }, () => ({
    content: [{ type: "text", text: `Projects of ${who.id}` }],
  }));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return await transport.handleRequest(request);
}

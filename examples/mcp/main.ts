// AUTH_SECRET=… deno run --allow-net --allow-env examples/mcp/main.ts
//
// Add http://localhost:8000/mcp to your assistant. The link to sign in is printed here.
import { AccountPage } from "@x/auth/account";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { OAuthServer } from "@x/auth/oauth-server";
import Nodemailer, { type MailMessage } from "@x/auth/providers/nodemailer";
import { defineAuth } from "@x/auth/server";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";

/** Prints emails instead of sending them. */
const sendMail = ({ to, subject, text }: MailMessage) =>
  Promise.resolve(console.log(`\nTo: ${to}\nSubject: ${subject}\n\n${text}`));

const origin = "http://localhost:8000"; // the public origin of your app
export const resource = `${origin}/mcp`;

export const auth = defineAuth({
  providers: [Nodemailer({ server: { sendMail }, from: "Projects <no-reply@projects.example>" })],
  adapter: MemoryAdapter(), // data is lost when the process ends
  session: { revocation: {} }, // what ends a user ends the tokens too
  account: AccountPage(), // its row "Apps with access" ends the access of an assistant
  oauthServer: OAuthServer({
    issuer: origin,
    resources: { [resource]: { name: "Projects", scopes: ["project:read"] } },
    registration: { metadataDocuments: "ask", dynamic: "open" },
  }),
  texts: { en: { scopes: { "project:read": "Read your projects" } } },
  theme: { name: "Projects" },
});

/** Runs for requests with a token for this resource and scope; others learn where they get one. */
const mcp = auth.protect(async (request, who) => {
  // The server keeps nothing between requests, so it has no stream to open.
  if (request.method !== "POST") return new Response(null, { status: 405 });
  const server = new McpServer({ name: "projects", version: "1.0.0" });
  server.registerTool("list-projects", { description: "Lists your projects" }, () => ({
    content: [{ type: "text", text: `Projects of ${who.id}` }],
  }));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return await transport.handleRequest(request);
}, { accept: ["token"], resource, scopes: ["project:read"] });

export const app = async (request: Request, info?: unknown): Promise<Response> =>
  new URL(request.url).pathname === "/mcp" ? await mcp(request) : await auth.handler(request, info);

if (import.meta.main) Deno.serve(app);

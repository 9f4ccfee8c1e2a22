import { MemoryAdapter } from "@x/auth/adapters/memory";
import { OAuthServer } from "@x/auth/oauth-server";
import { defineAuth } from "@x/auth/server";
import { mcp } from "../mcp/mcp.ts";

/** Options of {@linkcode startApp}. */
export interface AppOptions {
  readonly port: number;
  /** Issuer of the company. */
  readonly company: string;
  /** People of the company who have an account here: their address, by their id there. */
  readonly people: Readonly<Record<string, string>>;
  /** The agent, as its client here. */
  readonly agent: { readonly id: string; readonly secret: string };
}

/** Starts an app with an MCP server, whose customer is the company. */
export async function startApp({ port, company, people, agent }: AppOptions) {
  const issuer = `http://localhost:${port}`;
  const resource = `${issuer}/mcp`;
  const accounts = new Map<string, string>();
  const auth = defineAuth({
    providers: [],
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    oauthServer: OAuthServer({
      issuer,
      resources: { [resource]: { name: "Projects", scopes: ["project:read"] } },
      clients: { [agent.id]: { secret: agent.secret, grants: ["jwt-bearer"] } },
      assertions: {
        [company]: {
          jwksUri: `${company}/jwks`,
          userOf: ({ sub }) => accounts.get(sub) ?? null, // nobody is made by an assertion
        },
      },
    }),
    secret: "a-secret-of-at-least-32-characters", // AUTH_SECRET of the environment, in production
    trustHost: true,
  });
  for (const [sub, email] of Object.entries(people)) {
    accounts.set(sub, (await auth.users.create({ email })).id);
  }
  const guarded = auth.protect(mcp, { accept: ["token"], resource, scopes: ["project:read"] });
  const server = Deno.serve(
    { port, hostname: "localhost", onListen() {} },
    (request) =>
      new URL(request.url).pathname === "/mcp" ? guarded(request) : auth.handler(request),
  );
  return {
    auth,
    issuer,
    resource,
    /** Id of the account of a person of the company. */
    accountOf: (sub: string) => accounts.get(sub),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

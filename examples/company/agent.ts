import {
  Client,
  CrossAppAccessProvider,
  discoverAndRequestJwtAuthGrant,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import * as openid from "openid-client";

/** An id and a secret at a server. */
interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** Options of {@linkcode askProjects}. */
export interface AgentOptions {
  /** Issuer of the company, and the agent there. */
  readonly company: string;
  readonly atCompany: Credentials & { readonly redirectUri: string };
  /** URL of the MCP server, its authorization server, and the agent there. */
  readonly resource: string;
  readonly issuer: string;
  readonly atApp: Credentials;
  /** Opens a URL in the browser of the person; returns the one that it is sent back to. */
  open(url: URL): Promise<URL>;
}

/** Signs a person in at the company, and calls a tool of the app for that person. */
export async function askProjects(
  { company, atCompany, resource, issuer, atApp, open }: AgentOptions,
): Promise<string> {
  const method = openid.ClientSecretPost(atCompany.secret);
  const client = await openid.discovery(new URL(company), atCompany.id, undefined, method, {
    execute: [openid.allowInsecureRequests], // http, on this computer
  });
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: atCompany.redirectUri,
    scope: "openid",
    state: expectedState,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  const checks = { pkceCodeVerifier, expectedState, idTokenExpected: true };
  const { id_token } = await openid.authorizationCodeGrant(client, await open(url), checks);

  // The client of the protocol does the rest: an assertion, a token, and the call.
  const authProvider = new CrossAppAccessProvider({
    clientId: atApp.id,
    clientSecret: atApp.secret,
    expectedIssuer: issuer,
    async assertion({ authorizationServerUrl, resourceUrl, scope, fetchFn }) {
      const { jwtAuthGrant } = await discoverAndRequestJwtAuthGrant({
        idpUrl: company,
        audience: authorizationServerUrl,
        resource: resourceUrl,
        idToken: id_token!,
        clientId: atCompany.id,
        clientSecret: atCompany.secret,
        ...scope === undefined ? {} : { scope },
        fetchFn,
      });
      return jwtAuthGrant;
    },
  });
  const agent = new Client({ name: "agent", version: "1.0.0" });
  try {
    await agent.connect(new StreamableHTTPClientTransport(new URL(resource), { authProvider }));
    const { content } = await agent.callTool({ name: "list-projects", arguments: {} });
    return (content as { text: string }[])[0]!.text;
  } finally {
    await agent.close();
  }
}

/**
 * An OpenID Provider of another project on a loopback port, with two people who can sign in
 * by choosing their name.
 *
 * @module
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { exportJWK, generateKeyPair } from "jose";
import { captureConsole } from "./_console.ts";
import type { Person } from "../examples/demo/provider.ts";
import { choosePage } from "../examples/demo/views.ts";

/** All people with an account at the provider. */
export const people: readonly Person[] = [
  { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" },
  { sub: "grace", name: "Grace Hopper", email: "grace@example.com" },
];

/** Options of {@linkcode startOpenIDProvider}. */
export interface OpenIDProviderOptions {
  /** Port; 0 selects a free one. */
  port?: number;
  /** Redirect URIs of the client. */
  redirectUris: string[];
  /** Authentication method of the client. Default `client_secret_basic`. */
  authMethod?: "client_secret_basic" | "client_secret_post" | "none";
  /** Members of the client's registration that replace the usual ones. */
  client?: Record<string, unknown>;
  /** Members of the package's configuration that replace the usual ones. */
  configuration?: Record<string, unknown>;
  /** URL that is told about the end of sessions. Default: none. */
  backChannelLogoutUri?: string | undefined;
}

/** A running provider. */
export interface OpenIDProvider extends AsyncDisposable {
  /** Issuer identifier, also its origin. */
  issuer: string;
  /** Client id of the only client. */
  clientId: string;
  /** Client secret. */
  clientSecret: string;
}

/** The key that signs, one for all providers of the process: an RSA key takes long to make. */
let signingKeys: Promise<object[]> | undefined;

async function makeSigningKeys(): Promise<object[]> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return [{ ...await exportJWK(privateKey), alg: "RS256", use: "sig" }];
}

/** Starts the provider. */
export async function startOpenIDProvider(
  {
    port = 0,
    redirectUris,
    authMethod = "client_secret_basic",
    backChannelLogoutUri,
    client,
    configuration,
  }: OpenIDProviderOptions,
): Promise<OpenIDProvider> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const clientId = "demo";
  const clientSecret = crypto.randomUUID();
  const provider = await createProvider(issuer, {
    client_id: clientId,
    ...authMethod === "none" ? {} : { client_secret: clientSecret },
    redirect_uris: redirectUris,
    token_endpoint_auth_method: authMethod,
    ...backChannelLogoutUri === undefined ? {} : {
      backchannel_logout_uri: backChannelLogoutUri,
      backchannel_logout_session_required: true,
    },
    ...client,
  }, configuration);
  const answer = provider.callback();
  server.on("request", (request, response) => {
    const isLogin = request.url?.startsWith("/login/");
    void (isLogin ? login(provider, request, response) : answer(request, response));
  });
  return {
    issuer,
    clientId,
    clientSecret,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The part of the package's context that is read here. */
interface GrantContext {
  oidc: {
    provider: Provider;
    client: { clientId: string };
    session: { accountId: string };
  };
}

async function createProvider(
  issuer: string,
  client: Record<string, unknown>,
  configuration: Record<string, unknown> = {},
): Promise<Provider> {
  const jwks = configuration.jwks ?? { keys: await (signingKeys ??= makeSigningKeys()) };
  // The package warns of what does not matter on a loopback port.
  using _warnings = captureConsole("warn", "info");
  const { default: Provider } = await import("oidc-provider");
  return new Provider(issuer, {
    clients: [client],
    cookies: { keys: [crypto.randomUUID()] },
    claims: {
      openid: ["sub"],
      profile: ["name"],
      email: ["email", "email_verified"],
    },
    // Clients read the ID token only, so it has the requested claims.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    pkce: { required: () => true },
    ttl: { Session: 3600, Interaction: 3600, Grant: 3600, AccessToken: 3600, IdToken: 3600 },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/login/${uid}` },
    findAccount: (_ctx: unknown, id: string) => {
      const person = people.find(({ sub }) => sub === id);
      const claims = () => ({ ...person!, email_verified: true });
      return person && { accountId: id, claims };
    },
    // The provider and the client belong together, so there is no consent page.
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    ...configuration,
    jwks,
  });
}

/** Shows the people who can sign in (GET), or signs in the chosen one (POST). */
async function login(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await provider.interactionDetails(request, response);
  } catch {
    response.writeHead(400, { "content-type": "text/plain" })
      .end("This sign-in has expired. Go back to the app and start again.");
    return;
  }
  if (request.method !== "POST") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(choosePage(people));
    return;
  }
  let body = "";
  for await (const chunk of request) body += chunk;
  const form = new URLSearchParams(body);
  const accountId = form.get("person");
  const result = people.some(({ sub }) => sub === accountId)
    ? { login: { accountId: accountId! } }
    : { error: "access_denied", error_description: "The person chose not to sign in" };
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

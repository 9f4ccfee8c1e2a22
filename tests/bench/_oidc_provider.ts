/**
 * `oidc-provider` in this process, asked without a socket, with a client that has a refresh token.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable, Writable } from "node:stream";
import { exportJWK, generateKeyPair } from "jose";
import { captureConsole } from "../_console.ts";

const ISSUER = "https://op.example";
const CLIENT = { client_id: "web", client_secret: "a-client-secret-of-32-characters-or-more" };
const SCOPE = "project:read";

/** The members of the package's classes that are used here, which its types lack. */
type Stored = new (members: Record<string, unknown>) => {
  addResourceScope(resource: string, scope: string): void;
  save(): Promise<string>;
};

/**
 * Starts the provider. Its access tokens are signed with EdDSA, and each refresh rotates, as at the
 * other contenders.
 *
 * @param resource the API that the tokens are for
 */
export async function startRotatingProvider(resource: string) {
  using _warnings = captureConsole("warn", "info");
  const { default: Provider } = await import("oidc-provider");
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const provider = new Provider(ISSUER, {
    clients: [{
      ...CLIENT,
      redirect_uris: ["https://client.example/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "client_secret_post",
      id_token_signed_response_alg: "EdDSA",
    }],
    jwks: { keys: [{ ...await exportJWK(privateKey), alg: "EdDSA", use: "sig" }] },
    enabledJWA: { idTokenSigningAlgValues: ["EdDSA"] },
    rotateRefreshToken: true,
    ttl: { AccessToken: 3600, Grant: 86_400, RefreshToken: 86_400 },
    cookies: { keys: ["a-key-of-cookies"] },
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: SCOPE,
          audience: resource,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "EdDSA" } },
        }),
      },
    },
  });
  const answer = provider.callback();
  const classes = provider as unknown as Record<"Grant" | "RefreshToken", Stored>;
  const grant = new classes.Grant({ clientId: CLIENT.client_id, accountId: "ada" });
  grant.addResourceScope(resource, SCOPE);
  const token = new classes.RefreshToken({
    accountId: "ada",
    client: await provider.Client.find(CLIENT.client_id),
    grantId: await grant.save(),
    gty: "authorization_code",
    authTime: Math.floor(Date.now() / 1000),
    scope: SCOPE,
    resource,
  });
  const refreshToken = await token.save();
  const post = (fields: Readonly<Record<string, string>>) =>
    exchangeOf(
      answer,
      new TextEncoder().encode(`${new URLSearchParams({ ...CLIENT, ...fields })}`),
    );
  return { refreshToken, post };
}

/** A form and the place of its answer, as a server of Node hands them over when it is called. */
function exchangeOf(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  body: Uint8Array,
): () => Promise<Response> {
  const request = Object.assign(Readable.from([body]), {
    method: "POST",
    url: "/token",
    httpVersion: "1.1",
    headers: {
      "host": new URL(ISSUER).host,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
    },
    socket: new Writable(),
  });
  const headers = new Headers();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const { promise, resolve } = Promise.withResolvers<Response>();
  const response = Object.assign(
    new Writable({
      write(part, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        const { statusCode: status } = response;
        resolve(new Response(new Blob(parts), { status, headers }));
        done();
      },
    }),
    {
      statusCode: 404,
      headersSent: false,
      req: request,
      socket: request.socket,
      setHeader: (name: string, value: string | string[]) => headers.set(name, String(value)),
      getHeader: (name: string) => headers.get(name) ?? undefined,
      hasHeader: (name: string) => headers.has(name),
      removeHeader: (name: string) => headers.delete(name),
      getHeaderNames: () => [...headers.keys()],
      flushHeaders() {},
    },
  );
  return () => {
    answer(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    return promise;
  };
}

/**
 * The app's registration at an authorization server: client metadata, client
 * authentication and proof of possession. Every request that authenticates this
 * app is sent by {@linkcode sendAsClient}.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication OpenID Connect Core §9}
 * @module
 */

import * as oauth from "oauth4webapi";
import { variableName } from "../../config/env.ts";
import { algorithmOf } from "../../config/check_provider.ts";
import type { UpstreamEndpoint } from "../../hooks/telemetry.ts";
import type { TokenSet } from "../../types/entities.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { type RequestOptions, sendWithDPoP } from "./possession.ts";
import { toSigningKey } from "./signing_key.ts";

/** Parts of a request that authenticates this app. */
export interface ClientRequest {
  /** Client metadata. */
  client: oauth.Client;
  /** Client authentication. */
  clientAuth: oauth.ClientAuth;
  /** `fetch`, and the proof of possession. */
  options: RequestOptions;
}

/**
 * Sends a request that authenticates this app, with proof of possession where the
 * provider has a `dpop` key: the exchange of a code, a refresh, a pushed request.
 *
 * @param endpoint name of the endpoint for traces
 * @param url endpoint of the request
 * @param send sends it; called a second time when the server asks for a nonce
 * @throws {TypeError} when the authentication method is unknown, or lacks its secret or key
 */
export async function sendAsClient(
  provider: ResolvedOAuthProvider,
  endpoint: UpstreamEndpoint,
  url: string | undefined,
  send: (request: ClientRequest) => Promise<Response>,
): Promise<Response> {
  const client = clientOf(provider);
  const clientAuth = clientAuthOf(provider);
  return await sendWithDPoP(
    provider,
    endpoint,
    url,
    provider.dpop,
    (options) => send({ client, clientAuth, options }),
  );
}

/**
 * Refuses tokens that are not bound to the `dpop` key although the security
 * profile demands it. Without a profile, a provider may issue bearer tokens.
 *
 * @throws {TypeError} when the tokens are of another type
 */
export function requireBoundTokens(
  { id, dpop, securityProfile }: ResolvedOAuthProvider,
  { token_type }: TokenSet,
): void {
  if (!securityProfile || !dpop || isBound({ token_type })) return;
  throw new TypeError(
    `Cannot accept the tokens of "${id}": they are not bound to the \`dpop\` key (the answer lacks ` +
      '"token_type": "DPoP"), which `securityProfile` demands; turn DPoP on for this app at the ' +
      "provider",
  );
}

/** Returns `true` for tokens that are sent with a DPoP proof. */
export function isBound({ token_type }: TokenSet): boolean {
  return token_type?.toLowerCase() === "dpop";
}

/** Client metadata of a provider, for the protocol library. */
export function clientOf(provider: ResolvedOAuthProvider): oauth.Client {
  // Metadata is an open record; the library checks the members it reads.
  return { ...provider.client, client_id: provider.clientId! } as oauth.Client;
}

/** Name of the client authentication method: the configured one, or the default. */
export function authMethodOf({ client, clientSecret }: ResolvedOAuthProvider): string {
  return client?.token_endpoint_auth_method ?? (clientSecret ? "client_secret_basic" : "none");
}

/**
 * Client authentication for the token endpoint.
 *
 * @throws {TypeError} when the method is unknown, or lacks its secret or key
 */
export function clientAuthOf(provider: ResolvedOAuthProvider): oauth.ClientAuth {
  const { clientSecret } = provider;
  const method = authMethodOf(provider);
  if (method.startsWith("client_secret") && !clientSecret) {
    const variable = variableName(provider.id, "SECRET");
    throw new TypeError(
      `Cannot authenticate at "${provider.id}": set \`clientSecret\` or ${variable}`,
    );
  }
  switch (method) {
    case "client_secret_basic":
      return basic(clientSecret!);
    case "client_secret_post":
      return oauth.ClientSecretPost(clientSecret!);
    case "client_secret_jwt":
      return oauth.ClientSecretJwt(clientSecret!);
    case "private_key_jwt":
      return privateKeyJwt(provider);
    case "tls_client_auth":
    case "self_signed_tls_client_auth":
      if (provider.fetch) return oauth.TlsClientAuth();
      throw new TypeError(
        `Cannot authenticate at "${provider.id}": set \`[customFetch]\` to a \`fetch\` that presents ` +
          "the client certificate",
      );
    case "none":
      return oauth.None();
    default:
      throw new TypeError(`Cannot authenticate at "${provider.id}": unknown method "${method}"`);
  }
}

/** Signed assertion of RFC 7523 §2.2. */
function privateKeyJwt(provider: ResolvedOAuthProvider): oauth.ClientAuth {
  const { id, issuer, wellKnown, securityProfile, token } = provider;
  const written = token.clientPrivateKey;
  if (!written) {
    throw new TypeError(`Cannot authenticate at "${id}": set \`token.clientPrivateKey\``);
  }
  const options: oauth.ModifyAssertionOptions = {
    [oauth.modifyAssertion](header, payload) {
      header.alg = algorithmOf(written);
      // FAPI 2.0 §5.3.3.1: the issuer alone, as a string, which is the library's default.
      if (securityProfile) return;
      // Other servers differ on which of the two they look for (OpenID Connect Core §9).
      const discovered = wellKnown ? payload.aud : undefined;
      payload.aud = [issuer ?? discovered, token.url?.href].filter(Boolean) as string[];
    },
  };
  return async (...request) => {
    const key = await toSigningKey(written, `token.clientPrivateKey\` of "${id}"`);
    await oauth.PrivateKeyJwt(key, options)(...request);
  };
}

/**
 * HTTP Basic authentication of RFC 6749 §2.3.1. The characters `!'()~`, which
 * form encoding escapes, stay as they are, since many servers do not decode them.
 */
function basic(clientSecret: string): oauth.ClientAuth {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  return (_as, client, _body, headers) => {
    const credentials = btoa(`${encode(client.client_id)}:${encode(clientSecret)}`);
    headers.set("authorization", `Basic ${credentials}`);
  };
}

/**
 * Our registration at an authorization server: metadata, and how we prove to
 * be that client.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication OpenID Connect Core §9}
 * @module
 */

import * as oauth from "oauth4webapi";
import { variableOf } from "../../config/env.ts";
import type { ResolvedOAuthProvider } from "../../types/internal.ts";

/** Client metadata. */
export function clientOf(provider: ResolvedOAuthProvider): oauth.Client {
  // Metadata is an open record; the library checks the members it reads.
  return { ...provider.client, client_id: provider.clientId! } as oauth.Client;
}

/** How we prove to be the client. */
export function authMethodOf({ client, clientSecret }: ResolvedOAuthProvider): string {
  return client?.token_endpoint_auth_method ?? (clientSecret ? "client_secret_basic" : "none");
}

/**
 * Client authentication for the token endpoint.
 *
 * @throws {TypeError} when the method is unknown, or lacks its secret or key
 */
export function clientAuthOf(provider: ResolvedOAuthProvider): oauth.ClientAuth {
  const { clientSecret, token } = provider;
  const method = authMethodOf(provider);
  if (method.startsWith("client_secret") && !clientSecret) {
    const variable = variableOf(provider.id, "SECRET");
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
      if (!token.clientPrivateKey) {
        throw new TypeError(
          `Cannot authenticate at "${provider.id}": set \`token.clientPrivateKey\``,
        );
      }
      return oauth.PrivateKeyJwt(token.clientPrivateKey as oauth.PrivateKey, {
        // Servers differ on which of the two they look for (OpenID Connect Core §9).
        [oauth.modifyAssertion](_header, payload) {
          payload.aud = [provider.issuer, token.url?.href].filter(Boolean) as string[];
        },
      });
    case "none":
      return oauth.None();
    default:
      throw new TypeError(`Cannot authenticate at "${provider.id}": unknown method "${method}"`);
  }
}

/**
 * RFC 6749 §2.3.1, with the few characters left as they are that form encoding
 * would escape but many servers do not decode.
 */
function basic(clientSecret: string): oauth.ClientAuth {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  return (_as, client, _body, headers) => {
    const credentials = btoa(`${encode(client.client_id)}:${encode(clientSecret)}`);
    headers.set("authorization", `Basic ${credentials}`);
  };
}

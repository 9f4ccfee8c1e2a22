/**
 * The app's registration at an authorization server: client metadata and
 * client authentication.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication OpenID Connect Core §9}
 * @module
 */

import * as oauth from "oauth4webapi";
import { variableOf } from "../../config/env.ts";
import type { ResolvedOAuthProvider } from "../../types/internal.ts";

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

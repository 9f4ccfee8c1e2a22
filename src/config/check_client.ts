/**
 * Options of the app's registration at an OAuth provider: keys, client authentication, and
 * options whose code the provider object must bring.
 *
 * @module
 */

import type { ResolvedOAuthProvider } from "../types/resolved_provider.ts";
import { strictChecksOf } from "./strict_client.ts";
import { algorithmOf } from "./signing_algorithm.ts";

/** Methods that authenticate a client by its TLS certificate (RFC 8705). */
export const TLS_METHODS: readonly string[] = ["tls_client_auth", "self_signed_tls_client_auth"];

/** The reason why options of a client cannot be used; `undefined` when they can. */
export function problemOfClient(provider: ResolvedOAuthProvider): string | undefined {
  const { par, dpop, requestObject, securityProfile, token } = provider;
  if ((provider.profile as unknown) === "fapi2") {
    return '`profile` is the function that maps claims to a user; set `securityProfile: "fapi2"`';
  }
  // An empty profile is a mistake too, and never "no profile".
  const [strict] = Object.entries({
    par,
    dpop,
    requestObject,
    securityProfile: securityProfile !== undefined,
  }).find(([, value]) => value) ?? [];
  if (provider.version === "1.0") {
    return strict && `\`${strict}\` has no meaning in OAuth 1.0; remove it`;
  }
  const checks = strictChecksOf(provider);
  if (strict && !checks) {
    return `pass it through \`StrictClient()\` of @x/auth/strict-client, for its \`${strict}\``;
  }
  if (token.clientPrivateKey && !algorithmOf(token.clientPrivateKey)) {
    return "`token.clientPrivateKey` is not a private key for signatures";
  }
  const method = provider.client?.token_endpoint_auth_method ?? "";
  if (TLS_METHODS.includes(method) && !provider.fetch) {
    return "set `[customFetch]` to a `fetch` that presents the client certificate, as " +
      `\`client.token_endpoint_auth_method\` is "${method}"`;
  }
  return checks?.problem(provider);
}

/**
 * Options of strict clients: what the security profile turns on, and faults of
 * keys and of options that contradict each other.
 *
 * @see {@link https://openid.net/specs/fapi-security-profile-2_0-final.html#section-5.3.3 FAPI 2.0 Security Profile §5.3.3}
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import type { Optional } from "../../types/entities.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { Client } from "../../types/provider.ts";
import {
  algorithmOf,
  isCryptoKey,
  isJwk,
  TLS_METHODS,
  writtenUrls,
} from "../../config/check_provider.ts";

/** Signature algorithms of FAPI 2.0 (§5.4.1); `Ed25519` is the newer name of `EdDSA`. */
export const STRONG_ALGORITHMS: readonly string[] = ["PS256", "ES256", "EdDSA", "Ed25519"];

/** Members that the security profile sets where the provider has none. */
export function profileDefaults(
  { securityProfile, par, client }: ResolvedOAuthProvider,
): { par?: boolean | undefined; client?: Optional<Client> | undefined } {
  if (!securityProfile) return { par, client };
  const method = client?.token_endpoint_auth_method ?? "private_key_jwt";
  const isTls = TLS_METHODS.includes(method) || client?.tls_client_certificate_bound_access_tokens;
  return {
    par: par ?? true,
    client: {
      token_endpoint_auth_method: method,
      ...isTls ? { use_mtls_endpoint_aliases: true } : {},
      ...client,
    },
  };
}

/** The reason why options of a strict client cannot be used; `undefined` when they can. */
export function findStrictClientError(provider: ResolvedOAuthProvider): string | undefined {
  const { issuer, wellKnown, par, dpop, requestObject, securityProfile, token } = provider;
  if (![undefined, "fapi2"].includes(securityProfile)) {
    return '`securityProfile` is not "fapi2", the only one there is';
  }
  if (dpop && !dpopAlgorithmOf(dpop)) {
    return "`dpop` is neither a key pair, whose public key can be exported, nor a private key as JSON";
  }
  if (par && !issuer && !wellKnown) {
    return "set `issuer`, since the endpoint for `par` is discovered";
  }
  if (requestObject && !token.clientPrivateKey) {
    return "set `token.clientPrivateKey`, since `requestObject` signs with it";
  }
  if (requestObject && !issuer) {
    return "set `issuer`, since it is the audience of a signed `requestObject`";
  }
  if (dpop && token.request) {
    return "remove `token.request`: the app's own request cannot prove possession of the `dpop` key";
  }
  const contradiction = securityProfile && contradictionOf(provider);
  return contradiction && `${contradiction}, since \`securityProfile: "fapi2"\` is set`;
}

/** The algorithm of a DPoP key; `undefined` when it is none. */
export function dpopAlgorithmOf(
  key: NonNullable<ResolvedOAuthProvider["dpop"]>,
): string | undefined {
  if (!isRecord(key)) return;
  if (isJwk(key)) return algorithmOf(key);
  const { privateKey, publicKey } = key;
  return isCryptoKey(publicKey) && publicKey.extractable ? algorithmOf(privateKey) : undefined;
}

/** The option that contradicts FAPI 2.0, and what to do about it. */
function contradictionOf(provider: ResolvedOAuthProvider): string | undefined {
  const { issuer, par, dpop, requestObject, checks, client = {}, token } = provider;
  if (provider.allowInsecureRequests) return "remove `allowInsecureRequests`";
  const method = client.token_endpoint_auth_method!;
  const key = token.clientPrivateKey;
  if (!issuer) return "set `issuer`";
  if (!par) return "remove `par: false`";
  if (!checks.includes("pkce")) return 'add "pkce" to `checks`';
  const { wellKnown: _, ...endpoints } = writtenUrls(provider);
  const [endpoint] = Object.keys(endpoints);
  if (endpoint) return `remove the URL from \`${endpoint}\`, for it is discovered`;
  if (token.request) return "remove `token.request`";
  if (![undefined, "code"].includes(provider.authorization.params?.response_type as string)) {
    return "remove `authorization.params.response_type`";
  }
  if (method !== "private_key_jwt" && !TLS_METHODS.includes(method)) {
    return `set \`client.token_endpoint_auth_method\` to "private_key_jwt" or "tls_client_auth" ` +
      `instead of "${method}"`;
  }
  if (method === "private_key_jwt" && !key) return "set `token.clientPrivateKey`";
  if (!dpop && !client.tls_client_certificate_bound_access_tokens) {
    return "set `dpop`, or `client.tls_client_certificate_bound_access_tokens` with mTLS";
  }
  if (!dpop && !provider.fetch) {
    return "set `[customFetch]` to a `fetch` that presents the client certificate";
  }
  const algorithms = {
    "token.clientPrivateKey": key && (method === "private_key_jwt" || requestObject)
      ? algorithmOf(key)
      : undefined,
    dpop: dpop && dpopAlgorithmOf(dpop),
    "client.id_token_signed_response_alg": client.id_token_signed_response_alg,
    "client.userinfo_signed_response_alg": client.userinfo_signed_response_alg,
  };
  const weak = Object.entries(algorithms)
    .find(([, name]) => name !== undefined && !STRONG_ALGORITHMS.includes(String(name)));
  if (weak) {
    return `use PS256, ES256 or EdDSA in \`${weak[0]}\` instead of ${JSON.stringify(weak[1])}`;
  }
}

/**
 * FAPI 2.0 Security Profile: what a provider must announce, and which of its
 * answers are accepted.
 *
 * @see {@link https://openid.net/specs/fapi-security-profile-2_0-final.html#section-5.3.2 FAPI 2.0 Security Profile §5.3.2}
 * @module
 */

import * as oauth from "oauth4webapi";
import { algorithmOf, shownUrl } from "../../config/check_provider.ts";
import { dpopAlgorithmOf, STRONG_ALGORITHMS } from "./check.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { authMethodOf } from "../../flows/oauth/client.ts";
import { discoveryUrlOf } from "../../flows/oauth/discovery.ts";

/**
 * Metadata with which weaker answers are refused: without `iss`, or with an ID
 * token or a userinfo answer that is signed with another algorithm.
 *
 * @throws {TypeError} when the provider lacks a part of the profile; the message names all of them
 */
export function restrict(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
): oauth.AuthorizationServer {
  const lacking = lackingParts(provider, as);
  if (lacking.length > 0) {
    throw new TypeError(
      `Cannot use "${provider.id}" with \`securityProfile: "fapi2"\`: its discovery document at ` +
        `${shownUrl(discoveryUrlOf(provider))} does not announce ${
          lacking.join("; ")
        }; turn that ` +
        "on at the provider, or remove `securityProfile`",
    );
  }
  return {
    ...as,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: strong(as.id_token_signing_alg_values_supported),
    userinfo_signing_alg_values_supported: strong(as.userinfo_signing_alg_values_supported),
  };
}

/** Parts of the profile that a discovery document does not announce. */
function lackingParts(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
): string[] {
  const { type, dpop, requestObject, client, token } = provider;
  const method = authMethodOf(provider);
  const signs = token.clientPrivateKey && algorithmOf(token.clientPrivateKey);
  const proves = dpop && dpopAlgorithmOf(dpop);
  const parts: [string, boolean | undefined][] = [
    [
      "an endpoint for pushed authorization requests (`pushed_authorization_request_endpoint`)",
      as.pushed_authorization_request_endpoint !== undefined,
    ],
    [
      "PKCE with S256 (`code_challenge_methods_supported`)",
      as.code_challenge_methods_supported?.includes("S256"),
    ],
    [
      "the parameter `iss` (`authorization_response_iss_parameter_supported`)",
      as.authorization_response_iss_parameter_supported,
    ],
    [
      `client authentication with ${method} (\`token_endpoint_auth_methods_supported\`)`,
      as.token_endpoint_auth_methods_supported?.includes(method),
    ],
    [
      `${signs} for client authentication (\`token_endpoint_auth_signing_alg_values_supported\`)`,
      method !== "private_key_jwt" ||
      accepts(as.token_endpoint_auth_signing_alg_values_supported, signs),
    ],
    [
      `DPoP with ${proves} (\`dpop_signing_alg_values_supported\`)`,
      !proves || as.dpop_signing_alg_values_supported?.includes(proves),
    ],
    [
      "tokens bound to a certificate (`tls_client_certificate_bound_access_tokens`)",
      !client?.tls_client_certificate_bound_access_tokens ||
      as.tls_client_certificate_bound_access_tokens,
    ],
    [
      `request objects signed with ${signs} (\`request_object_signing_alg_values_supported\`)`,
      !requestObject || accepts(as.request_object_signing_alg_values_supported, signs),
    ],
    [
      "ID tokens signed with PS256, ES256 or EdDSA (`id_token_signing_alg_values_supported`)",
      type !== "oidc" || strong(as.id_token_signing_alg_values_supported).length > 0,
    ],
  ];
  return parts.filter(([, has]) => !has).map(([part]) => part);
}

/** Servers may leave the list out (RFC 8414 §2). */
function accepts(list: unknown, algorithm: string | undefined): boolean {
  return !Array.isArray(list) || list.includes(algorithm);
}

function strong(list: string[] | undefined): string[] {
  return list?.filter((name) => STRONG_ALGORITHMS.includes(name)) ?? [];
}

/**
 * Explains an answer that the profile refuses.
 *
 * @returns `undefined` when another rule refused it
 */
export function explainProfile(error: unknown): string | undefined {
  if (!(error instanceof oauth.OperationProcessingError)) return;
  const { header, parameters } = (error.cause ?? {}) as {
    header?: { alg?: unknown };
    parameters?: URLSearchParams;
  };
  if (parameters && !parameters.get("iss")) {
    return "Cannot accept the provider's answer: it has no `iss` (RFC 9207), which " +
      "`securityProfile` demands, though the discovery document announces it; correct the provider";
  }
  if (error.code === oauth.INVALID_RESPONSE && header) {
    const algorithm = /^[\w-]{1,16}$/.test(String(header.alg)) ? header.alg : "another algorithm";
    return `Cannot accept the signed answer: it has the algorithm ${algorithm}, where ` +
      "`securityProfile` demands PS256, ES256 or EdDSA; register one of them for this app at the " +
      "provider (`id_token_signed_response_alg`, `userinfo_signed_response_alg`)";
  }
}

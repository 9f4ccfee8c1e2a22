/**
 * Documents about the server and its resources.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8414 RFC 8414},
 * {@link https://openid.net/specs/openid-connect-discovery-1_0.html OpenID Connect Discovery} and
 * {@link https://www.rfc-editor.org/rfc/rfc9728 RFC 9728}
 * @module
 */

import { DPOP_ALGORITHMS } from "../../credentials/refusal.ts";
import { ASSERTION_ALGORITHMS } from "./assertion.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import { ACR_MFA } from "./acr.ts";
import { publicDocument } from "./document.ts";
import { FAPI2_ALGORITHMS } from "./fapi2.ts";
import { offeredGrants } from "./offered.ts";
import { answering } from "./refusal.ts";
import { oauthCall, resourceDocumentUrl, resourcesOf, type Settings } from "./settings.ts";
import { GRANT_TYPES } from "./token.ts";
import { ID_JAG } from "./token_types.ts";

/** Seconds for which a client may keep a document. */
const MAX_AGE = 600;

/** Methods of clients that authenticate by a secret or a key. */
const AUTHENTICATED = ["client_secret_basic", "client_secret_post", "private_key_jwt"];

/** The document about the server, which is the same at each of its URLs. */
export const serverMetadata: CallHandler = answering(({ settings, config }) => {
  const { issuer, origin, resources, metadataDocuments, dynamic, sendsLogouts, isFapi2 } = settings;
  const at = (path: string) => `${origin}${config.basePath}/oauth/${path}`;
  const scopes = new Set(
    [...resources.values()].flatMap((resource) => [...resource.scopes.keys()]),
  );
  const offered = offeredGrants(settings);
  const methods = isFapi2 ? ["private_key_jwt"] : AUTHENTICATED;
  const open = isFapi2 ? [] : ["none"];
  const algorithms = isFapi2 ? FAPI2_ALGORITHMS : ASSERTION_ALGORITHMS;
  const hasIdToken = [...settings.clients.values()].some(({ responseTypes = [] }) =>
    responseTypes.includes("id_token")
  );
  return Promise.resolve(publicDocument({
    issuer,
    authorization_endpoint: at("authorize"),
    token_endpoint: at("token"),
    pushed_authorization_request_endpoint: at("par"),
    ...isFapi2 ? { require_pushed_authorization_requests: true } : {},
    revocation_endpoint: at("revoke"),
    introspection_endpoint: at("introspect"),
    userinfo_endpoint: at("userinfo"),
    end_session_endpoint: at("end-session"),
    jwks_uri: at("jwks"),
    ...dynamic === "off" ? {} : { registration_endpoint: at("register") },
    scopes_supported: [...scopes],
    response_types_supported: hasIdToken ? ["code", "id_token"] : ["code"],
    response_modes_supported: ["query", "form_post"],
    ...offered.has("device") ? { device_authorization_endpoint: at("device") } : {},
    grant_types_supported: Object.entries(GRANT_TYPES)
      .flatMap(([name, { grant }]) => offered.has(grant) ? [name] : []),
    ...issuesAssertions(settings)
      ? { identity_chaining_requested_token_types_supported: [ID_JAG] }
      : {},
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    ...metadataDocuments === "off" ? {} : { client_id_metadata_document_supported: true },
    token_endpoint_auth_methods_supported: [...open, ...methods],
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: [...open, ...methods],
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    introspection_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    dpop_signing_alg_values_supported: proofAlgorithms(settings),
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: isFapi2 ? ["ES256"] : ["RS256", "ES256"],
    claims_supported: [
      ...["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "at_hash"],
      ...["name", "picture", "email", "email_verified"],
      ...sendsLogouts ? ["sid"] : [],
    ],
    ...sendsLogouts
      ? { backchannel_logout_supported: true, backchannel_logout_session_supported: true }
      : {},
    acr_values_supported: [ACR_MFA],
    prompt_values_supported: ["none", "login", "consent", "select_account", "create"],
    ui_locales_supported: config.languages.codes,
    // `true` is the default of the last two.
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    protected_resources: resourcesOf(settings).map(({ url }) => url),
  }, MAX_AGE));
});

/** Returns `true` where a client gets assertions for other servers. */
function issuesAssertions({ clients }: Settings): boolean {
  return [...clients.values()].some(({ assertsTo }) => assertsTo !== undefined);
}

/** Algorithms of proofs; all but one in the profile. */
function proofAlgorithms({ isFapi2 }: Settings): string[] {
  return DPOP_ALGORITHMS.split(" ").filter((one) => !isFapi2 || one !== "RS256");
}

/** The document about a resource, at the origin of the resource. */
export const resourceMetadata: CallHandler = (sent, config) => {
  const { settings } = oauthCall(sent, config);
  const { pathname } = new URL(sent.request.url);
  const found = resourcesOf(settings).find((resource) =>
    resourceDocumentUrl(resource) === `${sent.origin}${pathname}`
  );
  if (!found) return { status: 404, headers: JSON_HEADERS, body: { error: "not_found" } };
  return publicDocument({
    resource: found.url,
    resource_name: found.name,
    authorization_servers: [settings.issuer],
    // `offline_access` is no scope of a resource.
    scopes_supported: [...found.scopes.keys()],
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: proofAlgorithms(settings),
    dpop_bound_access_tokens_required: found.requiresDpop,
  }, MAX_AGE);
};

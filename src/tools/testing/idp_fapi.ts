/**
 * The parts of the test server that FAPI 2.0 adds: pushed authorization requests,
 * clients that sign assertions, and tokens bound by DPoP.
 *
 * @module
 */

import { calculateJwkThumbprint, EmbeddedJWK, importJWK, type JWK, jwtVerify } from "jose";
import { sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";

/** Options of a server that demands the FAPI 2.0 Security Profile. */
export interface IdpFapiOptions {
  /** Public key of the client, as a private or public JWK. */
  clientKey: JsonWebKey;
  /** `true` demands a nonce in each DPoP proof. Default `true`. */
  nonces?: boolean | undefined;
}

/** The parts of the server. */
export interface FapiServer {
  /** Members of the discovery document. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Returns `true` for a form with a valid and unused assertion of the client. */
  isClient(form: URLSearchParams): Promise<boolean>;
  /** Stores the parameters of an authorization request. */
  push(request: Request, form: URLSearchParams): Promise<Response>;
  /** The parameters behind a `request_uri`, once. */
  take(requestUri: string | null): URLSearchParams | undefined;
  /** Thumbprint of the key whose possession a request proves, or the answer that refuses it. */
  provenKey(request: Request, accessToken?: string): Promise<string | Response>;
}

const ALGORITHMS = ["PS256", "ES256", "EdDSA", "Ed25519"];

/** Creates the parts. */
export function createFapiServer(
  issuer: string,
  clientId: string,
  { clientKey, nonces = true }: IdpFapiOptions,
): FapiServer {
  const pushed = new Map<string, URLSearchParams>();
  const usedIds = new Set<string>();
  const nonce = randomBase64url(16);
  const { kty, crv, n, e, x, y } = clientKey;
  const publicKey = { kty, crv, n, e, x, y } as JWK;

  /** Claims of a JWT of the client; `undefined` when it is not valid. */
  const verify = async (jwt: string, typ?: string) => {
    try {
      const { alg } = JSON.parse(atob(jwt.split(".")[0]!));
      const key = await importJWK(publicKey, alg);
      const checks = { issuer: clientId, audience: issuer, algorithms: ALGORITHMS, typ };
      const { payload } = await jwtVerify(jwt, key, checks);
      return payload.aud === issuer ? payload : undefined;
    } catch {
      return undefined;
    }
  };

  const isUnused = (id: unknown): boolean => {
    if (typeof id !== "string" || usedIds.has(id)) return false;
    usedIds.add(id);
    return true;
  };

  const server: FapiServer = {
    metadata: {
      pushed_authorization_request_endpoint: `${issuer}/par`,
      require_pushed_authorization_requests: true,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["private_key_jwt"],
      token_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
      request_object_signing_alg_values_supported: ALGORITHMS,
      dpop_signing_alg_values_supported: ALGORITHMS,
    },
    async isClient(form) {
      const claims = await verify(form.get("client_assertion") ?? "");
      return claims?.sub === clientId && isUnused(claims.jti);
    },
    async push(request, form) {
      const refuse = (error: string, status = 400) => Response.json({ error }, { status });
      if (!await server.isClient(form)) return refuse("invalid_client", 401);
      const jwt = form.get("request");
      const claims = jwt === null ? undefined : await verify(jwt, "oauth-authz-req+jwt");
      if (jwt !== null && !claims) return refuse("invalid_request_object");
      const asked = claims ? new URLSearchParams(claims as Record<string, string>) : form;
      if (asked.get("code_challenge_method") !== "S256") return refuse("invalid_request");
      const key = await server.provenKey(request);
      if (typeof key !== "string") return key;
      if (asked.has("dpop_jkt") && asked.get("dpop_jkt") !== key) {
        return refuse("invalid_dpop_proof");
      }
      asked.set("dpop_jkt", key);
      const requestUri = `urn:ietf:params:oauth:request_uri:${randomBase64url(16)}`;
      pushed.set(requestUri, asked);
      return Response.json({ request_uri: requestUri, expires_in: 60 }, { status: 201 });
    },
    take(requestUri) {
      const asked = pushed.get(requestUri ?? "");
      pushed.delete(requestUri ?? "");
      return asked;
    },
    async provenKey(request, accessToken) {
      const isResource = accessToken !== undefined;
      const refuse = (error: string) =>
        Response.json({ error }, {
          status: isResource ? 401 : 400,
          headers: {
            "dpop-nonce": nonce,
            ...isResource ? { "www-authenticate": `DPoP error="${error}"` } : {},
          },
        });
      try {
        const { origin, pathname } = new URL(request.url);
        const { payload, protectedHeader } = await jwtVerify(
          request.headers.get("dpop") ?? "",
          EmbeddedJWK,
          { typ: "dpop+jwt", algorithms: ALGORITHMS, maxTokenAge: 60 },
        );
        const { htm, htu, ath, jti } = payload;
        if (htm !== request.method || htu !== origin + pathname || !isUnused(jti)) {
          return refuse("invalid_dpop_proof");
        }
        if (isResource && ath !== await sha256Base64url(accessToken)) {
          return refuse("invalid_dpop_proof");
        }
        if (nonces && payload.nonce !== nonce) return refuse("use_dpop_nonce");
        return await calculateJwkThumbprint(protectedHeader.jwk!);
      } catch {
        return refuse("invalid_dpop_proof");
      }
    },
  };
  return server;
}

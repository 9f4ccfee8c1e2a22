/**
 * Access tokens of another issuer (RFC 9068). Its document and its keys are read once, and kept for a
 * while: most checks ask no network.
 *
 * @module
 */

import * as oauth from "oauth4webapi";
import { isRecord } from "../../base/objects.ts";
import { nowMs } from "../../base/time.ts";
import { findWeakness } from "../../credentials/admit.ts";
import { AuthError } from "../../errors.ts";
import { isLoopback } from "../../http/url.ts";
import type { TokenActor } from "../../types/principal.ts";
import type { TokenRefusal, VerifiedToken } from "./typed.ts";

/** The demands on a token. */
export interface ForeignOptions {
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly issuer: string;
  readonly jwksUri?: string | undefined;
  readonly acr?: string;
  readonly maxAge?: number;
}

/** Form of a signed token. */
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** Longest token, in characters. */
const MAX_LENGTH = 16_384;

/** Milliseconds for which the document of an issuer is kept. The library keeps keys for 5 minutes. */
const KEPT_MS = 60 * 60 * 1000;

/** Milliseconds of a request. */
const TIMEOUT_MS = 10_000;

/** Most issuers. An app names them, so they are few. */
const MAX_ISSUERS = 50;

/** Most apps that act for each other; a deeper chain is none of ours. */
const MAX_DEPTH = 16;

interface Known {
  readonly server: Promise<oauth.AuthorizationServer>;
  readonly untilMs: number;
}

/** Documents by issuer and URL of the keys. The library keeps the keys of each. */
const servers = new Map<string, Known>();

/** Codes of failures that are not the token's. */
const OF_ISSUER: readonly unknown[] = [
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.MISSING_SERVER_METADATA,
  oauth.INVALID_SERVER_METADATA,
  oauth.HTTP_REQUEST_FORBIDDEN,
  oauth.REQUEST_PROTOCOL_FORBIDDEN,
];

/**
 * Verifies a token.
 *
 * @throws {TypeError} for an issuer that is no URL with https
 * @throws {AuthError} when the issuer cannot be asked for its keys
 */
export async function verifyForeign(
  token: string,
  { resource, scopes, issuer, jwksUri, ...signIn }: ForeignOptions,
): Promise<VerifiedToken | TokenRefusal> {
  assertUrl(issuer, "issuer");
  if (jwksUri !== undefined) assertUrl(jwksUri, "jwksUri");
  if (token.length > MAX_LENGTH || !TOKEN.test(token)) return { ok: false, reason: "unknown" };
  const server = await readServer(issuer, jwksUri);
  const headers = { authorization: `Bearer ${token}` };
  let claims: oauth.JWTAccessTokenClaims;
  try {
    const request = new Request(resource, { headers });
    claims = await oauth.validateJwtAccessToken(server, request, resource, optionsFor(issuer));
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
  const { sub, client_id: client, scope, exp, org, act, acr, auth_time: authTime } = claims;
  const stated = {
    ...typeof acr === "string" ? { acr } : {},
    ...typeof authTime === "number" ? { authTime } : {},
  };
  const weakness = findWeakness(stated, signIn);
  if (weakness) return { ok: false, reason: weakness };
  const own = new Set(typeof scope === "string" ? scope.split(" ").filter(Boolean) : []);
  if (scopes.some((name) => !own.has(name))) return { ok: false, reason: "insufficient-scope" };
  const by = actorIn(act);
  return {
    ok: true,
    id: sub,
    issuer,
    client,
    scopes: own,
    ...typeof org === "string" ? { organization: org } : {},
    ...by ? { actor: by } : {},
    expires: new Date(exp * 1000),
  };
}

function assertUrl(url: string, name: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === "https:" || parsed && isLoopback(parsed.origin)) return;
  throw new TypeError(`Cannot verify a token: \`${name}\` is not a URL that begins with https`);
}

function optionsFor(issuer: string) {
  return {
    [oauth.allowInsecureRequests]: isLoopback(new URL(issuer).origin),
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  };
}

async function readServer(
  issuer: string,
  jwksUri: string | undefined,
): Promise<oauth.AuthorizationServer> {
  const name = JSON.stringify([issuer, jwksUri]);
  const known = servers.get(name);
  if (known && nowMs() < known.untilMs) return await known.server;
  const server = jwksUri === undefined
    ? discover(issuer)
    : Promise.resolve({ issuer, jwks_uri: jwksUri });
  servers.delete(name);
  servers.set(name, { server, untilMs: nowMs() + KEPT_MS });
  if (servers.size > MAX_ISSUERS) servers.delete(servers.keys().next().value!);
  try {
    return await server;
  } catch (error) {
    // A failure is not kept.
    if (servers.get(name)?.server === server) servers.delete(name);
    throw new AuthError("Cannot verify a token: the issuer did not answer with its document", {
      cause: { err: error as Error },
    });
  }
}

/** The document of an issuer: that of OAuth (RFC 8414), else that of OpenID Connect. */
async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  const options = optionsFor(issuer);
  const response = await oauth.discoveryRequest(url, { ...options, algorithm: "oauth2" });
  if (response.status === 200) return await processed(url, response);
  await response.body?.cancel();
  return await processed(url, await oauth.discoveryRequest(url, { ...options, algorithm: "oidc" }));
}

async function processed(url: URL, response: Response): Promise<oauth.AuthorizationServer> {
  return await oauth.processDiscoveryResponse(url, response);
}

/** @throws {AuthError} for a failure of the issuer */
function reasonOf(error: unknown): TokenRefusal["reason"] {
  const { code } = error as { code?: unknown };
  const isOfToken = error instanceof oauth.OperationProcessingError ||
    error instanceof oauth.UnsupportedOperationError;
  if (!isOfToken || OF_ISSUER.includes(code)) {
    throw new AuthError("Cannot verify a token: the issuer did not answer with its keys", {
      cause: { err: error as Error },
    });
  }
  if (code === oauth.JWT_TIMESTAMP_CHECK) return "expired";
  const { cause } = error as { cause?: { claim?: unknown; headers?: unknown } };
  if (code === oauth.JWT_CLAIM_COMPARISON && cause?.claim === "aud") return "wrong-audience";
  // It is about the headers of the request, which have no proof.
  return code === oauth.INVALID_RESPONSE && cause?.headers ? "proof-missing" : "unknown";
}

function actorIn(act: unknown, depth = 1): TokenActor | undefined {
  if (!isRecord(act) || typeof act.sub !== "string" || depth > MAX_DEPTH) return undefined;
  const by = actorIn(act.act, depth + 1);
  return { id: act.sub, ...by ? { actor: by } : {} };
}

/**
 * A real OpenID Provider that requires FAPI 2.0, and an app that has it configured.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { type AuthConfig, customFetch, type OIDCConfig, type Profile } from "../../mod.ts";
import { StrictClient } from "../../src/capabilities/strict_client/mod.ts";
import type { PrivateJwk } from "../../src/types/mod.ts";
import { type Flow, overNetwork, startFlow } from "./_rig.ts";

/** A private key as JSON, with the id under which a provider knows it. */
export async function createKey(alg: string, kid = alg): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...await exportJWK(privateKey), kid, alg } as PrivateJwk;
}

/** The public part of a key. */
export function toPublic({ kty, crv, n, e, x, y, kid, alg }: PrivateJwk): JWK {
  return { kty, crv, n, e, x, y, kid, alg, use: "sig" } as JWK;
}

/** Keys of the client and of the provider, made once for all tests of a file. */
export const clientKey = await createKey("PS256", "client-key");
export const dpopKey = await createKey("ES256", "dpop-key");
const providerKeys = [await createKey("PS256", "op-ps"), await createKey("RS256", "op-rs")];

/** Features of the provider that FAPI 2.0 needs. */
export const FEATURES = {
  devInteractions: { enabled: false },
  fapi: { enabled: true, profile: "2.0" },
  pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
  dPoP: {
    enabled: true,
    nonceSecret: Buffer.alloc(32, 7),
    requireNonce: () => true,
  },
  requestObjects: { enabled: true },
};

/** Registration of the client. */
export const CLIENT = {
  client_secret: undefined,
  token_endpoint_auth_method: "private_key_jwt",
  token_endpoint_auth_signing_alg: "PS256",
  id_token_signed_response_alg: "PS256",
  grant_types: ["authorization_code", "refresh_token"],
  require_pushed_authorization_requests: true,
  dpop_bound_access_tokens: true,
  jwks: { keys: [toPublic(clientKey)] },
};

/** Configuration of the provider. */
const CONFIGURATION = {
  clientAuthMethods: ["private_key_jwt"],
  jwks: { keys: providerKeys },
  features: FEATURES,
  issueRefreshToken: () => true,
  pkce: { required: () => true },
  ttl: {
    AccessToken: 3600,
    Grant: 3600,
    IdToken: 3600,
    Interaction: 3600,
    RefreshToken: 3600,
    Session: 3600,
  },
};

/** Requests and answers of the app to the provider; a test may change an answer. */
export interface Traffic {
  requests: { host: string; path: string; headers: Headers; body: string }[];
  answers: { path: string; status: number; text: string }[];
  change?: (path: string, response: Response) => Response | Promise<Response>;
  /** Header that each request gets, as a proxy that ends TLS adds the client's certificate. */
  certificate?: string;
}

/** A `fetch` that records what the app sends, and lets a test change what it receives. */
function recordingFetch(traffic: Traffic): typeof fetch {
  return async (input, init) => {
    const { pathname: path, hostname: host } = new URL(String(input));
    traffic.requests.push({
      host,
      path,
      headers: new Headers(init?.headers),
      body: String(init?.body ?? ""),
    });
    const headers = new Headers(init?.headers);
    if (traffic.certificate) headers.set("x-client-certificate", traffic.certificate);
    const response = await fetch(input, { ...init, headers });
    const changed = await traffic.change?.(path, response) ?? response;
    traffic.answers.push({ path, status: changed.status, text: await changed.clone().text() });
    return changed;
  };
}

export interface FapiFlow extends Flow {
  traffic: Traffic;
  /** Lines of the log, causes included. */
  lines: string[];
}

/** Starts both. Every part can be replaced, to switch it off. */
export async function startFapi(
  {
    provider = {},
    config = {},
    client = {},
    configuration = {},
    atProvider = overNetwork,
    ...changes
  }: {
    provider?: Partial<OIDCConfig<Profile>>;
    config?: Partial<AuthConfig>;
    client?: Record<string, unknown>;
    configuration?: Record<string, unknown>;
    change?: Traffic["change"];
    certificate?: string;
    atProvider?: (request: Request) => Promise<Response>;
  } = {},
): Promise<FapiFlow> {
  const traffic: Traffic = { requests: [], answers: [], ...changes };
  const lines: string[] = [];
  const flow = await startFlow(
    StrictClient({
      clientSecret: undefined,
      checks: undefined,
      securityProfile: "fapi2",
      token: { clientPrivateKey: clientKey },
      dpop: dpopKey,
      [customFetch]: recordingFetch(traffic),
      ...provider,
    } as OIDCConfig<Profile>),
    { logger: { error: (error) => void lines.push(describe(error)) }, ...config },
    {
      client: { ...CLIENT, ...client },
      configuration: { ...CONFIGURATION, ...configuration },
    },
    atProvider,
  );
  return Object.assign(flow, { traffic, lines });
}

/** Everything that the built-in logger prints about an error, stacks included. */
function describe(error: Error): string {
  const lines: string[] = [];
  for (let e: unknown = error; e instanceof Error; e = nextOf(e)) {
    lines.push(`${e.name}: ${e.message}`);
  }
  return lines.join(" <- ");
}

function nextOf({ cause }: Error): unknown {
  return cause instanceof Error ? cause : (cause as { err?: unknown } | undefined)?.err;
}

/** Claims of a JWT, unverified. */
export function claimsOf(jwt: string, part = 1): Record<string, unknown> {
  return JSON.parse(atob(jwt.split(".")[part]!.replaceAll("-", "+").replaceAll("_", "/")));
}

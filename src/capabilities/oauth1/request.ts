/**
 * Requests to an OAuth 1.0 server: for tokens, and for the profile.
 *
 * @module
 */

import type { UpstreamEndpoint } from "../../hooks/telemetry.ts";
import { isRecord } from "../../base/objects.ts";
import type { Profile } from "../../types/entities.ts";
import type { ResolvedEndpoint, ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { credentialsCure, redirectCure } from "../../flows/oauth/diagnosis.ts";
import { makeFetch } from "../../flows/oauth/fetch.ts";
import { authorizationHeader, type Signer } from "./signature.ts";

/** Longest token or secret that is accepted, in characters. */
const MAX_LENGTH = 1024;

/** Names of the endpoints for traces, by the token that they issue. */
const ENDPOINTS = { "request token": "request-token", "access token": "token" } as const;

/** A token with its secret, and the other members of the server's answer. */
export interface IssuedToken {
  /** The token, which is sent with each request. */
  oauth_token: string;
  /** Secret that signs requests with the token; never sent. */
  oauth_token_secret: string;
  /** Other members of the answer. */
  [member: string]: string;
}

/** A request for a token. */
export interface TokenRequest {
  /** Name of the token in messages. */
  purpose: keyof typeof ENDPOINTS;
  /** Token endpoint; its `conform`, if any, corrects the answer before it is read. */
  endpoint: ResolvedEndpoint;
  /** Credentials that sign the request. */
  signer: Signer;
  /** Protocol parameters of this request. */
  extra: Readonly<Record<string, string>>;
}

/** Credentials of the app, without a token. */
export function signerOf({ clientId, clientSecret }: ResolvedOAuthProvider): Signer {
  return { clientId: clientId!, clientSecret: clientSecret! };
}

/**
 * Obtains a request token or an access token.
 *
 * @throws {TypeError} when the server refuses, or answers without a token
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-2.1 RFC 5849 §2.1 and §2.3}
 */
export async function requestToken(
  provider: ResolvedOAuthProvider,
  { purpose, endpoint, signer, extra }: TokenRequest,
): Promise<IssuedToken> {
  // The config check requires a URL.
  const sent = await send(provider, ENDPOINTS[purpose], "POST", endpoint.url!, signer, extra);
  const response = await endpoint.conform?.(sent.clone()) ?? sent;
  const refuse = (message: string) =>
    new TypeError(`Cannot use the ${purpose} of "${provider.id}": ${message}`);
  if (response.status !== 200) {
    const text = await response.text().catch(() => "");
    throw refuse(
      `the server answered ${response.status}${findCure(provider, extra, response.status, text)}`,
    );
  }
  // Servers send various content types for this answer, so the content type is ignored.
  const answer = new URLSearchParams(await response.text());
  for (const name of ["oauth_token", "oauth_token_secret"]) {
    const values = answer.getAll(name);
    if (values.length !== 1) {
      throw refuse(`the answer has ${values.length} members "${name}" instead of one`);
    }
    if (values[0]!.length > MAX_LENGTH) throw refuse(`"${name}" is too long`);
  }
  if (!answer.get("oauth_token")) throw refuse('"oauth_token" is empty');
  // The loop above checked both members.
  return Object.fromEntries(answer) as IssuedToken;
}

/** Advice for a refusal, by status and text: servers have no common error codes. */
function findCure(
  provider: ResolvedOAuthProvider,
  { oauth_callback: callback }: Readonly<Record<string, string>>,
  status: number,
  text: string,
): string {
  if (callback && /callback/i.test(text)) return `; ${redirectCure(callback)}`;
  const cure = status === 401 ? `; ${credentialsCure(provider)}, and the clock of this server` : "";
  // An app that comes from another library may have the keys of the version that is used there.
  if (!callback || !isByDefault(provider)) return cure;
  return `${cure}; without \`version\` this provider uses OAuth 1.0a: if the app has the keys of ` +
    'OAuth 2.0, set `version: "2.0"`';
}

/** Returns `true` when the function of the provider, and not the app, chose the version. */
function isByDefault(provider: ResolvedOAuthProvider): boolean {
  const { options } = provider as { options?: { version?: unknown } };
  return "options" in provider && options?.version === undefined;
}

/**
 * Reads the profile with an access token.
 *
 * @throws {TypeError} when the server's answer is not a JSON object
 */
export async function requestProfile(
  provider: ResolvedOAuthProvider,
  url: URL,
  signer: Signer,
): Promise<Profile> {
  const response = await send(provider, "userinfo", "GET", url, signer);
  const profile: unknown = response.status === 200 ? await response.json() : undefined;
  if (!isRecord(profile)) {
    throw new TypeError(
      `Cannot read the profile at "${provider.id}": the answer (status ${response.status}) is not a JSON object`,
    );
  }
  // A profile may have any members.
  return profile as Profile;
}

async function send(
  provider: ResolvedOAuthProvider,
  endpoint: UpstreamEndpoint,
  method: "GET" | "POST",
  url: URL,
  signer: Signer,
  extra?: Readonly<Record<string, string>>,
): Promise<Response> {
  const authorization = await authorizationHeader(method, url, signer, extra);
  const accept = method === "GET" ? "application/json" : "application/x-www-form-urlencoded, */*";
  return await makeFetch(provider, endpoint)(url.href, {
    method,
    headers: { accept, authorization },
    // A signature is for one URL; the target of a redirect must not receive it.
    redirect: "manual",
  });
}

/**
 * Requests to a server that speaks OAuth 1.0: for tokens, and for the profile.
 *
 * @module
 */

import type { Profile } from "../../types/entities.ts";
import type { ResolvedEndpoint, ResolvedOAuthProvider } from "../../types/internal.ts";
import { credentialsCure, redirectCure } from "../oauth/diagnosis.ts";
import { fetchOf } from "../oauth/fetch.ts";
import { authorizationHeader, type Signer } from "./signature.ts";

/** Longest token or secret that is taken, in characters. */
const MAX_LENGTH = 1024;

/** A token with its secret, and whatever the server said beside them. */
export interface IssuedToken {
  /** Public half. */
  oauth_token: string;
  /** Secret half; never leaves the server. */
  oauth_token_secret: string;
  /** Members that the server added. */
  [member: string]: string;
}

/** What is asked for a token, and how. */
export interface TokenRequest {
  /** For messages: `"request token"` or `"access token"`. */
  purpose: string;
  /** Endpoint, with `conform` where its answers need repair. */
  endpoint: ResolvedEndpoint;
  /** Who asks. */
  signer: Signer;
  /** Protocol parameters of this request. */
  extra: Readonly<Record<string, string>>;
}

/** The app itself, before there is a token. */
export function signerOf({ clientId, clientSecret }: ResolvedOAuthProvider): Signer {
  return { clientId: clientId!, clientSecret: clientSecret! };
}

/**
 * Asks for a request token or an access token.
 *
 * @throws {TypeError} when the server refuses, or answers without a token
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-2.1 RFC 5849 §2.1 and §2.3}
 */
export async function requestToken(
  provider: ResolvedOAuthProvider,
  { purpose, endpoint, signer, extra }: TokenRequest,
): Promise<IssuedToken> {
  // The config check saw to it that there is a URL.
  const sent = await send(provider, "POST", endpoint.url!, signer, extra);
  const response = await endpoint.conform?.(sent.clone()) ?? sent;
  const refuse = (why: string) =>
    new TypeError(`Cannot use the ${purpose} of "${provider.id}": ${why}`);
  if (response.status !== 200) {
    const text = await response.text().catch(() => "");
    throw refuse(`it answered ${response.status}${cureOf(provider, extra, response.status, text)}`);
  }
  // Servers name all sorts of content types for this, so the body decides.
  const answer = new URLSearchParams(await response.text());
  for (const name of ["oauth_token", "oauth_token_secret"]) {
    const values = answer.getAll(name);
    if (values.length !== 1) throw refuse(`it answered with ${values.length} times "${name}"`);
    if (values[0]!.length > MAX_LENGTH) throw refuse(`"${name}" is too long`);
  }
  if (!answer.get("oauth_token")) throw refuse('"oauth_token" is empty');
  // Both members were found just now.
  return Object.fromEntries(answer) as IssuedToken;
}

/** What to do about a refusal; servers have no common way to say why. */
function cureOf(
  provider: ResolvedOAuthProvider,
  { oauth_callback: callback }: Readonly<Record<string, string>>,
  status: number,
  text: string,
): string {
  if (callback && /callback/i.test(text)) return `; ${redirectCure(callback)}`;
  if (status !== 401) return "";
  return `; ${credentialsCure(provider)}, and the clock of this server`;
}

/**
 * Reads the profile with an access token.
 *
 * @throws {TypeError} when the server answers anything but an object
 */
export async function requestProfile(
  provider: ResolvedOAuthProvider,
  url: URL,
  signer: Signer,
): Promise<Profile> {
  const response = await send(provider, "GET", url, signer);
  const profile: unknown = response.status === 200 ? await response.json() : undefined;
  if (typeof profile !== "object" || profile === null || Array.isArray(profile)) {
    throw new TypeError(
      `Cannot read the profile at "${provider.id}": it answered ${response.status} without an object`,
    );
  }
  // An object of unknown members is what a profile is.
  return profile as Profile;
}

async function send(
  provider: ResolvedOAuthProvider,
  method: "GET" | "POST",
  url: URL,
  signer: Signer,
  extra?: Readonly<Record<string, string>>,
): Promise<Response> {
  const authorization = await authorizationHeader(method, url, signer, extra);
  const accept = method === "GET" ? "application/json" : "application/x-www-form-urlencoded, */*";
  return await fetchOf(provider)(url.href, {
    method,
    headers: { accept, authorization },
    // A signature is for one URL; whoever it would be forwarded to must not see it.
    redirect: "manual",
  });
}

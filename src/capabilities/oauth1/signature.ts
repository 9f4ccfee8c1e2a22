/**
 * Signed requests of OAuth 1.0: the signed text, the signature, and the header
 * that contains it. The only method is HMAC-SHA1, which every server supports.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3 RFC 5849 §3}
 * @module
 */

import { hmacSha1 } from "../../base/crypto/hash.ts";
import { randomHex } from "../../base/crypto/bytes.ts";
import { nowSeconds } from "../../base/time.ts";

/** The secrets that a request is signed with. */
export interface SigningKeys {
  /** Secret of the app: its `clientSecret`. */
  clientSecret: string;
  /** Secret that came with the token; absent while there is no token. */
  tokenSecret?: string;
}

/** Credentials that sign a request. */
export interface Signer extends SigningKeys {
  /** The app's `clientId`: the "consumer key". */
  clientId: string;
  /** Request token or access token; absent while there is none. */
  token?: string;
}

/**
 * Percent-encodes UTF-8, leaving letters, digits and `- . _ ~` as they are.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.6 RFC 5849 §3.6}
 */
export function percentEncode(text: string): string {
  // `encodeURIComponent` leaves five more characters as they are.
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The text that is signed: method, URL without its query, and every parameter
 * in the order of the RFC.
 *
 * @param params decoded parameters of the header, and of a form body if there is
 * one; those of the URL's query are added
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.4.1 RFC 5849 §3.4.1}
 */
export function baseString(
  method: string,
  url: URL,
  params: Iterable<readonly [string, string]>,
): string {
  const encoded = [...url.searchParams, ...params]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    // By name, then by value: in joined pairs, "a-b=" would come before "a=".
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const normalized = encoded.map(([name, value]) => `${name}=${value}`).join("&");
  // `URL` has lower-cased scheme and host and dropped a default port already.
  return [method.toUpperCase(), url.origin + url.pathname, normalized].map(percentEncode).join("&");
}

/** Compares in the order of bytes, since encoded text is ASCII. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * HMAC-SHA1 signature in base64.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.4.2 RFC 5849 §3.4.2}
 */
export function sign(text: string, { clientSecret, tokenSecret = "" }: SigningKeys) {
  return hmacSha1(`${percentEncode(clientSecret)}&${percentEncode(tokenSecret)}`, text);
}

/**
 * `Authorization` header of a request without a form body, with a new nonce and
 * the current time.
 *
 * @param extra protocol parameters of this request, for example `oauth_callback`
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.5.1 RFC 5849 §3.5.1}
 */
export async function authorizationHeader(
  method: string,
  url: URL,
  signer: Signer,
  extra: Readonly<Record<string, string>> = {},
): Promise<string> {
  const params: Record<string, string> = {
    ...extra,
    oauth_consumer_key: signer.clientId,
    oauth_nonce: randomHex(16),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(nowSeconds()),
    oauth_version: "1.0",
    ...signer.token === undefined ? {} : { oauth_token: signer.token },
  };
  params.oauth_signature = await sign(baseString(method, url, Object.entries(params)), signer);
  const members = Object.entries(params).map(([name, value]) =>
    `${percentEncode(name)}="${percentEncode(value)}"`
  );
  return `OAuth ${members.join(", ")}`;
}

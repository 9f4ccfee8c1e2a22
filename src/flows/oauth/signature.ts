/**
 * Signatures of what a provider says: ID tokens, and userinfo answers that are
 * JWTs.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7} and {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse §5.3.2}
 * @module
 */

import * as oauth from "oauth4webapi";
import { mayUseHttp } from "../../config/endpoint_url.ts";
import type { ResolvedOAuthProvider } from "../../types/internal.ts";
import { fetchOf } from "./fetch.ts";
import { getKeys } from "./server.ts";

/**
 * Verifies a JWT whose claims were validated already.
 *
 * @param response the answer it came in, as the protocol library processed it
 * @param algorithm what the app registered for such tokens. A shared secret is
 * used only when it says so
 * @throws when the signature is wrong, or no key is known
 */
export async function verifySignature(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  response: Response,
  jwt: string,
  algorithm: unknown,
): Promise<void> {
  if (typeof algorithm === "string" && /^HS(256|384|512)$/.test(algorithm)) {
    // Only when the app says so: a header must not turn a public key into a shared secret.
    if (!provider.clientSecret) throw refuseKeys(provider.id, "clientSecret");
    const { compactVerify } = await import("jose");
    const key = new TextEncoder().encode(provider.clientSecret);
    await compactVerify(jwt, key, { algorithms: [algorithm] });
    return;
  }
  if (!as.jwks_uri) throw refuseKeys(provider.id, "issuer", "jwks_endpoint");
  // Read already when the claims were validated.
  const header = JSON.parse(atob(jwt.split(".")[0]!.replaceAll("-", "+").replaceAll("_", "/")));
  const jwks = await getKeys(provider, as.jwks_uri, header.kid);
  // A copy, since the library remembers keys per object and ours are newer.
  await oauth.validateApplicationLevelSignature({ ...as }, response, {
    [oauth.jwksCache]: { jwks: jwks as oauth.JWKS, uat: Math.floor(Date.now() / 1000) },
    [oauth.customFetch]: fetchOf(provider),
    [oauth.allowInsecureRequests]: mayUseHttp(provider, as.jwks_uri),
  });
}

function refuseKeys(id: string, ...options: string[]): TypeError {
  return new TypeError(`Cannot verify what "${id}" signed: set \`${options.join("` or `")}\``);
}

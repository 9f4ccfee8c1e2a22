/**
 * Signatures of a provider's JWTs: ID tokens and signed userinfo answers.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7} and {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse §5.3.2}
 * @module
 */

import * as oauth from "oauth4webapi";
import { mayUseHttp } from "../../config/endpoint_url.ts";
import type { ResolvedOAuthProvider } from "../../types/internal.ts";
import { fetchOf } from "./fetch.ts";
import { getKeys, type KeySet } from "./metadata.ts";

/**
 * Verifies the signature of a JWT whose claims were validated already.
 *
 * @param response the answer that contained it, as the protocol library processed it
 * @param algorithm the algorithm that the app registered for such tokens; a
 * shared secret is used for `HS256`, `HS384` and `HS512` only
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
    // Only when the app registered it: a header must not turn a public key into a shared secret.
    if (!provider.clientSecret) throw refuseKeys(provider.id, "clientSecret");
    const { compactVerify } = await import("jose/jws/compact/verify");
    const key = new TextEncoder().encode(provider.clientSecret);
    await compactVerify(jwt, key, { algorithms: [algorithm] });
    return;
  }
  if (!as.jwks_uri) throw refuseKeys(provider.id, "issuer", "jwks_endpoint");
  // The header was parsed before, when the claims were validated, so it is valid.
  const { kid } = JSON.parse(atob(jwt.split(".")[0]!.replaceAll("-", "+").replaceAll("_", "/")));
  const verify = (jwks: KeySet) =>
    // A copy, since the library caches keys per object, and the keys given here are newer.
    oauth.validateApplicationLevelSignature({ ...as }, response, {
      [oauth.jwksCache]: { jwks: jwks as oauth.JWKS, uat: Math.floor(Date.now() / 1000) },
      [oauth.customFetch]: fetchOf(provider),
      [oauth.allowInsecureRequests]: mayUseHttp(provider, as.jwks_uri),
    });
  // Without a key id, only a failure can tell that the server has new keys.
  const suffices = (jwks: KeySet) =>
    kid === undefined
      ? verify(jwks).then(() => true, () => false)
      : jwks.keys.some((key) => (key as { kid?: unknown }).kid === kid);
  await verify(await getKeys(provider, as.jwks_uri, suffices));
}

function refuseKeys(id: string, ...options: string[]): TypeError {
  return new TypeError(`Cannot verify the signature of "${id}": set \`${options.join("` or `")}\``);
}

/**
 * Rules for the ID token of an answer of the token endpoint, after a code and after a refresh.
 * The protocol library has validated the issuer, audience, expiry and nonce.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7} and {@link https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse §12.2}
 * @module
 */

import * as oauth from "oauth4webapi";
import { nowSeconds } from "../../base/time.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { explainClock, explainShape, wrongTimeOf } from "./diagnosis.ts";
import { verifySignature } from "./signature.ts";
import { strictCodeOf } from "./strict_client.ts";

/** Seconds that the `iat` of an ID token may be in the future. */
const ISSUED_AT_TOLERANCE = 300;

/**
 * Verifies the signature, the subject, the authorized party and the time of issue.
 *
 * @param as metadata with the issuer of the token's tenant
 * @param subject `sub` of the ID token before; one of another user is refused. Default: any
 * @returns its claims; `undefined` when the answer has none
 * @throws {InvalidIDToken}
 */
export async function validateIdToken(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  answer: oauth.TokenEndpointResponse,
  subject?: string,
): Promise<oauth.IDToken | undefined> {
  const claims = oauth.getValidatedIdTokenClaims(answer);
  if (!claims) return undefined;
  const { id_token_signed_response_alg: algorithm, client_id } = client;
  await verifySignature(provider, as, answer.id_token!, algorithm);
  const refuse = (message: string) => new InvalidIDToken(`Cannot accept the ID token: ${message}`);
  if (!claims.sub) throw refuse('"sub" is empty');
  if (subject !== undefined && claims.sub !== subject) {
    throw refuse('"sub" is that of another user');
  }
  if (claims.azp !== undefined && claims.azp !== client_id) {
    throw refuse('"azp" is not the `clientId` of this app');
  }
  const now = nowSeconds();
  if (claims.iat > now + ISSUED_AT_TOLERANCE) {
    throw new InvalidIDToken(explainClock(claims, "iat", now));
  }
  return claims;
}

/**
 * Explains an answer with an ID token whose time does not fit this server's clock, and one that
 * the security profile of the provider refuses.
 */
export async function explainInvalid(
  provider: ResolvedOAuthProvider,
  error: unknown,
): Promise<string | undefined> {
  const time = wrongTimeOf(error);
  if (time) return explainClock(...time);
  return explainShape(error) ?? await explainWeak(provider, error);
}

/** Explains an answer that the security profile of the provider refuses. */
export async function explainWeak(
  provider: ResolvedOAuthProvider,
  error: unknown,
): Promise<string | undefined> {
  if (!provider.securityProfile) return;
  return (await strictCodeOf(provider).profile()).explainProfile(error);
}

/** Error for an ID token with an invalid claim. */
class InvalidIDToken extends Error {
  override name = "InvalidIDToken";
}

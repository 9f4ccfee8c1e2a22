/**
 * ID tokens that a native app got from an SDK of the provider. They come from the client itself, so
 * everything about them is validated here: signature, issuer, audience, times and nonce.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7}
 * @module
 */

import { isEqual, sha256Hex } from "../../base/crypto/hash.ts";
import { fromBase64url } from "../../base/crypto/bytes.ts";
import { isRecord } from "../../base/objects.ts";
import { preciseSeconds } from "../../base/time.ts";
import { InvalidAnswer } from "../../errors.ts";
import type { Profile } from "../../types/entities.ts";
import type { Identity } from "../../types/identity.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { getServer } from "./metadata.ts";
import { identify } from "./profile.ts";
import { providerProof, providerSession } from "./provider_facts.ts";
import { openJwt } from "./signature.ts";
import { issuerOfTenant } from "./tenant.ts";

/** Longest token that is read, in characters. */
const MAX_LENGTH = 16 * 1024;

/** Seconds that an expiry may have passed: clocks differ. */
const TOLERANCE = 30;

/** Seconds that the `iat` may be in the future, as that of any ID token. */
const ISSUED_AT_TOLERANCE = 300;

/** The SDK of Apple puts the SHA-256 of the nonce, in hex, into the token. */
const HASHES_NONCE = "https://appleid.apple.com";

/** Claims of a valid ID token. */
export type IdTokenClaims = Profile & { readonly sub: string };

/**
 * Validates an ID token.
 *
 * @param audiences client ids of native apps
 * @param nonce the one that this app gave to the client
 * @throws {InvalidAnswer} when it is not valid
 * @throws {TypeError} when the keys of the provider cannot be fetched
 */
export async function openNativeIdToken(
  provider: ResolvedOAuthProvider,
  token: string,
  audiences: readonly string[],
  nonce: string,
): Promise<IdTokenClaims> {
  const refuse = (message: string) =>
    new InvalidAnswer(`Cannot accept the ID token of "${provider.id}": ${message}`, {
      cause: { provider: provider.id },
    });
  const parts = token.split(".");
  const header = token.length <= MAX_LENGTH && parts.length === 3 ? readPart(parts[0]!) : undefined;
  if (!header) throw refuse("it is not a signed JWT");
  const { kid } = header;
  const { as, verified } = await openJwt(
    provider,
    token,
    typeof kid === "string" ? kid : undefined,
  );
  if (!verified) throw refuse("its signature, algorithm or key is wrong");
  const claims = readPart(parts[1]!);
  if (!claims) throw refuse("it has no claims");
  const { iss, sub, aud, azp, exp, iat, nbf } = claims;
  const issuer = issuerOfTenant(as, claims.tid);
  if (issuer === undefined || iss !== issuer) throw refuse('"iss" is not the issuer');
  const all = [aud].flat();
  if (!all.some((one) => audiences.includes(one as string))) {
    throw refuse('"aud" is not one of `native.idTokens`');
  }
  if (all.length > 1 && azp === undefined) throw refuse('"azp" is missing');
  if (azp !== undefined && !audiences.includes(azp as string)) {
    throw refuse('"azp" is not one of `native.idTokens`');
  }
  const now = preciseSeconds();
  if (!(typeof exp === "number" && exp > now - TOLERANCE)) throw refuse("it has expired");
  if (!(typeof iat === "number" && iat < now + ISSUED_AT_TOLERANCE)) {
    throw refuse('"iat" is not a past time');
  }
  if (nbf !== undefined && !(typeof nbf === "number" && nbf < now + TOLERANCE)) {
    throw refuse('"nbf" is not a past time');
  }
  if (typeof sub !== "string" || sub === "") throw refuse('"sub" is empty');
  if (!await hasNonce(claims.nonce, issuer, nonce)) throw refuse('"nonce" is another one');
  return claims as IdTokenClaims;
}

async function hasNonce(claim: unknown, issuer: string, nonce: string): Promise<boolean> {
  if (typeof claim !== "string") return false;
  return isEqual(claim, nonce) ||
    issuer === HASHES_NONCE && isEqual(claim, await sha256Hex(nonce));
}

/**
 * The identity of a valid ID token. Its account has no tokens: those of a native app are of another
 * client than those that the app may keep.
 *
 * @param accessToken for the userinfo endpoint, where the provider needs it
 */
export async function identifyByIdToken(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  claims: IdTokenClaims,
  accessToken: string | undefined,
): Promise<Identity> {
  // Without an access token, the ID token is all that there is.
  const known = accessToken === undefined ? { ...provider, idToken: true } : provider;
  const needed = known.idToken === false ? ["userinfo"] as const : [];
  const exchanged = { tokens: accessToken ? { access_token: accessToken } : {}, claims };
  const as = await getServer(known, ...needed);
  const { account, ...identity } = await identify(ctx, known, as, exchanged);
  const { type, providerAccountId } = account;
  return {
    ...identity,
    account: { provider: provider.id, type, providerAccountId },
    upstream: providerProof(exchanged),
    upstreamSession: providerSession(exchanged),
  };
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const bytes = fromBase64url(part);
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Signatures of a provider's JWTs: ID tokens and signed userinfo answers.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7} and {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse §5.3.2}
 * @module
 */

import type * as oauth from "oauth4webapi";
import type { CompactVerifyResult, createLocalJWKSet } from "jose";
import { lazy } from "../../base/lazy.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { getKeys, getServer, type KeySet, rateLimited } from "./metadata.ts";

/** Chooses a key of a set by a header, and imports it. */
type KeyChooser = ReturnType<typeof createLocalJWKSet>;

/** Imported keys, as long as the set is kept. */
const choosers = new WeakMap<KeySet, KeyChooser>();

/**
 * Verifies the signature of a JWT whose header and claims were validated already.
 *
 * @param algorithm the algorithm that the app registered for such tokens; a
 * shared secret is used for `HS256`, `HS384` and `HS512` only
 * @throws when the signature is wrong, or no key is known
 */
export async function verifySignature(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  jwt: string,
  algorithm: unknown,
): Promise<void> {
  if (isShared(algorithm)) {
    await verifyShared(provider, jwt, algorithm);
    return;
  }
  if (!as.jwks_uri) throw refuseKeys(provider.id, "issuer", "jwks_endpoint");
  // The protocol library has parsed the header, and compared the algorithm with those of the server.
  const { alg, kid } = JSON.parse(
    atob(jwt.split(".")[0]!.replaceAll("-", "+").replaceAll("_", "/")),
  );
  const verify = (jwks: KeySet) => verifyByKeys(jwt, jwks, [alg]);
  // Without a key id, only a failure can tell that the server has new keys.
  const suffices = (jwks: KeySet) =>
    kid === undefined ? verify(jwks).then(() => true, () => false) : hasKey(jwks, kid);
  await verify(await getKeys(provider, as.jwks_uri, suffices)).catch((error) => {
    throw explained(provider, error);
  });
}

/** Reasons by the code of the library's error. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_JOSE_NOT_SUPPORTED: 'unsupported JWS "alg"',
  ERR_JWKS_NO_MATCHING_KEY: "no applicable key found",
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'multiple applicable keys found, and the header has no "kid"',
};

/** Says why no key of a server verified a token. */
function explained({ id }: ResolvedOAuthProvider, error: unknown): unknown {
  const { code = "" } = error as { code?: string };
  if (!Object.hasOwn(REASONS, code)) return error;
  return new TypeError(`Cannot verify the signature of "${id}": ${REASONS[code]}`, {
    cause: error,
  });
}

function hasKey({ keys }: KeySet, kid: unknown): boolean {
  return keys.some((key) => (key as { kid?: unknown }).kid === kid);
}

const library = lazy(async () => ({
  ...await import("jose/jws/compact/verify"),
  ...await import("jose/jwks/local"),
}));

/** A JWT whose signature was verified. */
export interface VerifiedJwt {
  /** Members of the header. */
  header: Readonly<Record<string, unknown>>;
  /** The payload. */
  payload: Uint8Array;
}

/**
 * Verifies the signature of a JWT that anyone can send, by the algorithms and keys of ID
 * tokens. Nothing else about it is validated.
 *
 * @param kid id of the key, from the header
 * @returns the server, and the JWT unless its signature is wrong or no key fits
 * @throws {TypeError} when the keys cannot be fetched
 */
export async function openJwt(
  provider: ResolvedOAuthProvider,
  jwt: string,
  kid: string | undefined,
): Promise<{ as: oauth.AuthorizationServer; verified: VerifiedJwt | undefined }> {
  const registered = provider.client?.id_token_signed_response_alg;
  const { as, verify } = await rateLimited(provider, async () => {
    const as = await getServer(provider, "keys");
    if (isShared(registered)) return { as, verify: () => verifyShared(provider, jwt, registered) };
    if (!as.jwks_uri) throw refuseKeys(provider.id, "issuer", "jwks_endpoint");
    const announced: unknown = as.id_token_signing_alg_values_supported ?? ["RS256"];
    const algorithms = [registered ?? announced].flat() as string[];
    const suffices = (jwks: KeySet) =>
      kid === undefined
        ? verifyByKeys(jwt, jwks, algorithms).then(() => true, () => false)
        : hasKey(jwks, kid);
    const keys = await getKeys(provider, as.jwks_uri, suffices, true);
    return { as, verify: () => verifyByKeys(jwt, keys, algorithms) };
  });
  try {
    const { payload, protectedHeader } = await verify();
    return { as, verified: { payload, header: { ...protectedHeader } } };
  } catch {
    // A key of the provider that cannot be used, too: the sender chooses it by its id.
    return { as, verified: undefined };
  }
}

/** Only when the app registered it: a header must not turn a public key into a shared secret. */
function isShared(algorithm: unknown): algorithm is string {
  return typeof algorithm === "string" && /^HS(256|384|512)$/.test(algorithm);
}

async function verifyShared(provider: ResolvedOAuthProvider, jwt: string, algorithm: string) {
  if (!provider.clientSecret) throw refuseKeys(provider.id, "clientSecret");
  const { compactVerify } = await library();
  const key = new TextEncoder().encode(provider.clientSecret);
  return await compactVerify(jwt, key, { algorithms: [algorithm] });
}

/** Key sets hold public keys only, so that no shared secret and no missing signature verifies. */
async function verifyByKeys(
  jwt: string,
  keys: KeySet,
  algorithms: string[],
): Promise<CompactVerifyResult> {
  const { compactVerify, createLocalJWKSet } = await library();
  let chooser = choosers.get(keys);
  if (!chooser) {
    chooser = createLocalJWKSet(keys as Parameters<typeof createLocalJWKSet>[0]);
    choosers.set(keys, chooser);
  }
  return await compactVerify(jwt, chooser, { algorithms });
}

function refuseKeys(id: string, ...options: string[]): TypeError {
  return new TypeError(`Cannot verify the signature of "${id}": set \`${options.join("` or `")}\``);
}

/**
 * Signatures of a provider's JWTs: ID tokens and signed userinfo answers.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7} and {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse §5.3.2}
 * @module
 */

import type * as oauth from "oauth4webapi";
import { withoutEnd } from "../../base/trim.ts";
import { fromBase64url } from "../../base/crypto/bytes.ts";
import { isRecord } from "../../base/objects.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { getKeys, getServer, type KeySet, rateLimited } from "./metadata.ts";
import { paramsOf, pick, PUBLIC } from "./signing_key.ts";

/** Algorithms with a public key, and its type and curve. */
const TYPES: readonly [RegExp, kty: string, crv?: string][] = [
  [/^[RP]S(256|384|512)$/, "RSA"],
  [/^ES256$/, "EC", "P-256"],
  [/^ES384$/, "EC", "P-384"],
  [/^ES512$/, "EC", "P-521"],
  [/^(EdDSA|Ed25519)$/, "OKP", "Ed25519"],
  [/^ML-DSA-(44|65|87)$/, "AKP"],
];

/** Least length of an RSA key, in bits (RFC 7518 §3.3). */
const MIN_RSA_BITS = 2048;

/** Members of a JWK that choose it. */
type PublicJwk = JsonWebKey & { kid?: unknown };

/** Imported keys by algorithm, as long as the set is kept. */
const imported = new WeakMap<object, Map<string, Promise<CryptoKey>>>();

/**
 * Verifies the signature of a JWT whose header and claims were validated already.
 *
 * @param algorithm the algorithm that the app registered for such tokens; a
 * shared secret is used for `HS256`, `HS384` and `HS512` only
 * @throws {TypeError} when the signature is wrong, or no key is known
 */
export async function verifySignature(
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  jwt: string,
  algorithm: unknown,
): Promise<void> {
  const { id } = provider;
  const explain = (error: Error) => {
    throw new TypeError(`Cannot verify the signature of "${id}": ${error.message}`, {
      cause: error,
    });
  };
  if (isShared(algorithm)) {
    const secret = secretOf(provider);
    await verifyShared(secret, jwt, algorithm).catch(explain);
    return;
  }
  if (!as.jwks_uri) throw refuseKeys(id, "issuer", "jwks_endpoint");
  // The protocol library has compared the algorithm with those of the server.
  const { alg, kid } = headerOf(jwt);
  const verify = (jwks: KeySet) => verifyByKeys(jwt, jwks, [alg]);
  const keys = await getKeys(provider, as.jwks_uri, (jwks) => suffices(jwks, kid, verify));
  await verify(keys).catch(explain);
}

/** Without a key id, only a failure can tell that the server has new keys. */
function suffices(
  jwks: KeySet,
  kid: unknown,
  verify: (jwks: KeySet) => Promise<unknown>,
): boolean | Promise<boolean> {
  if (kid === undefined) return verify(jwks).then(() => true, () => false);
  return jwks.keys.some((key: PublicJwk) => key.kid === kid);
}

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
    if (isShared(registered)) {
      const secret = secretOf(provider);
      return { as, verify: () => verifyShared(secret, jwt, registered) };
    }
    if (!as.jwks_uri) throw refuseKeys(provider.id, "issuer", "jwks_endpoint");
    const announced: unknown = as.id_token_signing_alg_values_supported ?? ["RS256"];
    const algorithms = [registered ?? announced].flat();
    const verify = (jwks: KeySet) => verifyByKeys(jwt, jwks, algorithms);
    const keys = await getKeys(provider, as.jwks_uri, (jwks) => suffices(jwks, kid, verify), true);
    return { as, verify: () => verify(keys) };
  });
  // A key of the provider that cannot be used, too: the sender chooses it by its id.
  return { as, verified: await verify().catch(() => undefined) };
}

/** Only when the app registered it: a header must not turn a public key into a shared secret. */
function isShared(algorithm: unknown): algorithm is string {
  return typeof algorithm === "string" && /^HS(256|384|512)$/.test(algorithm);
}

function secretOf({ id, clientSecret }: ResolvedOAuthProvider): string {
  if (!clientSecret) throw refuseKeys(id, "clientSecret");
  return clientSecret;
}

async function verifyShared(secret: string, jwt: string, algorithm: string): Promise<VerifiedJwt> {
  const bytes = new TextEncoder().encode(secret);
  const params = paramsOf(algorithm);
  return await verifyJws(
    jwt,
    [algorithm],
    () => crypto.subtle.importKey("raw", bytes, params, false, ["verify"]),
  );
}

/** Only public keys are used, so that no shared secret and no missing signature verifies. */
async function verifyByKeys(
  jwt: string,
  { keys }: KeySet,
  algorithms: readonly unknown[],
): Promise<VerifiedJwt> {
  return await verifyJws(jwt, algorithms, (alg, kid) => {
    const [, kty, crv] = TYPES.find(([names]) => names.test(alg)) ?? [];
    if (!kty) throw new TypeError('unsupported JWS "alg"');
    const [key, another] = keys.filter((key: PublicJwk) =>
      key.kty === kty && (!crv || key.crv === crv) && (kid === undefined || key.kid === kid) &&
      (key.alg === undefined ? kty !== "AKP" : key.alg === alg) &&
      (key.use === undefined || key.use === "sig") &&
      (key.key_ops === undefined ||
        (Array.isArray(key.key_ops) && key.key_ops.includes("verify")))
    );
    if (!key) throw new TypeError("no applicable key found");
    if (another) {
      throw new TypeError('multiple applicable keys found, and the header has no "kid"');
    }
    return importKey(key, alg);
  });
}

function importKey(jwk: JsonWebKey, alg: string): Promise<CryptoKey> {
  if ("d" in jwk || "priv" in jwk) throw new TypeError("a published key is a private one");
  let known = imported.get(jwk);
  if (!known) imported.set(jwk, known = new Map());
  let key = known.get(alg);
  if (!key) {
    // Other members, such as `key_ops`, could contradict what it is imported for.
    const members = pick(jwk, jwk.kty === "AKP" ? ["kty", "alg", "pub" as "x"] : PUBLIC);
    key = crypto.subtle.importKey("jwk", members, paramsOf(alg), false, ["verify"]);
    known.set(alg, key);
  }
  return key;
}

/** Verifies a compact JWS (RFC 7515 §5.2). */
async function verifyJws(
  jwt: string,
  algorithms: readonly unknown[],
  choose: (alg: string, kid: unknown) => Promise<CryptoKey>,
): Promise<VerifiedJwt> {
  const [protectedHeader = "", payload = "", signature = "", ...more] = jwt.split(".");
  const header = headerOf(jwt);
  const { alg, kid, crit } = header;
  if (more.length > 0) throw new TypeError("it is not a compact JWS");
  // No extension is known that could be needed to understand it.
  if (crit !== undefined) throw new TypeError('the header has "crit"');
  if (typeof alg !== "string" || !algorithms.includes(alg)) {
    throw new TypeError('the "alg" of the header is not one of the server');
  }
  const key = await choose(alg, kid);
  const { modulusLength = MIN_RSA_BITS } = key.algorithm as Partial<RsaKeyAlgorithm>;
  if (modulusLength < MIN_RSA_BITS) throw new TypeError("the RSA key has fewer than 2048 bits");
  const signed = new TextEncoder().encode(`${protectedHeader}.${payload}`);
  const isRight = await crypto.subtle.verify(paramsOf(alg), key, decode(signature), signed)
    .catch(() => false);
  if (!isRight) throw new TypeError("signature verification failed");
  return { header, payload: decode(payload) };
}

function headerOf(jwt: string): Record<string, unknown> {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(decode(jwt.split(".")[0]!));
  const header: unknown = JSON.parse(text);
  if (!isRecord(header)) throw new TypeError("it is not a compact JWS");
  return header;
}

/** Some servers write the padding, which RFC 7515 leaves out. */
function decode(part: string): Uint8Array<ArrayBuffer> {
  return fromBase64url(withoutEnd(part, "="));
}

function refuseKeys(id: string, ...options: string[]): TypeError {
  return new TypeError(`Cannot verify the signature of "${id}": set \`${options.join("` or `")}\``);
}

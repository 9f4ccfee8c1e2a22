/**
 * Proofs of possession (DPoP, RFC 9449): the client signs method, URL and token of each request with
 * a key that an access token is bound to, so that a token alone opens nothing.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-4.3 RFC 9449 §4.3}
 * @module
 */

import { fromBase64url } from "../base/crypto/bytes.ts";
import { isEqual, sha256Base64url } from "../base/crypto/hash.ts";
import { hashParts } from "../base/hashed.ts";
import { isRecord } from "../base/objects.ts";
import {
  CLOCK_SKEW,
  isAhead,
  nowSeconds,
  preciseSeconds,
  secondsFromNow,
  STRICT_AHEAD,
} from "../base/time.ts";
import { toSecrets } from "../jwt.ts";
import { usedMarks } from "../records/used.ts";
import type { CredentialRefusal } from "../types/audit.ts";
import type { ResolvedConfig } from "../types/internal.ts";

/** A proof that is valid for a request, or the reason why it is not. */
export type VerifiedDPoP =
  | {
    /** SHA-256 thumbprint of the key (RFC 7638), in base64url. */
    readonly thumbprint: string;
  }
  | {
    /** Reason. */
    readonly fault: CredentialRefusal;
    /** Nonce with which the client can prove it whatever its clock says; with `"proof-nonce"` alone. */
    readonly nonce?: string;
  };

/** Longest proof, in characters: one with an RSA key of 4096 bits has about 2000. */
const MAX_LENGTH = 8192;

/** Seconds for which a nonce counts. */
const NONCE_MAX_AGE = 5 * 60;

/** Longest nonce, in characters. */
const MAX_NONCE = 64;

/** Longest `jti`, in characters. */
const MAX_JTI = 256;

/** Least length of an RSA key, in bits (RFC 7518 §3.3). */
const MIN_RSA_BITS = 2048;

/** Members of keys that are private, or that the client shares with someone (RFC 7518 §6). */
const PRIVATE = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

/** An algorithm: the type of its keys, their public members in the order of RFC 7638, and Web Crypto. */
interface ProofAlgorithm {
  readonly kty: string;
  readonly crv?: string;
  readonly members: readonly (keyof JsonWebKey)[];
  readonly params: {
    readonly name: string;
    readonly hash?: string;
    readonly namedCurve?: string;
    readonly saltLength?: number;
  };
}

const RSA = { kty: "RSA", members: ["e", "kty", "n"] } as const;
const ED25519: ProofAlgorithm = {
  kty: "OKP",
  crv: "Ed25519",
  members: ["crv", "kty", "x"],
  params: { name: "Ed25519" },
};

const ALGORITHMS: ReadonlyMap<unknown, ProofAlgorithm> = new Map<unknown, ProofAlgorithm>([
  ["ES256", {
    kty: "EC",
    crv: "P-256",
    members: ["crv", "kty", "x", "y"],
    params: { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" },
  }],
  ["Ed25519", ED25519],
  ["EdDSA", ED25519],
  ["PS256", { ...RSA, params: { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 } }],
  ["RS256", { ...RSA, params: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } }],
]);

/**
 * Verifies the `DPoP` header of a request.
 *
 * @param origin public origin: a proof for `http:` does not count for one with `https:`
 * @param how `token`: access token that it is used with, absent where a token is asked for; `isStrict`:
 *   `true` for a client that is held to FAPI 2.0
 */
export async function verifyDPoP(
  { records, jwt }: ResolvedConfig,
  request: Request,
  origin: string,
  { token, isStrict = false }: {
    readonly token?: string | undefined;
    readonly isStrict?: boolean | undefined;
  } = {},
): Promise<VerifiedDPoP> {
  const text = request.headers.get("dpop");
  if (text === null) return { fault: "proof-missing" };
  const opened = text.length > MAX_LENGTH ? undefined : await open(text).catch(() => undefined);
  if (!opened || !records) return { fault: "proof-wrong" };
  const { alg, claims, thumbprint } = opened;
  const { htm, htu, iat, jti, ath, nonce } = claims;
  const isComplete = typeof jti === "string" && jti !== "" && jti.length <= MAX_JTI &&
    typeof iat === "number" && typeof htm === "string" && typeof htu === "string";
  if (!isComplete) return { fault: "proof-wrong" };
  if (htm !== request.method || !isSameUrl(request, origin, htu)) return { fault: "proof-url" };
  if (token !== undefined) {
    if (typeof ath !== "string" || !isEqual(ath, await sha256Base64url(token))) {
      return { fault: "proof-wrong" };
    }
  }
  const secrets = toSecrets(jwt.secret);
  if (isStrict && (alg === "RS256" || isAhead(claims, CLOCK_SKEW))) return { fault: "proof-wrong" };
  const isTimely = Math.abs(iat - preciseSeconds()) <= CLOCK_SKEW &&
    !(isStrict && isAhead(claims, STRICT_AHEAD));
  if (!isTimely && !await isOwnNonce(nonce, secrets)) {
    return { fault: "proof-nonce", nonce: await makeNonce(nowSeconds(), secrets[0]!) };
  }
  // Last, so that nothing else can be wrong with a proof that is used up.
  const mark = await hashParts("dpop", [thumbprint, jti]);
  // As long as the same proof could count again: by its nonce, or by its time.
  const expires = secondsFromNow(nonce === undefined ? 2 * CLOCK_SKEW : NONCE_MAX_AGE);
  if (await usedMarks.add(records, mark, { expires, data: null })) return { thumbprint };
  return { fault: "proof-replayed" };
}

/** A nonce (RFC 9449 §8): its time, and a hash that only this app can make. Nothing is stored. */
async function makeNonce(seconds: number, secret: string): Promise<string> {
  return `${seconds}.${await hashParts("dpop nonce", [String(seconds), secret])}`;
}

/** Returns `true` for a nonce that this app has made a moment ago. */
async function isOwnNonce(nonce: unknown, secrets: readonly string[]): Promise<boolean> {
  if (typeof nonce !== "string" || nonce.length > MAX_NONCE) return false;
  const seconds = Number(nonce.slice(0, nonce.indexOf(".")));
  const age = preciseSeconds() - seconds;
  if (!Number.isSafeInteger(seconds) || age < -CLOCK_SKEW || age >= NONCE_MAX_AGE) return false;
  for (const secret of secrets) if (isEqual(nonce, await makeNonce(seconds, secret))) return true;
  return false;
}

/** Compares without query and fragment. */
function isSameUrl(request: Request, origin: string, htu: string): boolean {
  if (!URL.canParse(htu)) return false;
  const { origin: at, pathname, username, password } = new URL(htu);
  return at === origin && pathname === new URL(request.url).pathname && !username && !password;
}

/**
 * Opens a proof: its form, its key and its signature.
 *
 * @throws {Error} for one that is not valid
 */
async function open(
  text: string,
): Promise<{ alg: unknown; claims: Readonly<Record<string, unknown>>; thumbprint: string }> {
  const [header = "", payload = "", signature = "", ...more] = text.split(".");
  const { typ, alg, jwk, crit } = toRecord(header);
  const algorithm = ALGORITHMS.get(alg);
  const isProof = typeof typ === "string" && typ.toLowerCase() === "dpop+jwt";
  if (more.length > 0 || !isProof || !algorithm || crit !== undefined || !isRecord(jwk)) {
    throw new TypeError("it is no DPoP proof");
  }
  const { key, thumbprint } = await importKey(jwk, algorithm);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const { params } = algorithm;
  if (!await crypto.subtle.verify(params, key, fromBase64url(signature), signed)) {
    throw new TypeError("the signature is wrong");
  }
  return { alg, claims: toRecord(payload), thumbprint };
}

async function importKey(
  jwk: Readonly<Record<string, unknown>>,
  { kty, crv, members, params }: ProofAlgorithm,
): Promise<{ key: CryptoKey; thumbprint: string }> {
  const isPublic = !PRIVATE.some((name) => name in jwk);
  if (!isPublic || jwk.kty !== kty || (crv !== undefined && jwk.crv !== crv)) {
    throw new TypeError("the key is not a public one of the algorithm");
  }
  // Other members could contradict what it is imported for.
  const own = Object.fromEntries(members.map((name) => [name, jwk[name]]));
  if (Object.values(own).some((value) => typeof value !== "string")) {
    throw new TypeError("the key is not complete");
  }
  const key = await crypto.subtle.importKey("jwk", own, params, false, ["verify"]);
  const { modulusLength = MIN_RSA_BITS } = key.algorithm as Partial<RsaKeyAlgorithm>;
  if (modulusLength < MIN_RSA_BITS) throw new TypeError("the RSA key has fewer than 2048 bits");
  return { key, thumbprint: await sha256Base64url(JSON.stringify(own)) };
}

function toRecord(part: string): Record<string, unknown> {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(fromBase64url(part));
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new TypeError("it is not a JSON object");
  return value;
}

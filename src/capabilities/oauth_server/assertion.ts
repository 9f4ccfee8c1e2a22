/**
 * Clients that sign (`private_key_jwt`): an assertion is for this server alone, for minutes, and counts
 * once.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-3 RFC 7523 §3}
 * @module
 */

import type { JWTPayload } from "jose";
import { hashParts } from "../../base/hashed.ts";
import { actionUrl } from "../../http/url.ts";
import { explainNotLoaded } from "../../base/package.ts";
import { CLOCK_SKEW, preciseSeconds } from "../../base/time.ts";
import { countedNetwork } from "../../limits/request.ts";
import { usedMarks } from "../../records/used.ts";
import { AuthError } from "../../errors.ts";
import type { Client } from "./client.ts";
import { type ClientKey, faultOfKeys, toStoredKeys } from "./client_keys.ts";
import type { OAuthCall } from "./settings.ts";
import { readerOf, UntrustedUrlError } from "./untrusted_url.ts";

/** Algorithms: asymmetric ones alone, so that no public key can be taken for a shared one. */
export const ASSERTION_ALGORITHMS: readonly string[] = [
  "ES256",
  "Ed25519",
  "EdDSA",
  "PS256",
  "RS256",
];

/** Longest assertion, in characters. */
const MAX_LENGTH = 8192;

/** Longest `jti`, in characters. */
export const MAX_JTI = 256;

/** Seconds that an assertion may be valid for from now on. */
const MAX_AHEAD = 5 * 60;

/** Types of assertions of clients; many have none. */
const TYPE = /^(application\/)?(jwt|client-authentication\+jwt)$/i;

/** Most keys that are tried. */
const MAX_TRIES = 5;

/** Milliseconds after which a key that is not among the kept ones is looked for again. */
const REFRESH_MS = 60_000;

const keySets = readerOf((value) => {
  const fault = faultOfKeys(value);
  if (fault !== undefined) throw new UntrustedUrlError(fault, true);
  return toStoredKeys(value as { keys: unknown[] }).keys;
});

/** Returns `true` for an assertion that authenticates a client. It counts once. */
export async function provesClient(
  call: OAuthCall,
  { id, authentication, isKnown }: Client,
  assertion: string,
): Promise<boolean> {
  if (authentication.method !== "private_key_jwt") return false;
  const claims = await verify(call, { ...authentication, isKnown }, assertion, id);
  if (!claims) return false;
  // Last, so that nothing else can be wrong with an assertion that is used up.
  const mark = await hashParts("client assertion", [id, claims.jti]);
  const expires = new Date((claims.exp + CLOCK_SKEW) * 1000);
  return await usedMarks.add(call.config.records, mark, { expires, data: null });
}

type Jose = typeof import("jose");

async function library(): Promise<Jose> {
  try {
    return await import("jose");
  } catch (error) {
    throw new AuthError(`Cannot verify an assertion: ${explainNotLoaded("jose", error)}`, {
      cause: { err: error as Error },
    });
  }
}

async function verify(
  call: OAuthCall,
  keys: Keys,
  assertion: string,
  id: string,
): Promise<{ readonly jti: string; readonly exp: number } | undefined> {
  const { config, settings } = call;
  const audiences = [
    settings.issuer,
    actionUrl({ request: { origin: settings.origin }, config }, "oauth/token"),
  ];
  const claims = await verifySigned(call, keys, assertion, {
    ...{ issuer: id, subject: id, type: TYPE },
  });
  if (!claims) return undefined;
  const { jti, exp = 0, iat = 0 } = claims;
  const now = preciseSeconds();
  const isTimely = exp <= now + MAX_AHEAD + CLOCK_SKEW && iat <= now + CLOCK_SKEW;
  const isOnce = typeof jti === "string" && jti !== "" && jti.length <= MAX_JTI;
  // One audience alone: another one could send it here in the name of the client.
  const aud = [claims.aud].flat();
  const isForThis = aud.length === 1 && audiences.includes(aud[0]!);
  return isTimely && isOnce && isForThis ? { jti, exp } : undefined;
}

/** Public keys, or the URL of them. */
interface Keys {
  readonly jwks?: { readonly keys: readonly JsonWebKey[] } | undefined;
  readonly jwksUri?: string | undefined;
  /** `false` for a stranger to whom no user has given access. Default `true`. */
  readonly isKnown?: boolean;
}

/** The issuer of an assertion, as it says; `undefined` for text that is none. */
export async function issuerIn(assertion: string): Promise<string | undefined> {
  if (assertion.length > MAX_LENGTH) return undefined;
  try {
    const { iss } = (await library()).decodeJwt(assertion);
    return typeof iss === "string" ? iss : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The claims of an assertion that one of the keys has signed; `undefined` when it does not count. Who
 * asks compares audience and time, and lets `jti` count once.
 *
 * @param wanted type of the header: a text, or a form where it need not be there
 */
export async function verifySigned(
  call: OAuthCall,
  keys: Keys,
  assertion: string,
  { type, ...wanted }: {
    readonly issuer: string;
    readonly subject?: string;
    readonly type: RegExp | string;
  },
): Promise<JWTPayload | undefined> {
  if (assertion.length > MAX_LENGTH) return undefined;
  const jose = await library();
  for await (const key of candidates(jose, call, keys, assertion, type)) {
    try {
      const { alg = "" } = jose.decodeProtectedHeader(assertion);
      const { payload } = await jose.jwtVerify(assertion, await jose.importJWK(key, alg), {
        algorithms: [...ASSERTION_ALGORITHMS],
        ...wanted,
        clockTolerance: CLOCK_SKEW,
        requiredClaims: ["exp", "jti", "aud"],
      });
      return payload;
    } catch {
      // Another key may be the one.
    }
  }
  return undefined;
}

/** The keys that an assertion may be signed with; those at a URL are read again when none is. */
async function* candidates(
  jose: Jose,
  call: OAuthCall,
  { jwks, jwksUri, isKnown = true }: Keys,
  assertion: string,
  type: RegExp | string,
): AsyncGenerator<ClientKey> {
  const fits = fitting(jose, assertion, type);
  if (!fits) return;
  if (jwks) return yield* toStoredKeys(jwks).keys.filter(fits).slice(0, MAX_TRIES);
  if (jwksUri === undefined) return;
  let tried: readonly ClientKey[] | undefined;
  for (const maxAgeMs of [Infinity, REFRESH_MS]) {
    const keys = await keysAt(call, jwksUri, { maxAgeMs, isKnown });
    if (keys !== tried) yield* keys.filter(fits).slice(0, MAX_TRIES);
    tried = keys;
  }
}

async function keysAt(
  { settings, config, request }: OAuthCall,
  url: string,
  options: { readonly maxAgeMs: number; readonly isKnown: boolean },
): Promise<readonly ClientKey[]> {
  try {
    return await keySets(settings, url, { ...options, by: countedNetwork(request, config) });
  } catch (error) {
    if (error instanceof UntrustedUrlError) return [];
    throw error;
  }
}

/** Decides which keys fit to the header; `undefined` for a header that is not accepted. */
function fitting(
  jose: Jose,
  assertion: string,
  type: RegExp | string,
): ((key: ClientKey) => boolean) | undefined {
  try {
    const { alg, kid, typ = "JWT" } = jose.decodeProtectedHeader(assertion);
    const isTyped = typeof type === "string" ? typ === type : type.test(typ);
    if (alg === undefined || !ASSERTION_ALGORITHMS.includes(alg) || !isTyped) return undefined;
    const kty = alg.startsWith("Ed") ? "OKP" : alg.startsWith("ES") ? "EC" : "RSA";
    return (key) =>
      key.kty === kty && (key.alg ?? alg) === alg && (kid === undefined || key.kid === kid);
  } catch {
    return undefined;
  }
}

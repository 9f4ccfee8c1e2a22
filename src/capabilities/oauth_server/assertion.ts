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
import { CLOCK_SKEW, isAhead, preciseSeconds, STRICT_AHEAD } from "../../base/time.ts";
import { countedNetwork } from "../../limits/request.ts";
import { usedMarks } from "../../records/used.ts";
import { AuthError } from "../../errors.ts";
import type { Client } from "./client.ts";
import { type ClientKey, faultOfKeys, toStoredKeys } from "./client_keys.ts";
import type { OAuthCall } from "./settings.ts";
import { FAPI2_ALGORITHMS } from "./fapi2.ts";
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
export const MAX_AHEAD = 10 * 60;

/** Endpoints at which clients authenticate. */
const ENDPOINTS = ["oauth/token", "oauth/par", "oauth/device", "oauth/revoke", "oauth/introspect"];

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

/**
 * Says why an assertion does not authenticate a client; `undefined` for one that does. It counts once.
 *
 * @param action path of the endpoint that is called
 * @returns the part that is wrong, for the log: the client is told no more than that it is refused
 */
export async function findAssertionFault(
  call: OAuthCall,
  { id, authentication, isFapi2, isKnown }: Client,
  assertion: string,
  action: string,
): Promise<string | undefined> {
  if (authentication.method !== "private_key_jwt") return "it has another method";
  const verified = await verifySigned(call, { ...authentication, isKnown }, assertion, {
    ...{ issuer: id, subject: id, type: TYPE },
    ...isFapi2 ? { algorithms: FAPI2_ALGORITHMS } : {},
  });
  if ("fault" in verified) return verified.fault;
  const { jti, exp = 0, iat = 0 } = verified.claims;
  const faultOfAim = isFapi2 ? faultForFapi2 : faultOfAudience;
  const fault = faultOfAim(call, verified.claims, action) ?? faultOfTime(exp, iat);
  if (fault !== undefined) return fault;
  if (typeof jti !== "string" || jti === "" || jti.length > MAX_JTI) {
    return `\`jti\` is not a text of 1 to ${MAX_JTI} characters`;
  }
  // Last, so that nothing else can be wrong with an assertion that is used up.
  const mark = await hashParts("client assertion", [id, jti]);
  const expires = new Date((exp + CLOCK_SKEW) * 1000);
  const isFirst = await usedMarks.add(call.config.records, mark, { expires, data: null });
  return isFirst ? undefined : "`jti` was used before";
}

/**
 * Each audience must be this server: another one could send it here in the name of the client. One of
 * them is its issuer, the URL of the token endpoint, or the URL that is called (RFC 7523 §3, RFC 9126 §2).
 */
function faultOfAudience(
  { config, settings: { issuer, origin } }: OAuthCall,
  { aud }: JWTPayload,
  action: string,
): string | undefined {
  const urlOf = (path: string) => actionUrl({ request: { origin }, config }, path);
  const accepted: unknown[] = [issuer, urlOf("oauth/token"), urlOf(action)];
  const own = new Set([...accepted, ...ENDPOINTS.map(urlOf)]);
  const named = [aud].flat();
  const isForThis = named.every((one) => own.has(one)) &&
    named.some((one) => accepted.includes(one));
  return isForThis ? undefined : `\`aud\` is neither ${issuer} nor ${urlOf(action)} alone`;
}

/** The issuer alone as a text, and a strict clock (FAPI 2.0 Security Profile §5.3.2.1). */
function faultForFapi2(
  { settings: { issuer } }: OAuthCall,
  claims: JWTPayload,
): string | undefined {
  if (claims.aud !== issuer) return `\`aud\` is not the text ${issuer}`;
  return isAhead(claims, STRICT_AHEAD)
    ? `\`iat\` or \`nbf\` is more than ${STRICT_AHEAD} seconds in the future`
    : undefined;
}

function faultOfTime(exp: number, iat: number): string | undefined {
  const now = preciseSeconds();
  if (exp > now + MAX_AHEAD + CLOCK_SKEW) return `\`exp\` is in more than ${MAX_AHEAD} seconds`;
  return iat > now + CLOCK_SKEW ? "`iat` is in the future" : undefined;
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

/** The claims of an assertion, or the part of it that is wrong. */
export type VerifiedAssertion = { readonly claims: JWTPayload } | { readonly fault: string };

/**
 * The claims of an assertion that one of the keys has signed. Who asks compares audience and time, and
 * lets `jti` count once.
 *
 * @param wanted type of the header: a text, or a form where it need not be there
 */
export async function verifySigned(
  call: OAuthCall,
  keys: Keys,
  assertion: string,
  { type, algorithms = ASSERTION_ALGORITHMS, ...wanted }: {
    readonly issuer: string;
    readonly subject?: string;
    readonly type: RegExp | string;
    readonly algorithms?: readonly string[];
  },
): Promise<VerifiedAssertion> {
  if (assertion.length > MAX_LENGTH) return { fault: `it has more than ${MAX_LENGTH} characters` };
  const jose = await library();
  const header = readHeader(jose, assertion, type, algorithms);
  if (typeof header === "string") return { fault: header };
  let fault = "no key fits to its `alg` and `kid`";
  try {
    for await (const key of candidates(call, keys, header)) {
      try {
        const { payload } = await jose.jwtVerify(assertion, await jose.importJWK(key, header.alg), {
          algorithms: [...algorithms],
          ...wanted,
          clockTolerance: CLOCK_SKEW,
          requiredClaims: ["exp", "jti", "aud"],
        });
        return { claims: payload };
      } catch (error) {
        // Claims are compared after the signature, so no other key is the one.
        const claim = findClaim(jose, error);
        if (claim !== undefined) return { fault: claim };
        fault = "no key has signed it";
      }
    }
  } catch (error) {
    if (!(error instanceof UntrustedUrlError)) throw error;
    return { fault: `the keys at \`jwksUri\` cannot be read: ${error.message}` };
  }
  return { fault };
}

/** The claim that is wrong; `undefined` where it is something else. */
function findClaim({ errors }: Jose, error: unknown): string | undefined {
  if (error instanceof errors.JWTExpired) return "`exp` is over";
  if (!(error instanceof errors.JWTClaimValidationFailed)) return undefined;
  const { claim, reason } = error;
  return reason === "missing" ? `\`${claim}\` is missing` : `\`${claim}\` is wrong`;
}

/** The keys that an assertion may be signed with; those at a URL are read again when none is. */
async function* candidates(
  { settings, config, request }: OAuthCall,
  { jwks, jwksUri, isKnown = true }: Keys,
  header: Header,
): AsyncGenerator<ClientKey> {
  const fits = (key: ClientKey) => isFitting(key, header);
  if (jwks) return yield* toStoredKeys(jwks).keys.filter(fits).slice(0, MAX_TRIES);
  if (jwksUri === undefined) return;
  const by = countedNetwork(request, config);
  let tried: readonly ClientKey[] | undefined;
  for (const maxAgeMs of [Infinity, REFRESH_MS]) {
    const keys = await keySets(settings, jwksUri, { maxAgeMs, isKnown, by });
    if (keys !== tried) yield* keys.filter(fits).slice(0, MAX_TRIES);
    tried = keys;
  }
}

/** The header of an assertion, as far as it decides about the key. */
interface Header {
  readonly alg: string;
  readonly kid: string | undefined;
}

/** The header, or what is wrong with it. */
function readHeader(
  jose: Jose,
  assertion: string,
  type: RegExp | string,
  algorithms: readonly string[],
): Header | string {
  try {
    const { alg, kid, typ = "JWT" } = jose.decodeProtectedHeader(assertion);
    const isTyped = typeof type === "string" ? typ === type : type.test(typ);
    if (!isTyped) return "`typ` of its header is that of another token";
    if (alg === undefined || !algorithms.includes(alg)) {
      return `\`alg\` of its header is none of ${algorithms.join(", ")}`;
    }
    return { alg, kid };
  } catch {
    return "it is not a signed JWT";
  }
}

function isFitting(key: ClientKey, { alg, kid }: Header): boolean {
  const kty = alg.startsWith("Ed") ? "OKP" : alg.startsWith("ES") ? "EC" : "RSA";
  return key.kty === kty && (key.alg ?? alg) === alg && (kid === undefined || key.kid === kid);
}

/**
 * Access tokens: JWTs for one resource each (RFC 9068).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9068 RFC 9068}
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { isRecord } from "../../base/objects.ts";
import { nowSeconds, preciseSeconds } from "../../base/time.ts";
import type { CountedCall } from "../../limits/request.ts";
import { type ParsedJws, parseJws, signJws, verifyJws } from "./jws.ts";
import type { OAuthCall, OAuthSetup } from "./settings.ts";
import { accessKey, accessUseOf, type KeyUse, verifyingKey } from "./signing_keys.ts";

const requestLimits = lazy(() => import("../../limits/request.ts"));

/** Type of an access token: no other token of the server has it. */
const TYPE = "at+jwt";

/** An app that acts for the owner of a token (RFC 8693 §4.1). */
export interface ActClaim {
  /** Id of the client, or of the service. */
  readonly sub: string;
  /** The one that it acts for in turn. */
  readonly act?: ActClaim;
}

/** Claims of an access token. */
export interface AccessClaims {
  readonly iss: string;
  readonly sub: string;
  /** URL of the resource; with the issuer behind it where the token counts at `oauth/userinfo` too. */
  readonly aud: string | readonly [resource: string, issuer: string];
  readonly client_id: string;
  readonly scope: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  /** Id of the grant; absent without one. */
  readonly grant?: string;
  /** Id of the family of tokens, which can end while the grant stays; absent without a grant. */
  readonly family?: string;
  /** Id of the session, for a token of the app itself. */
  readonly sid?: string;
  /** Id of the session at the client, for one that exchanges the token for assertions. */
  readonly client_sid?: string;
  /** Id of the organization. */
  readonly org?: string;
  readonly auth_time?: number;
  readonly acr?: string;
  /** Methods of the sign-in (RFC 8176). */
  readonly amr?: readonly string[];
  /** The key of the client (RFC 9449 §6.1). */
  readonly cnf?: { readonly jkt: string };
  /** `true` where proofs of its key are those of FAPI 2.0. */
  readonly fapi?: true;
  readonly act?: ActClaim;
}

/** Claims that the one who asks for a token knows. */
export type AccessFacts = Omit<AccessClaims, "aud" | "iss" | "iat" | "exp" | "jti"> & {
  /** URL of the resource. */
  readonly aud: string;
};

/** URL of the resource that a token is for. */
export function resourceOf({ aud }: Pick<AccessClaims, "aud">): string {
  return typeof aud === "string" ? aud : aud[0];
}

/** Most tokens of an app whose signature is remembered: it takes longest of all checks. */
const MAX_VERIFIED = 5_000;

/** Hash of a token that was verified → the key that verified it. */
const verified = new WeakMap<object, Map<string, CryptoKey>>();

/**
 * Makes an access token.
 *
 * @param how `notAfter`: seconds since 1970 at which it ends at the latest, by default as the resource
 *   says; `isForUserInfo`: `true` makes it count for the issuer too (RFC 9068 §2.2)
 */
export async function makeAccessToken(
  setup: OAuthSetup,
  { aud, ...facts }: AccessFacts,
  { notAfter = Infinity, isForUserInfo = false }: {
    readonly notAfter?: number;
    readonly isForUserInfo?: boolean;
  } = {},
): Promise<{ token: string; expiresIn: number }> {
  const { issuer, resources } = setup.settings;
  const iat = nowSeconds();
  const resource = resources.get(aud)!;
  const expiresIn = Math.min(resource.accessTokenMaxAge, notAfter - iat);
  const claims: AccessClaims = {
    ...{ iss: issuer, aud: isForUserInfo ? [aud, issuer] : aud, ...facts },
    ...{ iat, exp: iat + expiresIn, jti: randomBase64url(16) },
  };
  return {
    token: await signJws(await accessKey(setup, resource), TYPE, { ...claims }),
    expiresIn,
  };
}

/** A token of which only the form has been looked at. */
export interface ParsedAccess {
  readonly claims: AccessClaims;
  readonly kid: string;
  /** Use of the key: an algorithm never counts with a key of another one. */
  readonly use: KeyUse;
  readonly token: string;
  readonly jws: ParsedJws;
}

/** Parses a token; `undefined` for text that this server has not made. It reads nothing. */
export function parseAccessToken(
  { settings: { issuer } }: Pick<OAuthCall, "settings">,
  token: string,
): ParsedAccess | undefined {
  const jws = parseJws(token);
  if (!jws) return undefined;
  const { header: { typ, alg, kid, crit }, claims } = jws;
  // An ID token has another type, and other keys.
  const use = accessUseOf(alg);
  const isAccess = typ === TYPE && use !== undefined && typeof kid === "string" &&
    crit === undefined;
  if (!isAccess || claims.iss !== issuer || !isComplete(claims)) return undefined;
  return { claims, kid, use, token, jws };
}

function isComplete(claims: Readonly<Record<string, unknown>>): claims is
  & Readonly<Record<string, unknown>>
  & AccessClaims {
  const { iss, sub, aud, client_id, scope, jti, grant, family, sid, iat, exp, cnf, org } = claims;
  const { acr, auth_time: authTime } = claims;
  const [resource, second = iss, ...more] = [aud].flat();
  return [sub, resource, client_id, scope, jti].every((value) => typeof value === "string") &&
    second === iss && more.length === 0 &&
    isId(grant) && isId(family) && isId(sid) && (grant === undefined || sid === undefined) &&
    typeof iat === "number" && typeof exp === "number" &&
    (org === undefined || typeof org === "string") &&
    (acr === undefined || typeof acr === "string") &&
    (authTime === undefined || typeof authTime === "number") &&
    (cnf === undefined || isRecord(cnf) && typeof cnf.jkt === "string");
}

/** An id of a record, or none: any other text is beyond the limits of the store. */
function isId(value: unknown): boolean {
  return value === undefined || typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}

/**
 * Returns `true` when a key of this server that counts has signed the token.
 *
 * @param from request of a program that may be a stranger: a wrong signature counts for its address
 */
export async function verifyAccessToken(
  setup: OAuthSetup,
  { token, kid, use, jws }: ParsedAccess,
  from?: CountedCall,
): Promise<boolean> {
  const key = await verifyingKey(setup, use, kid);
  const hash = await sha256Base64url(token);
  let known = verified.get(setup.config);
  if (key && known?.get(hash) === key) return true;
  const verify = async () =>
    key !== undefined && await verifyJws(jws, use === "access" ? "ES256" : "EdDSA", key);
  const isRight = from
    ? await (await requestLimits()).countUnlessRight(from, verify, (right) => right)
    : await verify();
  if (!key || !isRight) return false;
  if (!known) verified.set(setup.config, known = new Map());
  if (known.size >= MAX_VERIFIED) known.delete(known.keys().next().value!);
  known.set(hash, key);
  return true;
}

/** Returns `true` for a token whose time is over. */
export function isExpired({ exp }: Pick<AccessClaims, "exp">): boolean {
  return exp <= preciseSeconds();
}

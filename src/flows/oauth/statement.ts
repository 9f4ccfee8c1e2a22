/**
 * Signed statements that a provider sends to the app itself: logout tokens and security
 * event tokens. Their members that are alike are validated here, as those of ID tokens.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation OpenID Connect Core §3.1.3.7} and {@link https://www.rfc-editor.org/rfc/rfc8417#section-2.2 RFC 8417 §2.2}
 * @module
 */

import { fromBase64url } from "../../base/crypto/bytes.ts";
import { InvalidStatement } from "../../errors.ts";
import { isRecord } from "../../base/objects.ts";
import { preciseSeconds } from "../../base/time.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { ProviderSignOutStatement } from "../../types/provider_session.ts";
import { openJwt } from "./signature.ts";
import { issuerOfTenant } from "./tenant.ts";

/** Longest token that is read, in characters. */
const MAX_LENGTH = 16 * 1024;

/** Seconds that an expiry may have passed, or a time before use may be ahead: clocks differ. */
const TOLERANCE = 30;

/** Seconds that the `iat` may be in the future, as that of an ID token. */
const ISSUED_AT_TOLERANCE = 300;

/** Type of a token: its fields of the header and its age. */
export interface StatementRules {
  /** Types of the header, in lower case and without `application/`. */
  types: readonly (string | undefined)[];
  /** Seconds after which a token is refused, whatever its expiry. */
  maxAge: number;
  /** Audiences besides the client. Default: none. */
  audiences?: readonly string[];
  /** `true` when the issuer may have a slash at its end that that of ID tokens lacks. */
  maySlash?: boolean;
}

/** A valid statement. */
export interface Statement {
  /** Issuer. */
  issuer: string;
  /** Id of the token, unique for the issuer. */
  jti: string;
  /** Time from which the token is refused, so that its id can be forgotten. */
  until: Date;
  /** Sessions that ended; absent for a statement about something else. */
  ending?: ProviderSignOutStatement | undefined;
}

/** Claims whose common members are valid. */
export type StatementClaims = Record<string, unknown> & {
  /** Issuer, as ID tokens name it. */
  iss: string;
  /** Id of the token. */
  jti: string;
  /** Time at which the token was issued, in seconds since the epoch. */
  iat: number;
};

/**
 * Makes the error for a token that is not valid.
 *
 * @param code code of RFC 8935
 */
export function invalid(text: string, code = "invalid_request"): InvalidStatement {
  const message = `Cannot accept the token of the provider: ${text}`;
  return new InvalidStatement(message, { cause: { code } });
}

/**
 * Verifies the signature and the common members of a token.
 *
 * @throws {InvalidStatement} when the token is not valid
 * @throws {TypeError} when the keys cannot be fetched
 */
export async function openStatement(
  provider: ResolvedOAuthProvider,
  token: unknown,
  { types, maxAge, audiences = [], maySlash = false }: StatementRules,
): Promise<{ claims: StatementClaims; until: Date }> {
  if (typeof token !== "string" || token === "") throw invalid("there is none");
  if (token.length > MAX_LENGTH) throw invalid("it is too long");
  const parts = token.split(".");
  if (parts.length !== 3) throw invalid("it is not a signed JWT");
  const { kid } = toRecord(() => fromBase64url(parts[0]!));
  const { as, verified } = await openJwt(
    provider,
    token,
    typeof kid === "string" ? kid : undefined,
  );
  if (!verified) throw invalid("its signature, algorithm or key is wrong", "invalid_key");
  const { typ } = verified.header;
  const type = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;
  if (!types.includes(type as string | undefined)) throw invalid("its type is another one");

  const claims = toRecord(() => verified.payload);
  const { iss, aud, azp, iat, exp, nbf, jti } = claims;
  const { clientId } = provider;
  const issuer = issuerOfTenant(as, claims.tid);
  if (issuer === undefined || !(iss === issuer || (maySlash && iss === `${issuer}/`))) {
    throw invalid('"iss" is not the issuer', "invalid_issuer");
  }
  const accepted: readonly unknown[] = [clientId, ...audiences];
  if (
    ![aud].flat().some((one) => accepted.includes(one)) || (azp !== undefined && azp !== clientId)
  ) {
    throw invalid('"aud" or "azp" is not the client', "invalid_audience");
  }
  const now = preciseSeconds();
  if (!isTime(iat) || iat > now + ISSUED_AT_TOLERANCE) throw invalid('"iat" is not a past time');
  if (iat < now - maxAge) throw invalid('"iat" is too long ago');
  if (exp !== undefined && !(isTime(exp) && exp > now - TOLERANCE)) {
    throw invalid('"exp" is not a future time');
  }
  if (nbf !== undefined && !(isTime(nbf) && nbf < now + TOLERANCE)) {
    throw invalid('"nbf" is not a past time');
  }
  if (typeof jti !== "string" || jti === "") throw invalid('"jti" is missing');
  const refusedAt = Math.min(exp as number | undefined ?? Infinity, iat + maxAge) + 2 * TOLERANCE;
  return { claims: { ...claims, iss: issuer, jti, iat }, until: new Date(refusedAt * 1000) };
}

/** Requires the claim `events`, an object of objects, and returns the event of a name. */
export function findEvent(
  { events }: StatementClaims,
  name: string,
): Record<string, unknown> | undefined {
  if (!isRecord(events) || Object.keys(events).length === 0) throw invalid('"events" is missing');
  if (!Object.hasOwn(events, name)) return undefined;
  const event = events[name];
  if (!isRecord(event)) throw invalid("its event is not an object");
  return event;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function toRecord(bytes: () => Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes()));
  } catch {
    // Refused below.
  }
  if (!isRecord(value)) throw invalid("it is not a signed JWT");
  return value;
}

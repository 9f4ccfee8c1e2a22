/**
 * Logout tokens: a provider says that a session there has ended.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation OpenID Connect Back-Channel Logout §2.6}
 * @module
 */

import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import {
  findEvent,
  invalid,
  openStatement,
  type Statement,
  type StatementRules,
} from "./statement.ts";

/** Name of the event. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

const RULES: StatementRules = {
  // Providers from before the type was defined write "JWT", or none.
  types: ["logout+jwt", "jwt", undefined],
  maxAge: 10 * 60,
};

/**
 * Validates a logout token.
 *
 * @throws {InvalidStatement} when it is not valid
 * @throws {TypeError} when the keys of the provider cannot be fetched
 */
export async function openLogoutToken(
  provider: ResolvedOAuthProvider,
  token: unknown,
): Promise<Statement> {
  const { claims, until } = await openStatement(provider, token, RULES);
  const { iss: issuer, jti, iat: issuedAt, aud, azp, exp, sub, sid } = claims;
  if (exp === undefined) throw invalid('"exp" is missing');
  // As for an ID token.
  if ([aud].flat().length > 1 && azp === undefined) throw invalid('"azp" is missing');
  if ("nonce" in claims) throw invalid('it has a "nonce", as an ID token');
  if (!findEvent(claims, EVENT)) throw invalid("it has another event");
  if (sub === undefined && sid === undefined) throw invalid('"sub" and "sid" are missing');
  if (!isId(sub) || !isId(sid)) throw invalid('"sub" or "sid" is not text');
  // A session id is unique for its issuer, so that it alone counts.
  const who = sid === undefined ? { subject: sub } : { sid };
  return { issuer, jti, until, ending: { issuer, issuedAt, ...who } };
}

function isId(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === "string" && value !== "");
}

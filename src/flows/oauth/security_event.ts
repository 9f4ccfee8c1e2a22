/**
 * Security event tokens of the Shared Signals Framework: a provider says that a session was
 * revoked (CAEP), or all sessions of an account (RISC, as Google sends it). Events of other types
 * are accepted and have no effect.
 *
 * @see {@link https://openid.net/specs/openid-sharedsignals-framework-1_0-final.html Shared Signals Framework 1.0}, {@link https://openid.net/specs/openid-caep-1_0-final.html CAEP 1.0 §3.1}, {@link https://openid.net/specs/openid-risc-1_0-final.html RISC 1.0}, {@link https://developers.google.com/identity/protocols/risc Cross-Account Protection of Google} and {@link https://www.rfc-editor.org/rfc/rfc9493 RFC 9493}
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import {
  findEvent,
  invalid,
  openStatement,
  type Statement,
  type StatementRules,
} from "./statement.ts";

/** Names of the events by which sessions end. */
const CAEP = "https://schemas.openid.net/secevent/caep/event-type/session-revoked";
const RISC = "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked";

const RULES: StatementRules = {
  types: ["secevent+jwt"],
  // A transmitter repeats a delivery that has failed, with the same token.
  maxAge: 24 * 60 * 60,
  // That of Google has one.
  maySlash: true,
};

/**
 * Validates a security event token.
 *
 * @throws {InvalidStatement} when it is not valid, or its subject cannot be read
 * @throws {TypeError} when the keys of the provider cannot be fetched
 */
export async function openSecurityEvent(
  provider: ResolvedOAuthProvider,
  token: unknown,
): Promise<Statement> {
  const audiences = [provider.eventAudience ?? []].flat();
  const { claims, until } = await openStatement(provider, token, { ...RULES, audiences });
  const { iss: issuer, jti, iat: issuedAt, sub_id } = claims;
  const [session, sessions] = [findEvent(claims, CAEP), findEvent(claims, RISC)];
  const event = session ?? sessions;
  if (!event) return { issuer, jti, until };
  // Before RFC 9493 the subject was a member of the event, as it is in those of Google.
  const who = whoIn(sub_id ?? event.subject, issuer);
  if (!who) throw invalid("its subject is neither a session nor an account of the issuer");
  if (!session && who.subject === undefined) throw invalid("its subject is no account");
  return { issuer, jti, until, ending: { issuer, issuedAt, ...who } };
}

/** Session or account that a subject names; `undefined` when it names neither. */
interface Who {
  subject?: string;
  sid?: string;
}

function whoIn(subject: unknown, issuer: string): Who | undefined {
  if (!isRecord(subject)) return undefined;
  if (subject.format !== "complex") return simple(subject, issuer);
  const { session, user } = subject;
  const sid = session === undefined ? {} : simple(session, issuer);
  const account = user === undefined ? {} : simple(user, issuer);
  // A member that cannot be read must not be left out: more than meant would end.
  if (!sid || !account || (session !== undefined && sid.sid === undefined)) return undefined;
  if (user !== undefined && account.subject === undefined) return undefined;
  const who = { ...sid, ...account };
  return Object.keys(who).length > 0 ? who : undefined;
}

/** Ids of an issuer are accounts, and opaque ids are sessions, as in CAEP. */
function simple(subject: unknown, issuer: string): Who | undefined {
  if (!isRecord(subject)) return undefined;
  const { iss, sub, id } = subject;
  // Before RFC 9493 the member had another name, and its value a hyphen.
  const format = subject.format ?? String(subject.subject_type).replace("-", "_");
  const isOwn = iss === issuer || iss === `${issuer}/`;
  if (format === "iss_sub" && isOwn && isId(sub)) return { subject: sub };
  if (format === "opaque" && isId(id)) return { sid: id };
  return undefined;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

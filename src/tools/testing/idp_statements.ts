/**
 * Statements of the test server that sessions ended: logout tokens and security event
 * tokens, also wrong ones.
 *
 * @module
 */

import { nowSeconds } from "../../base/time.ts";
import type { Signature, Signer } from "./idp_keys.ts";

/** The ended session at the server, or the person whose sessions have all ended. */
export interface LogoutSubject {
  /** Person. */
  sub?: string | undefined;
  /** Id of a session at the server. */
  sid?: string | undefined;
}

/** Options of a statement. */
export interface StatementOptions {
  /** Changes the claims before they are signed. */
  claims?(claims: Record<string, unknown>): void;
  /**
   * Type in the header; `null`: none. Default `logout+jwt`, for a security event token
   * `secevent+jwt`.
   */
  type?: string | null | undefined;
  /** Signature. Default `proper`. */
  signature?: Signature | undefined;
}

/** Claims and type of a statement. */
interface Draft {
  claims: Record<string, unknown>;
  type: string;
}

/** A valid logout token. */
export function logoutClaims(issuer: string, clientId: string, subject: LogoutSubject): Draft {
  const event = "http://schemas.openid.net/event/backchannel-logout";
  const iat = nowSeconds();
  const claims = { ...common(issuer, clientId, event, {}), exp: iat + 120, ...subject };
  return { claims, type: "logout+jwt" };
}

/** A valid security event token. */
export function eventClaims(
  issuer: string,
  clientId: string,
  subject: Record<string, unknown>,
): Draft {
  const event = "https://schemas.openid.net/secevent/caep/event-type/session-revoked";
  const content = { event_timestamp: nowSeconds() };
  const claims = { ...common(issuer, clientId, event, content), sub_id: subject };
  return { claims, type: "secevent+jwt" };
}

function common(iss: string, aud: string, event: string, content: object) {
  const iat = nowSeconds();
  return { iss, aud, iat, jti: crypto.randomUUID(), events: { [event]: content } };
}

/** Signs a statement. */
export async function toStatement(
  signer: Signer,
  clientSecret: string,
  { claims, type: usual }: Draft,
  { claims: change, type = usual, signature }: StatementOptions = {},
): Promise<string> {
  change?.(claims);
  return await signer.sign(claims, signature, clientSecret, type);
}

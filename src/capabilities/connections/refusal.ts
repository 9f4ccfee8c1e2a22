/**
 * Refusals of changes, and the ends of sign-ins that a connection does not let through.
 *
 * @module
 */

import { AccessDenied } from "../../errors.ts";
import type { ConnectionRefusal, ConnectionRefusalReason } from "./typed.ts";

/** A change that was refused. */
export function refusal(reason: ConnectionRefusalReason): ConnectionRefusal {
  return { ok: false, reason };
}

/** What the page says about a sign-in that ends. */
export type Ending =
  /** The identity provider of the organization failed, or said something that cannot be true. */
  | "ConnectionFailed"
  /** There is no connection for the address. */
  | "NoConnection"
  /** The organization does not let the person in. */
  | "NotAdmitted"
  /** The address is not one of the organization, or there is none. */
  | "OtherDomain";

/** The guarantee that has refused a person: what a test of the sign-in says. */
export type Refused =
  /** The answer cannot be believed. */
  | "answer"
  /** The connection has become another one meanwhile. */
  | "changed"
  /** The domain of the address is not one of the organization. */
  | "domain"
  /** Another account has the address, and its person has not added the connection. */
  | "linked"
  /** There is no address. */
  | "no-address"
  /** The provider has refused. */
  | "provider"
  /** The person was removed from the organization. */
  | "removed"
  /** Nothing gives the person a role. */
  | "role"
  /** The user is suspended. */
  | "suspended"
  /** The tenant is not one of the connection. */
  | "tenant"
  /** The provider does not vouch for the address. */
  | "unverified"
  /** Owners alone see the reason: it says who has an account. */
  | "withheld";

/** What an error says beside its message. */
export interface EndingFacts {
  /** What has led to it. */
  readonly err?: Error;
  /** The guarantee. */
  readonly refused?: Refused;
  /** Name of the claim or the attribute. */
  readonly field?: string;
}

/** The error of a sign-in that ends with a page; the message is for the log. */
export function ended(
  code: Ending,
  provider: string,
  message: string,
  facts: EndingFacts = {},
): AccessDenied {
  const denied = new AccessDenied(`Cannot sign in with "${provider}": ${message}`, {
    cause: { provider, ...facts },
  });
  // The error page has a text for it.
  return Object.assign(denied, { code });
}

/** What an error says, without the advice for developers that follows it. */
export function sentenceOf({ message, cause }: Error): string {
  const [own] = message.slice(0, 1000).split(/; |: (?=set |if that )/);
  const inner = cause instanceof Error ? ` (${cause.message})` : "";
  return `${own}${inner}`.slice(0, 500);
}

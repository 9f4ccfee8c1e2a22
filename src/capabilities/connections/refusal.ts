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

/** The error of a sign-in that ends with a page; the message is for the log. */
export function ended(code: Ending, provider: string, message: string, err?: Error): AccessDenied {
  const denied = new AccessDenied(`Cannot sign in with "${provider}": ${message}`, {
    cause: { provider, ...err ? { err } : {} },
  });
  // The error page has a text for it.
  return Object.assign(denied, { code });
}

/**
 * What a person typed → one plain e-mail address, or a refusal.
 *
 * Narrower than the standard on purpose: whatever some mail server could read
 * as a list, a group, a quoted part, a comment, a route or a header is no
 * address here.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 RFC 5321 §4.1.2}, {@link https://www.rfc-editor.org/rfc/rfc6531#section-3.3 RFC 6531 §3.3}
 * @module
 */

import { EmailSignInError } from "../../errors.ts";
import type { EmailConfig } from "../../types/provider.ts";

/** RFC 5321 §4.5.3.1, in octets of UTF-8; a path's angle brackets are not counted. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Letters, marks and digits of any script, and what RFC 5321 allows less routes and pipes. */
const LOCAL_ATOM = /^[\p{L}\p{M}\p{N}#$&'*+\-/=?^_{}~]+$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** Letters and marks among them that nobody sees. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const encoder = new TextEncoder();

/**
 * Cleans and checks what was typed; the provider's `normalizeIdentifier` may
 * replace the cleaning, never the check.
 *
 * @throws {EmailSignInError} when it is not one plain address
 */
export function toIdentifier(typed: unknown, provider: EmailConfig): string {
  if (typeof typed !== "string" || typed === "") throw refuse(provider, "there is none");
  // Long before it is normalized, which may make it longer.
  if (typed.length > 4 * MAX_LENGTH) throw refuse(provider, "it is too long");
  let identifier: unknown;
  try {
    identifier = (provider.normalizeIdentifier ?? normalize)(typed);
  } catch (error) {
    throw refuse(provider, "`normalizeIdentifier` refused it", error as Error);
  }
  const fault = typeof identifier === "string" ? findFault(identifier) : "it is not a text";
  if (fault) throw refuse(provider, fault);
  return identifier as string; // a text without faults
}

function refuse({ id }: EmailConfig, why: string, err?: Error): EmailSignInError {
  return new EmailSignInError(`Cannot use the e-mail address: ${why}`, {
    cause: { provider: id, ...err ? { err } : {} },
  });
}

/** Compatibility forms become plain ones before anything is decided about them. */
function normalize(typed: string): string {
  // Line breaks at the ends are no slip of a keyboard.
  if (/[\r\n\0]/.test(typed)) throw new TypeError("It has a line break");
  // One that appears only now was written to be overlooked.
  if (typed.split("@").length !== 2) throw new TypeError("It needs exactly one @");
  return typed.normalize("NFKC").toLowerCase().trim();
}

/**
 * Why a text is not one plain address; `undefined` when it is. What it would
 * be after normalization counts as well, since a mail server may do that.
 */
export function findFault(identifier: string): string | undefined {
  return faultOf(identifier) ?? faultOf(identifier.normalize("NFKC"));
}

function faultOf(identifier: string): string | undefined {
  const [local, domain, ...rest] = identifier.split("@");
  if (!local || !domain || rest.length > 0) return "it needs exactly one @ between two parts";
  if (INVISIBLE.test(identifier)) return "it has invisible characters";
  if (encoder.encode(identifier).length > MAX_LENGTH) return "it is too long";
  if (encoder.encode(local).length > MAX_LOCAL_LENGTH) return "the part before the @ is too long";
  if (!local.split(".").every((atom) => LOCAL_ATOM.test(atom))) {
    return "the part before the @ has a character that it may not have";
  }
  // A mail program that takes arguments could read it as an option.
  if (local.startsWith("-")) return "it starts with a dash";
  const labels = domain.split(".");
  if (!labels.every((label) => label.length <= 63 && LABEL.test(label))) {
    return "the part after the @ is not a domain name";
  }
  if (/^\d+$/.test(labels.at(-1)!)) return "the part after the @ is a number";
}

/**
 * Converts the address typed in a request for a link to the identifier of its attempt.
 *
 * @module
 */

import { parseAddress } from "../../base/address.ts";
import { EmailSignInError } from "../../errors.ts";
import type { EmailConfig } from "../../types/provider.ts";

/**
 * Normalizes and checks a typed address; the provider's `normalizeIdentifier`
 * replaces the normalization, never the check.
 *
 * @throws {EmailSignInError} when it is not one plain address
 */
export function toIdentifier(
  typed: unknown,
  { id, normalizeIdentifier }: EmailConfig,
): string {
  try {
    return parseAddress(typed, normalizeIdentifier);
  } catch (error) {
    const { message, cause } = error as TypeError; // parseAddress() throws nothing else
    throw new EmailSignInError(`Cannot use the email address: ${message}`, {
      cause: { provider: id, ...cause ? { err: cause as Error } : {} },
    });
  }
}

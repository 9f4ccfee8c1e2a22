/**
 * Deviations of single sites from the protocol that no member of a provider
 * object covers, by provider id.
 *
 * @module
 */

import { isRecord, textMembers } from "../../base/objects.ts";
import type { Profile } from "../../types/entities.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { Exchanged } from "./exchange.ts";

/** Claims from the callback's parameters. They are unsigned, so they never identify the user. */
type Complement = (params: Readonly<Record<string, string>>) => Profile;

const COMPLEMENTS: Readonly<Record<string, Complement>> = { apple: appleUser };

/** The result of the exchange, with the claims from the callback's parameters. */
export function withQuirks(
  { id }: ResolvedOAuthProvider,
  exchanged: Exchanged,
  params: Readonly<Record<string, string>>,
): Exchanged {
  const { claims } = exchanged;
  if (!claims || !Object.hasOwn(COMPLEMENTS, id)) return exchanged;
  // Signed claims win.
  return { ...exchanged, claims: { ...COMPLEMENTS[id]!(params), ...claims } };
}

/**
 * Apple posts the user's name at the first sign-in only, as JSON in the field `user`.
 *
 * @see {@link https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple}
 */
function appleUser({ user }: Readonly<Record<string, string>>): Profile {
  if (!user) return {};
  const { name, email } = parseRecord(user);
  const { firstName, lastName } = isRecord(name) ? name : {};
  return {
    user: { name: textMembers({ firstName, lastName }), ...textMembers({ email }) },
  };
}

/** Parses a JSON object; empty when it is none, since a sign-in must not fail for a name. */
function parseRecord(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

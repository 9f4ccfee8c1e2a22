/**
 * What single sites do beside the protocol, where no member of a provider
 * object reaches. Keyed by provider id.
 *
 * @module
 */

import { isRecord, textMembers } from "../../objects.ts";
import type { Profile } from "../../types/entities.ts";
import type { ResolvedOAuthProvider } from "../../types/internal.ts";
import type { Exchanged } from "./exchange.ts";

/** Adds to the claims what came with the browser. Unsigned, so never what anybody is known by. */
type Complement = (params: Readonly<Record<string, string>>) => Profile;

const COMPLEMENTS: Readonly<Record<string, Complement>> = { apple: appleUser };

/** The exchange's outcome with what the site sends beside it. */
export function withQuirks(
  { id }: ResolvedOAuthProvider,
  exchanged: Exchanged,
  params: Readonly<Record<string, string>>,
): Exchanged {
  const { claims } = exchanged;
  if (!claims || !Object.hasOwn(COMPLEMENTS, id)) return exchanged;
  // What is signed wins.
  return { ...exchanged, claims: { ...COMPLEMENTS[id]!(params), ...claims } };
}

/**
 * Apple posts the person's name once, as JSON in a field of its own.
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

/** Empty when it is none; a name is not worth a failed sign-in. */
function parseRecord(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
